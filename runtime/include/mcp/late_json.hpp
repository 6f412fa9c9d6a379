// mcp::json in the signatures of headers that do not include <mcp/json.hpp>, such as <mcp/context.hpp>: the type is
// looked up where such a function is called, which needs that header.
#pragma once

#include <type_traits>

namespace mcp {
class Context;
class ToolResult;

namespace detail {

/// mcp::json, if `Call` is void, as the default argument of a function template says. <mcp/json.hpp> defines it.
template <class Call>
struct LateJson {
  static_assert(!std::is_void_v<Call>, "include <mcp/json.hpp>, which this function needs");
};
template <class Call>
using late_json = typename LateJson<Call>::Type;

/// Whether T is mcp::json.
template <class T>
inline constexpr bool is_json = false;

/// What the runtime does with values of `Json`, which is mcp::json. The type is part of the names of these functions,
/// so that the linker refuses a program whose mcp::json is not the runtime's.
template <class Json>
struct JsonAccess;

}  // namespace detail
}  // namespace mcp
