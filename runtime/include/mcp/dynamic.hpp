// Tools, prompts and resources that a program adds at run time, because no declaration can describe them: those of
// plugins, or of the tables of a database. Write everything else as annotated functions.
//
//   server.tools().add({.name = "query_" + table, .description = "Rows of " + table,
//                       .input_schema = schema_of(table),
//                       .call = [=](const mcp::json& arguments, mcp::Context&) { return rows(table, arguments); }});
//
// The functions are called concurrently. A function that asks its client is called again with the answer. A function is
// kept until it is removed and its last call has ended; it is destroyed on the thread on which that call ends.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <mcp/context.hpp>
#include <mcp/json.hpp>
#include <mcp/prompt.hpp>
#include <mcp/resource.hpp>
#include <mcp/tool_result.hpp>

namespace mcp {

/// A tool. Empty texts are not sent, here and below.
struct DynamicTool {
  std::string name;  // 1 to 128 letters, digits, `_`, `.` and `-`
  std::string title{};
  std::string description{};
  /// A JSON Schema of draft 2020-12, as text, with "type": "object" at its root. References must stay within the text.
  /// `call` never gets arguments that do not conform to it. `x-mcp-header` is not allowed here: only annotated tools
  /// have headers. A property of the root whose schema is `true` or `false` is listed as the equivalent object.
  std::string input_schema = R"({"type":"object"})";
  std::function<ToolResult(const json& arguments, Context& context)> call;
};

struct DynamicPromptArgument {
  std::string name;
  std::string title{};
  std::string description{};
  bool required = false;
};

struct DynamicPrompt {
  std::string name;
  std::string title{};
  std::string description{};
  std::vector<DynamicPromptArgument> arguments{};
  /// Gets the arguments that the client sent: all required ones, and none that is not in `arguments`.
  std::function<PromptResult(const std::map<std::string, std::string>& arguments, Context& context)> get;
};

struct DynamicResource {
  Resource resource;
  std::function<ResourceContents(Context& context)> read;
  /// How long a client may cache the contents, in milliseconds; and whether the contents are the same for all clients.
  std::uint32_t ttl_ms = 0;
  bool is_public = false;
};

}  // namespace mcp
