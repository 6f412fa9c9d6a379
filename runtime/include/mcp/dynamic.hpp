// Tools, prompts and resources that a server gets at run time, where a declaration cannot say what they are: plugins,
// what a database holds. Everything else is better written as an annotated function.
//
//   server.tools().add({.name = "query_" + table, .description = "Rows of " + table,
//                       .input_schema = schema_of(table),
//                       .call = [=](const mcp::json& arguments, mcp::Context&) { return rows(table, arguments); }});
//
// Functions are called concurrently, and maybe again when the client has answered a question of theirs. They are kept
// until they are removed and the last call of theirs is over, which destroys them on the thread that it ends on.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <mcp/context.hpp>
#include <mcp/prompt.hpp>
#include <mcp/resource.hpp>
#include <mcp/tool_result.hpp>

namespace mcp {

/// Texts that are empty are not sent, here and below.
struct DynamicTool {
  std::string name;  // 1 to 128 letters, digits, `_`, `.` and `-`
  std::string title{};
  std::string description{};
  /// A JSON Schema of draft 2020-12 with "type": "object" at its root, references within the text only. Arguments that
  /// do not fit it never reach `call`. Headers (`x-mcp-header`) are for annotated tools. Properties of the root that
  /// are `true` or `false` are listed as objects that mean the same.
  std::string input_schema = R"({"type":"object"})";
  std::function<ToolResult(const nlohmann::json& arguments, Context& context)> call;
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
  /// Gets the arguments that were sent: all that are required, and no others than those above.
  std::function<PromptResult(const std::map<std::string, std::string>& arguments, Context& context)> get;
};

struct DynamicResource {
  Resource resource;
  std::function<ResourceContents(Context& context)> read;
  /// How long a client may keep the contents, and whether everybody gets the same.
  std::uint32_t ttl_ms = 0;
  bool is_public = false;
};

}  // namespace mcp
