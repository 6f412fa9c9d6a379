// Strict parsing of JSON text that a user wrote into an option, and texts about it for messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace mcpgen {

/// Parses `text` and appends errors to `problems`: text that is not JSON, and nesting that is too deep for the
/// runtime's parser (for both, the result is discarded), and repeated names in an object (as `#/a/0/name: …`).
[[nodiscard]] nlohmann::ordered_json parse_strictly(std::string_view text, std::vector<std::string>& problems);

/// A value as a message shows it, cut to 60 bytes.
[[nodiscard]] std::string shown(const nlohmann::ordered_json& value);

}  // namespace mcpgen
