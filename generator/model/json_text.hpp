// Options that are JSON text, and comparison of names.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"

namespace mcpgen {

/// The value of an option that is JSON text. Reports text that is not JSON or repeats a member, and returns a
/// `discarded` value.
[[nodiscard]] nlohmann::ordered_json parse_json_option(const declared::Option& option, const std::string& what,
                                                       Sink& sink);

}  // namespace mcpgen
