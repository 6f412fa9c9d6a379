// JSON text that a user wrote into an option: parsed without forgiving anything, and spoken of in messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace mcpgen {

/// Parses `text`. Adds to `problems` what is wrong: no JSON, nested deeper than the runtime's parser goes (the result
/// is discarded for both), a name that stands twice in an object (as `#/a/0/name: …`).
[[nodiscard]] nlohmann::ordered_json parse_strictly(std::string_view text, std::vector<std::string>& problems);

/// A value as a message shows it, cut to 60 bytes.
[[nodiscard]] std::string shown(const nlohmann::ordered_json& value);

}  // namespace mcpgen
