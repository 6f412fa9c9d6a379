// The methods of the protocol: which revision knows which, and what each answers.
#pragma once

#include <string>
#include <string_view>

#include <mcp/codec/document.hpp>
#include <mcp/codec/writer.hpp>
#include <mcp/protocol/answers.hpp>
#include <mcp/protocol/calls.hpp>
#include <mcp/protocol/errors.hpp>
#include <mcp/protocol/limits.hpp>
#include <mcp/protocol/log_sink.hpp>
#include <mcp/protocol/session.hpp>
#include <mcp/protocol/timers.hpp>
#include <mcp/protocol/tool_table.hpp>

namespace mcp {
class Server;
}

namespace mcp::protocol {

/// What a request may use while it is dispatched: belongs to the receiving thread of its peer.
struct Desk {
  Writer& writer;          // for answers given at once; emptied by whoever uses it
  CallTable& calls;        // tool calls are queued here
  Session* session;        // null where there is none: modern requests
  Call* queued = nullptr;  // the call that the request became, if it did
};

/// Answers requests. One serves all peers of a server; immutable after construction, any number of threads may use it.
/// The server, its objects, `log` and `timers` outlive it.
class Dispatcher {
 public:
  Dispatcher(const Server& server, const Limits& limits, LogSink& log, Timers& timers);
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;

  /// Answers `request` through its reply, at once or, for a tool call, by queueing it at the desk.
  void dispatch(const Request& request, Desk& desk) const;

  /// Answers with an error at once.
  void refuse(const Request& request, Desk& desk, ErrorCode code, std::string_view message) const;

  /// Answers a tools/call at once with a result that tells the model why it failed.
  void refuse_call(const Request& request, Desk& desk, std::string_view text) const;

  /// The tool of that name, or null.
  [[nodiscard]] const CallableTool* find_tool(std::string_view name) const noexcept { return tools_.find(name); }

  [[nodiscard]] const Limits& limits() const noexcept { return limits_; }
  [[nodiscard]] const CallEnvironment& calls() const noexcept { return environment_; }

 private:
  using Handler = void (Dispatcher::*)(const Request&, Desk&) const;
  struct Method {
    std::string_view name;
    Revision since;
    Revision until;
    bool of_tools;  // needs the tools capability
    Handler handler;
  };
  static const Method kMethods[];

  void initialize(const Request& request, Desk& desk) const;
  void ping(const Request& request, Desk& desk) const;
  void discover(const Request& request, Desk& desk) const;
  void list_tools(const Request& request, Desk& desk) const;
  void call_tool(const Request& request, Desk& desk) const;

  void answer(const Request& request, Desk& desk, std::string_view members, std::string_view more = {}) const;
  void refuse_method(const Request& request, Desk& desk) const;
  void refuse_tool(const Request& request, Desk& desk, std::string_view name) const;

  Limits limits_;
  LogSink& log_;
  Answers answers_;
  ToolTable tools_;
  CallEnvironment environment_;
  Document empty_object_;  // the arguments of a call that sends none
};

}  // namespace mcp::protocol
