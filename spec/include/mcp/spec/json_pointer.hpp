// JSON pointers, RFC 6901.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::spec {

/// `pointer` and one step more, into the member `name` of an object.
[[nodiscard]] std::string below(std::string_view pointer, std::string_view name);
/// The same, into an element of an array.
[[nodiscard]] std::string below(std::string_view pointer, std::size_t index);

/// Takes the first step off `pointer`, which is not empty: the name with ~1 and ~0 undone. Nothing if the pointer does
/// not begin with `/`, or has a `~` without 0 or 1 behind it.
[[nodiscard]] std::optional<std::string> take_step(std::string_view& pointer);
/// The element of an array that a step leads to; nothing if it is no decimal number, or has a 0 in front.
[[nodiscard]] std::optional<std::size_t> index_of(std::string_view step) noexcept;

}  // namespace mcp::spec
