// Options that are JSON text.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"

namespace mcpgen {

/// The value of an option that is JSON text; `discarded` after reporting that it is none, or names a member twice.
[[nodiscard]] nlohmann::ordered_json parse_json_option(const declared::Option& option, const std::string& what,
                                                       Sink& sink);

}  // namespace mcpgen
