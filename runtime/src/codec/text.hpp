// Parts of error texts: trimming, quoting, numbers, counts.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <mcp/codec/constraints.hpp>
#include <mcp/codec/value.hpp>
#include <mcp/spec/text.hpp>

namespace mcp::internal {

using spec::code_points;
using spec::trimmed;

/// A value as an error text shows it: JSON, trimmed.
[[nodiscard]] std::string shown(Value value);

[[nodiscard]] std::string shown(const detail::Bound& bound);

/// A text that a client sent, as a JSON string, trimmed.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// `one of "a", "b"`, or `"a"` for a single text; ends in "…" if there are many.
[[nodiscard]] std::string one_of(std::span<const std::string_view> texts);

/// `unknown member "sise"; did you mean "size"?`, where `accepted` are the members that would do; without them the
/// first half alone.
[[nodiscard]] std::string unknown_member(std::string_view name, std::span<const std::string_view> accepted);

/// "1 element", "3 elements".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

/// "integer between 1 and 10", "number above 0", "string of 1 to 5 characters": a `noun` with its `constraints`.
[[nodiscard]] std::string demanded(std::string_view noun, const detail::Constraints& constraints);

}  // namespace mcp::internal
