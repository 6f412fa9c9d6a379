// Small pieces of message texts: trimming, quoting, numbers, counts.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <mcp/codec/constraints.hpp>
#include <mcp/codec/value.hpp>

namespace mcp::internal {

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// At most `most` bytes of valid UTF-8 `text`, cut between characters, with "…" where something was cut.
[[nodiscard]] std::string trimmed(std::string_view text, std::size_t most);

/// A value as a message shows it: JSON, trimmed.
[[nodiscard]] std::string shown(Value value);

[[nodiscard]] std::string shown(const detail::Bound& bound);

/// Text that was sent, as a JSON string, trimmed.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// `one of "a", "b"`, or `"a"` alone; ends in "…" where there are many.
[[nodiscard]] std::string one_of(std::span<const std::string_view> texts);

/// "1 element", "3 elements".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

/// "integer between 1 and 10", "number above 0", "string of 1 to 5 characters": what `constraints` demand of a `noun`.
[[nodiscard]] std::string demanded(std::string_view noun, const detail::Constraints& constraints);

/// The number of code points of valid UTF-8.
[[nodiscard]] std::size_t code_points(std::string_view text) noexcept;

}  // namespace mcp::internal
