// The annotation macros, written above a function or before a member or a parameter. This header includes nothing in an
// ordinary compile.
//
// In an ordinary compile every macro becomes `[[maybe_unused]]`, or `static_assert(true)` at namespace scope. So no
// compiler warns of it, and every compiler rejects a misplaced one. mcpgen defines MCP_SCAN while it scans: a macro
// then carries a constant aggregate of annotation_vocabulary.hpp, whose options Clang type-checks.
//
//   /// Add two numbers.
//   MCP_TOOL(.title = "Add", .read_only = true)
//   double add(double a, MCP_PARAM(.minimum = 0) double b);
//
// docs/annotations.md lists every option and every place where an annotation may stand.
#pragma once

#ifdef MCP_SCAN

#include <mcp/push_macros.hpp>
// These includes stand between push and pop, because a user's macro `T` would change them.
#include <mcp/annotation_vocabulary.hpp>
#include <mcp/c_library_names.hpp>
#include <mcp/pop_macros.hpp>

#define MCP_TOOL(...) [[clang::annotate("mcp::tool", ::mcp::annotation::Tool{__VA_ARGS__})]]
#define MCP_RESOURCE(...) [[clang::annotate("mcp::resource", ::mcp::annotation::Resource{__VA_ARGS__})]]
#define MCP_RESOURCE_LIST(...) [[clang::annotate("mcp::resource_list", ::mcp::annotation::ResourceList{__VA_ARGS__})]]
#define MCP_PROMPT(...) [[clang::annotate("mcp::prompt", ::mcp::annotation::Prompt{__VA_ARGS__})]]
#define MCP_COMPLETE(...) [[clang::annotate("mcp::complete", ::mcp::annotation::Complete{__VA_ARGS__})]]
#define MCP_PARAM(...) [[clang::annotate("mcp::param", ::mcp::annotation::Param{__VA_ARGS__})]]
#define MCP_FIELD(...) [[clang::annotate("mcp::field", ::mcp::annotation::Field{__VA_ARGS__})]]
#define MCP_VALUE(...) [[clang::annotate("mcp::value", ::mcp::annotation::EnumValue{__VA_ARGS__})]]
#define MCP_EXPOSE(function, ...)                                                                            \
  [[clang::annotate("mcp::expose", ::mcp::annotation::Expose{__VA_ARGS__})]] constexpr auto MCP_DETAIL_JOIN( \
      mcp_exposed_, __COUNTER__) = function
#define MCP_DESCRIBE(member, ...)                                                                             \
  [[clang::annotate("mcp::describe", ::mcp::annotation::Field{__VA_ARGS__})]] constexpr auto MCP_DETAIL_JOIN( \
      mcp_described_, __COUNTER__) = member
#define MCP_DETAIL_JOIN2(a, b) a##b
#define MCP_DETAIL_JOIN(a, b) MCP_DETAIL_JOIN2(a, b)
#define MCP_SERVER(...)                                                                                     \
  [[clang::annotate("mcp::server", ::mcp::annotation::Server{__VA_ARGS__})]] constexpr int MCP_DETAIL_JOIN( \
      mcp_server_annotation_, __COUNTER__) = 0

#else

#define MCP_TOOL(...) [[maybe_unused]]
#define MCP_RESOURCE(...) [[maybe_unused]]
#define MCP_RESOURCE_LIST(...) [[maybe_unused]]
#define MCP_PROMPT(...) [[maybe_unused]]
#define MCP_COMPLETE(...) [[maybe_unused]]
#define MCP_PARAM(...) [[maybe_unused]]
#define MCP_FIELD(...) [[maybe_unused]]
#define MCP_VALUE(...) [[maybe_unused]]
#define MCP_SERVER(...) static_assert(true)
#define MCP_EXPOSE(...) static_assert(true)
#define MCP_DESCRIBE(...) static_assert(true)

#endif
