// The large payload by way of nlohmann's DOM, as one writes it by hand; and the payload itself.
#pragma once

#include <string>

#include <mcp/json.hpp>

#include "survey.hpp"

namespace bench {

[[nodiscard]] plain::Survey survey_from_dom(const mcp::json& from);
[[nodiscard]] mcp::json to_dom(const Filed& filed);

/// About 92 KB of JSON, its members in the order of the schema, as clients send them.
[[nodiscard]] std::string survey_text();

}  // namespace bench
