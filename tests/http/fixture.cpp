// A tool for every way that a call can behave under HTTP; the tests beside this file call them.
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <mcp/mcp.hpp>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>

namespace fixture {

/// What became of the calls, each under the label that its caller chose.
class Ledger {
 public:
  /// Notes that the call runs, waits until it is released or asked to stop, and notes how that ended.
  std::string hold(const std::string& label, std::chrono::milliseconds longest, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    states_[label] = "running";
    changed_.notify_all();
    const bool released = changed_.wait_for(lock, stop, longest, [&] { return states_[label] == "released"; });
    states_[label] = stop.stop_requested() ? "cancelled" : released ? "finished" : "timed out";
    changed_.notify_all();
    return states_[label];
  }

  void release(const std::string& label) {
    const std::lock_guard lock(mutex_);
    states_[label] = "released";
    changed_.notify_all();
  }

  /// The state of the call once it is another than `state`, or what it is after five seconds.
  std::string leave(const std::string& label, const std::string& state) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(5), [&] { return find(label) != state; });
    return find(label);
  }

 private:
  [[nodiscard]] std::string find(const std::string& label) const {
    const auto found = states_.find(label);
    return found == states_.end() ? "unknown" : found->second;
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::map<std::string, std::string> states_;
};

Ledger& ledger() {
  static Ledger instance;
  return instance;
}

/// Add two numbers.
/// @param a The one
/// @param b The other
MCP_TOOL(.read_only = true)
int add(int a, int b) { return a + b; }

/// Wait until released, cancelled or late.
/// @param label What the call is known by
/// @param longest Milliseconds to wait
MCP_TOOL()
std::string hold(std::string label, int longest, std::stop_token stop) {
  return ledger().hold(label, std::chrono::milliseconds(longest), stop);
}

/// The same, without listening to a cancellation.
/// @param label What the call is known by
/// @param longest Milliseconds to wait
MCP_TOOL()
std::string block(std::string label, int longest) {
  return ledger().hold(label, std::chrono::milliseconds(longest), {});
}

/// The same, as a task.
/// @param label What the call is known by
/// @param longest Milliseconds to wait
MCP_TOOL(.task = mcp::TaskSupport::Required)
std::string block_as_task(std::string label, int longest) {
  return ledger().hold(label, std::chrono::milliseconds(longest), {});
}

/// The same, as a task that the tool itself starts.
/// @param label What the call is known by
/// @param longest Milliseconds to wait
MCP_TOOL(.task = mcp::TaskSupport::Required)
std::string block_after_start(std::string label, int longest, mcp::Context& context) {
  context.start_task();
  return ledger().hold(label, std::chrono::milliseconds(longest), {});
}

/// Report, block, and report again.
/// @param label What the call is known by
/// @param longest Milliseconds to wait
MCP_TOOL()
std::string block_after_report(std::string label, int longest, mcp::Context& context) {
  context.log(mcp::LogLevel::Info, label);
  std::string state = ledger().hold(label, std::chrono::milliseconds(longest), {});
  context.log(mcp::LogLevel::Info, state);
  return state;
}

/// Report a lot at once; "reported" and the length of the answer are released when all is said.
/// @param times How often
/// @param bytes How long each time
/// @param answer How long the answer is
MCP_TOOL()
std::string report(MCP_PARAM(.minimum = 0, .maximum = 100) int times,
                   MCP_PARAM(.minimum = 0, .maximum = 1000000) int bytes,
                   MCP_PARAM(.minimum = 0, .maximum = 100000000) int answer, mcp::Context& context) {
  for (int i = 0; i < times; ++i) context.log(mcp::LogLevel::Info, std::string(static_cast<std::size_t>(bytes), 'x'));
  ledger().release("reported " + std::to_string(answer));
  return std::string(static_cast<std::size_t>(answer), 'y');
}

struct Word {
  std::string word;  ///< Any
};

/// Ask for a word.
MCP_TOOL()
std::string ask(mcp::Context& context) {
  const auto word = context.elicit<Word>("word", "Which word?");
  return word ? word->word : "no word";
}

/// Ask the client's model.
MCP_TOOL()
std::string sample(mcp::Context& context) {
  mcp::SampleRequest request{.messages = {mcp::user("Which word?")}, .max_tokens = 10};
  return context.sample("answer", std::move(request)).text();
}

/// Let a call of hold or block finish.
/// @param label Which one
MCP_TOOL()
void release(std::string label) { ledger().release(label); }

/// Wait until a call has left a state.
/// @param label Which one
/// @param state The state: unknown, running, released
/// @return The state it is in then, "cancelled" or "finished" at the end
MCP_TOOL()
std::string leave(std::string label, std::string state) { return ledger().leave(label, state); }

/// Fail.
/// @param text What the exception says
MCP_TOOL()
void fail(std::string text) { throw std::runtime_error(text); }

/// A long text.
/// @param bytes How long
MCP_TOOL()
std::string large(MCP_PARAM(.minimum = 0, .maximum = 100000000) int bytes) {
  return std::string(static_cast<std::size_t>(bytes), 'x');
}

/// Say where something is; headers repeat the arguments.
/// @param region Where to look
/// @param level How far
/// @param exact Whether to round
MCP_TOOL()
std::string locate(MCP_PARAM(.header = "Region") std::string region, MCP_PARAM(.header = "Level") int level,
                   MCP_PARAM(.header = "Exact") bool exact = false) {
  return region + " " + std::to_string(level) + (exact ? " exactly" : "");
}

/// Offer a tool, or not.
/// @param name Which one
/// @param offered Whether it is to be listed and called
MCP_TOOL()
void offer(std::string name, bool offered, mcp::Context& context) {
  const mcp::ToolRegistry tools = context.server().tools();
  offered ? tools.enable(name) : tools.disable(name);
}

/// Say that a resource changed.
/// @param uri Which one
MCP_TOOL()
void touch(std::string uri, mcp::Context& context) { context.server().resource_updated(uri); }

/// A note that says its own name.
MCP_RESOURCE(.uri = "note:///{name}")
std::string note(std::string name) { return name; }

}  // namespace fixture
