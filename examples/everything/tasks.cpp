// Tools that run as tasks, which outlive the connection they were asked for on (io.modelcontextprotocol/tasks).
#include <mcp/mcp.hpp>

#include <chrono>
#include <string>

namespace {

struct Approval {
  bool confirm;  ///< Whether to go on
};
struct Person {
  std::string name;  ///< Your name
};

}  // namespace

/// Compute for a while.
/// @param seconds For how long
/// @param label   What to call it
MCP_TOOL(.task = mcp::TaskSupport::Optional)
static mcp::Task<std::string> slow_compute(mcp::Context& ctx, MCP_PARAM(.minimum = 0, .maximum = 60) double seconds = 1,
                                           const std::string& label = "computation") {
  const auto step = std::chrono::duration<double>(seconds / 10);
  for (int done = 0; done < 10; ++done) {
    ctx.progress(done, 10, label + ": " + std::to_string(done * 10) + " %");
    co_await ctx.sleep_for(step);
  }
  co_return label + " is done.";
}

/// Fail, as a tool does.
MCP_TOOL(.task = mcp::TaskSupport::Required)
static void failing_job() { throw mcp::ToolError("This job always fails."); }

/// Fail, as a request does.
MCP_TOOL(.task = mcp::TaskSupport::Required)
static void protocol_error_job() { throw mcp::ProtocolError(-32603, "This job ends with an error of the protocol."); }

/// Delete a file, once the user has agreed.
/// @param filename Which one
MCP_TOOL(.destructive = true, .task = mcp::TaskSupport::Required)
static std::string confirm_delete(const std::string& filename, mcp::Context& ctx) {
  const auto approval = ctx.elicit<Approval>("confirm", "Delete " + filename + "?");
  if (!approval || !approval->confirm) return filename + " was not deleted.";
  return filename + " was deleted.";
}

/// Ask two things at once.
MCP_TOOL(.task = mcp::TaskSupport::Required)
static std::string multi_input(mcp::Context& ctx) {
  const auto [person, approval] =
      ctx.ask(mcp::form<Person>("name", "Who are you?"), mcp::form<Approval>("confirm", "Shall we go on?"));
  return (person ? person->name : "Somebody") + (approval && approval->confirm ? " goes on." : " stops.");
}

/// Ask who is there, then go on as a task.
MCP_TOOL(.task = mcp::TaskSupport::Required)
static std::string test_tool_with_task(mcp::Context& ctx) {
  const auto person = ctx.elicit<Person>("user_name", "What is your name?");
  ctx.start_task();
  return "Hello, " + (person ? person->name : "stranger") + "! The task is done.";
}
