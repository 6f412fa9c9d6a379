// Regular expressions of `.pattern`: what JSON Schema's validators (JavaScript, with its flag "u") and RE2 read alike.
#pragma once

#include <string>

namespace mcpgen {

/// What keeps one of them from reading `pattern` as the other does; empty: nothing.
[[nodiscard]] std::string why_bad_pattern(const std::string& pattern);

/// Does the pattern, a good one, match anywhere in `text`?
[[nodiscard]] bool matches_pattern(const std::string& text, const std::string& pattern);

}  // namespace mcpgen
