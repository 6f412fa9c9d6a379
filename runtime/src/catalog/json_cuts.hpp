// Cuts JSON text that is known to be well-formed, without parsing it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcp::protocol {

/// The elements of the first array in `text`, as they are written there.
[[nodiscard]] std::vector<std::string_view> elements_of_array(std::string_view text);

/// The members of the object that `dense` is, as they are written there: `"name":value`. No white space between tokens.
[[nodiscard]] std::vector<std::string_view> members_of_object(std::string_view dense);

/// The value of such a member.
[[nodiscard]] std::string_view value_of_member(std::string_view member);

/// `text` without white space between its tokens, so that it is one line.
[[nodiscard]] std::string without_white_space(std::string_view text);

}  // namespace mcp::protocol
