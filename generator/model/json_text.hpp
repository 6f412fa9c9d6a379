// Options that are JSON text, and small questions about names.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"

namespace mcpgen {

/// The value of an option that is JSON text; `discarded` after reporting that it is none, or names a member twice.
[[nodiscard]] nlohmann::ordered_json parse_json_option(const declared::Option& option, const std::string& what,
                                                       Sink& sink);

/// ASCII letters in lower case.
[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace mcpgen
