// The MCP endpoint of a server behind somebody else's HTTP server: requests in, heads and chunks out, and no socket.
//
// The host has a route for the path of the endpoint (`ServeOptions::http.endpoint.path`). For each request it makes a
// ResponseSink, calls Endpoint::handle(), and sends what the sink is told. All of the protocol is behind it: both eras,
// sessions, event streams that stay open and can be resumed, header rules, limits. What stays the host's: connections
// and their limits, TLS, time-outs for requests that come slowly and for clients that read nothing, and compression.
//
// docs/embedding.md has adapters for several HTTP servers.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <mcp/export.hpp>
#include <mcp/serve_options.hpp>
#include <mcp/server.hpp>

namespace mcp::transport::hosted {
class HostedExchange;
}

namespace mcp::http {

/// A header field. In requests the value has no white space around it.
struct Field {
  std::string_view name;
  std::string_view value;
};

/// A request as the host has read it, whole. The views are used until handle() returns.
struct Request {
  std::string_view method{};        ///< "POST"
  std::string_view target{};        ///< path and query as they were sent: "/mcp"
  std::span<const Field> fields{};  ///< all of them, in the order in which they came
  std::string_view body{};          ///< without transfer and content encodings
  /// The IP address of the client, without a port; "unix" on a Unix socket. Requests of one address are counted
  /// together; empty: as those of one client.
  std::string_view peer{};
  bool http_1_0 = false;
};

/// The head of a response. Views live until ResponseSink::begin() returns.
struct ResponseHead {
  unsigned status = 200;
  /// Content-Type and what else belongs to the response; without Content-Length, Transfer-Encoding, Connection and
  /// Date, which are the host's.
  std::span<const Field> fields{};
  /// Bytes of the body; nothing: it is a stream, each part of which must go to the client at once. The response to HEAD
  /// has the length of a body that does not come.
  std::optional<std::size_t> content_length{};
  bool close = false;  ///< the connection should end behind this response
};

/// The response to one request: implemented by the host, called by the endpoint, on a thread of the endpoint, or of a
/// handler, but never by two at a time: begin() once, write() any number of times, end() once, unless the client goes
/// first. No function may block, or call the endpoint; most hosts copy what they get and post it to their own thread.
/// What a function throws counts as on_client_gone().
class MCP_EXPORT ResponseSink {
 public:
  ResponseSink() = default;
  ResponseSink(const ResponseSink&) = delete;
  ResponseSink& operator=(const ResponseSink&) = delete;
  virtual ~ResponseSink();

  virtual void begin(const ResponseHead& head) = 0;
  /// Bytes of the body. In a stream they are whole events.
  virtual void write(std::string_view bytes) = 0;
  /// The response is complete. `close`: the connection should end. A stream that breaks off ends in this way, too.
  virtual void end(bool close) = 0;
  /// Bytes that were written and that the client has not taken, as far as the host knows. While there are more than
  /// `ServeOptions::http.max_queued`, progress and logs are left out, and what can wait waits for on_sent(). A host
  /// that cannot know says 0, and keeps all of it.
  [[nodiscard]] virtual std::size_t unsent() const noexcept { return 0; }

  // What the host tells the endpoint, from any thread but within one of the functions above, and as long as it likes:
  /// The client has taken everything. Needed only if unsent() was not 0.
  void on_sent() noexcept;
  /// The client is gone: nothing more is written. A modern request is cancelled, a legacy one goes on.
  void on_client_gone() noexcept;
  /// The client has closed its half of the connection: it sends nothing any more, and is gone or still reads. Only what
  /// is sent shows which, so a stream gets a comment, and a modern call that is not answered soon becomes a stream,
  /// where the client takes one. The host tells on_client_gone() if it cannot send.
  void on_client_half_closed() noexcept;

 private:
  friend class mcp::transport::hosted::HostedExchange;
  std::weak_ptr<mcp::transport::hosted::HostedExchange> exchange_{};
};

/// Movable; one that was moved from may only be destroyed or assigned to. Functions are for any thread, but for the
/// destructor and the assignment.
class MCP_EXPORT Endpoint {
 public:
  /// `server` outlives it, and is not moved meanwhile. Uses the members of `options` that are of the protocol, and of
  /// `options.http` `endpoint`, `trusted_proxies`, `threads`, `max_workers`, `max_message`, `max_queued`, `grace` and
  /// `access_log`. Starts no thread before the first handle(). Throws std::invalid_argument as serve_http() does.
  explicit Endpoint(Server& server, ServeOptions options = {});
  Endpoint(Endpoint&& other) noexcept;
  Endpoint& operator=(Endpoint&& other) noexcept;
  /// stop(), and then waits for handlers that still run, however long they do.
  ~Endpoint();

  /// Answers a request through the sink, maybe before this returns, maybe much later; each request gets an answer.
  /// Keeps the sink until its end() has returned, or on_client_gone(). Throws std::bad_alloc, and std::system_error if
  /// the system has no thread left for the first request.
  void handle(const Request& request, std::shared_ptr<ResponseSink> sink);

  /// How many requests are being answered, as `connections`, and how many sessions there are.
  [[nodiscard]] ServeCounters counters() const;

  /// From now on requests are refused (503), streams end, and calls that run have the grace time of the options. Waits
  /// for that. False if handlers still run.
  bool stop();
  /// The same with another grace time, at least 0.
  bool stop(std::chrono::milliseconds grace);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mcp::http
