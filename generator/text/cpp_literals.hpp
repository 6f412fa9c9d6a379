// C++ literals with exactly the given value, valid in any context.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mcpgen {

[[nodiscard]] std::string signed_literal(std::int64_t value, unsigned bits);
[[nodiscard]] std::string unsigned_literal(std::uint64_t value, unsigned bits);

/// The shortest text that reads back as `value`: "0.1", "5.0", "1e+300". Finite values only.
[[nodiscard]] std::string shortest(double value);
[[nodiscard]] std::string shortest(float value);

/// `::std::string("…")`; with a length if `text` contains NUL.
[[nodiscard]] std::string string_expression(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

/// `text` with U+FFFD for every byte that is not part of a valid UTF-8 character, as JSON requires.
[[nodiscard]] std::string valid_utf8(std::string_view text);

}  // namespace mcpgen
