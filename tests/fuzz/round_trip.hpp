// Calls of tools that return what they are given.
#pragma once

#include <algorithm>
#include <string>

#include <mcp/json.hpp>

#include "manual_scheduling.hpp"
#include "methods/dispatcher.hpp"
#include "spoken.hpp"
#include "transport/memory/memory.hpp"

namespace fuzz {

/// A server with one client. The server outlives it.
class Caller {
 public:
  explicit Caller(const mcp::Server& server) : dispatcher_(server, {}, log_, timers_) {}

  /// The result of a modern call, which is judged; null if there is none.
  mcp::json call(const std::string& name, const std::string& arguments) {
    Spoken spoken;
    const std::string message = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":)" +
                                mcp::json(name).dump() + R"(,"arguments":)" + arguments +
                                R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)" +
                                R"("io.modelcontextprotocol/clientCapabilities":{}}}})";
    spoken.sent(message);
    mcp::json result;
    for (const std::string& answer : peer_.exchange(message)) {
      spoken.received(answer);
      result = mcp::json::parse(answer).value("result", mcp::json());
    }
    return result;
  }

 private:
  mcp::protocol::NoLog log_;
  mcp::protocol::ManualTimers timers_;
  mcp::protocol::Dispatcher dispatcher_;
  mcp::protocol::InlineExecutor executor_;
  mcp::transport::MemoryPeer peer_{dispatcher_, executor_};
};

/// What a tool of one argument `value` was given, by its result: a struct is returned as itself, anything else as
/// `result`, and text as text alone. A tool with a schema of its own returns all of its arguments.
inline mcp::json given(const mcp::json& result, bool is_all) {
  if (!result.contains("structuredContent")) return {{"value", result.at("content").at(0).at("text")}};
  const mcp::json& value = result["structuredContent"];
  if (is_all) return value;
  return {{"value", value.size() == 1 && value.contains("result") ? value["result"] : value}};
}

/// The value with every array in order: an unordered set has none of its own.
inline mcp::json sorted(mcp::json value) {
  if (!value.is_structured()) return value;
  for (mcp::json& part : value) part = sorted(part);
  if (value.is_array()) std::sort(value.begin(), value.end());
  return value;
}

}  // namespace fuzz
