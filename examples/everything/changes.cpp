// Lists that change while the server runs.
#include <mcp/mcp.hpp>

#include <atomic>
#include <string>

/// Two calls at once must not add the same.
static std::string passing_name(const std::string& what) {
  static std::atomic<unsigned> count = 0;
  return what + '_' + std::to_string(++count);
}

/// Add a tool and remove it again: clients that listen hear of it.
MCP_TOOL()
static std::string test_trigger_tool_change(mcp::Context& ctx) {
  const auto tools = ctx.server().tools();
  const std::string name = passing_name("test_passing_tool");
  tools.add({.name = name, .description = "Here for a moment.", .call = [](const mcp::json&, mcp::Context&) {
               return mcp::ToolResult("still here");
             }});
  tools.remove(name);
  return "The list of tools has changed.";
}

/// Add a prompt and remove it again.
MCP_TOOL()
static std::string test_trigger_prompt_change(mcp::Context& ctx) {
  const auto prompts = ctx.server().prompts();
  const std::string name = passing_name("test_passing_prompt");
  prompts.add({.name = name,
               .description = "Here for a moment.",
               .get = [](const std::map<std::string, std::string>&, mcp::Context&) { return mcp::PromptResult{}; }});
  prompts.remove(name);
  return "The list of prompts has changed.";
}

/// Say that the watched resource has changed.
MCP_TOOL()
static std::string test_trigger_resource_update(mcp::Context& ctx) {
  ctx.server().resource_updated("test://watched-resource");
  return "The watched resource has changed.";
}
