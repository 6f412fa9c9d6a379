// C++ literals that mean exactly the given value, whatever the context they are pasted into.
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

/// `::std::string("…")`; with a length where `text` holds NUL.
[[nodiscard]] std::string string_expression(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

/// `text` with U+FFFD for every byte that is no part of a UTF-8 character. JSON can carry nothing else.
[[nodiscard]] std::string valid_utf8(std::string_view text);

}  // namespace mcpgen
