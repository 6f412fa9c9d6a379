// Serving a server from within a program: several of them in one process, started and stopped at any time.
//
//   mcp::Serving serving = mcp::serve_http(server, {.http = {.port = 8080}});
//   …
//   serving.stop();
//
// Nothing here touches what belongs to the process: no signal handler, no limit, no locale, and stdin and stdout only
// where StdioOptions::isolate says so. docs/embedding.md shows which way of serving is for whom.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <mcp/executor.hpp>  // IWYU pragma: export
#include <mcp/export.hpp>
#include <mcp/serve_options.hpp>
#include <mcp/server.hpp>

namespace boost::asio {
class io_context;
}

namespace mcp {

/// A server that is served, by threads of its own or by a thread of the program. Movable; one that was moved from may
/// only be destroyed or assigned to. Functions are for any thread, but for the destructor and the assignment.
///
/// stop(), wait(), wait_for() and the destructor run, while they wait, the handlers that were posted to a MainThread of
/// the calling thread; wait_for(0ms) does not wait. Calls that still wait for an executor when the grace time is over
/// are answered with an error.
class MCP_EXPORT Serving {
 public:
  class Impl;
  explicit Serving(std::unique_ptr<Impl> impl) noexcept;  ///< for the runtime
  Serving(Serving&& other) noexcept;
  Serving& operator=(Serving&& other) noexcept;
  /// stop(), and then waits for handlers that still run, however long they do: they may use what the program destroys
  /// next.
  ~Serving();

  /// What clients reach it by: "http://127.0.0.1:8080/mcp", "unix:/run/x.sock"; empty over stdio.
  [[nodiscard]] std::string url() const;
  /// The TCP port; 0 if there is none.
  [[nodiscard]] unsigned short port() const noexcept;
  [[nodiscard]] ServeCounters counters() const;

  /// Asks the server to end, and returns at once: nothing new is accepted, streams end, and what runs has the grace
  /// time of the options. Async-signal-safe.
  void request_stop() const noexcept;
  /// The same, and waits for the end as wait() does.
  bool stop() const;  // NOLINT(modernize-use-nodiscard)
  /// The same with another grace time, at least 0, for handlers that run.
  bool stop(std::chrono::milliseconds grace) const;  // NOLINT(modernize-use-nodiscard)
  /// Waits until the server has ended: after request_stop(), or over stdio when the client is gone. False if handlers
  /// still run, which were asked to stop and had the grace time.
  bool wait() const;  // NOLINT(modernize-use-nodiscard)
  /// The same, for `time` at most; nothing: it has not ended.
  [[nodiscard]] std::optional<bool> wait_for(std::chrono::milliseconds time) const;

 private:
  friend class ServingAccess;
  std::unique_ptr<Impl> impl_;
};

/// Serves one client at `options.stdio.in` and `out`, from now on. `server` outlives it, and is not moved meanwhile.
/// Throws std::invalid_argument if a class of `server` has no object, or if an option is invalid, and std::system_error
/// if the system has no thread or descriptor left.
[[nodiscard]] MCP_EXPORT Serving serve_stdio(Server& server, ServeOptions options = {});

/// Serves any number of clients over Streamable HTTP, from now on: when it returns, clients can connect. `server`
/// outlives it, and is not moved meanwhile. Throws as serve_stdio() does, and std::system_error or std::runtime_error,
/// with a text for users, if it cannot listen or cannot use the certificate.
[[nodiscard]] MCP_EXPORT Serving serve_http(Server& server, ServeOptions options = {});

/// The same on the program's own event loop: whoever runs `context` reads and writes the sockets, and no thread of the
/// server does; handlers run on threads of the server. `context` outlives the Serving, and one thread at a time runs it
/// until the Serving has ended; as long as it serves, io_context::run() has work. Where nobody runs `context` any more,
/// and within its own handlers, stop(), wait() and the destructor run what is left of it. `options.http.threads` is not
/// used. The Boost of the program is the one that the runtime was built with.
[[nodiscard]] MCP_EXPORT Serving serve_http(Server& server, boost::asio::io_context& context,
                                            ServeOptions options = {});

}  // namespace mcp
