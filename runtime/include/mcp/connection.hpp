// A server at the other end of any pipe: a WebSocket, a serial line, a message queue, two functions in one program.
//
//   mcp::MessageEndpoint endpoint(server);
//   …                                          // a client is there
//   mcp::Connection connection = endpoint.connect(std::make_shared<MySink>(socket));
//   connection.receive(text);                  // for each message; what the server says comes to the sink
//
// The program has the pipe: it frames, reads, writes, and notices when the client is gone. All of the protocol is
// behind the connection: both eras, sessions, questions, subscriptions, limits. Messages are what they are over stdio
// (2026-07-28, basic/transports/stdio), in order in both directions; mcp::test::check_transport() tests a transport
// that is made in this way. docs/embedding.md shows one.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <mcp/export.hpp>
#include <mcp/serve_options.hpp>
#include <mcp/server.hpp>

namespace mcp {

/// Takes the messages for one client: implemented by the program. Functions are called on any thread, never by two at a
/// time, and must not block, or call receive(), receive_bytes() or close() of the connection; most programs copy what
/// they get and hand it to their own thread. A sink that throws has lost its client: nothing more is sent to it.
class MCP_EXPORT ConnectionSink {
 public:
  ConnectionSink() = default;
  ConnectionSink(const ConnectionSink&) = delete;
  ConnectionSink& operator=(const ConnectionSink&) = delete;
  virtual ~ConnectionSink();

  /// One whole message: JSON in UTF-8 without a line end in it or behind it. On a pipe of bytes a "\n" goes behind it.
  virtual void send(std::string_view message) = 0;

  /// Bytes that were sent and that the client has not taken, as far as the program knows. While there are more than
  /// `ServeOptions::connections.max_queued`, progress and logs are left out, changes wait for Connection::on_sent(),
  /// and Connection::receive() returns false. A program that cannot know says 0, and keeps all of it.
  [[nodiscard]] virtual std::size_t unsent() const noexcept { return 0; }
};

/// Who is at the other end.
struct ConnectionPeer {
  /// Who the client was found to be, by a token or a certificate: tasks and sealed state are bound to it, and handlers
  /// read it with Context::principal(). Empty: nobody knows.
  std::string principal{};
  /// The address of the client, without a port: connections of one address share limits, unless they have a principal.
  /// Empty: each connection counts by itself.
  std::string address{};
};

/// One client. Movable; one that was moved from may only be destroyed or assigned to. Functions are for any thread, but
/// for the destructor and the assignment; messages are handled in the order in which receive() is called.
class MCP_EXPORT Connection {
 public:
  class Impl;
  explicit Connection(std::unique_ptr<Impl> impl) noexcept;  ///< for the runtime
  Connection(Connection&& other) noexcept;
  Connection& operator=(Connection&& other) noexcept;
  /// close().
  ~Connection();

  /// One whole message from the client. Everything but what runs a handler is answered before it returns; handlers run
  /// on threads of the endpoint. A message that is too long or is no JSON is answered with an error, and loses nothing
  /// else. Keeps no reference to the bytes. Throws nothing. False: so much waits for the client that the program should
  /// read no more from it until it calls on_sent(). After close() nothing is received.
  bool receive(std::string_view message) noexcept;
  /// The same for bytes, cut anywhere: each line of them is a message.
  bool receive_bytes(std::string_view bytes) noexcept;

  /// The client has taken what was sent: what waited goes out. Needed only if ConnectionSink::unsent() was not 0.
  /// Returns at once; the sink may call it.
  void on_sent() noexcept;

  /// The client is gone, or is to go: its handlers are asked to stop, its subscriptions and session end, and the sink
  /// is not called any more. Does not wait for handlers.
  void close() noexcept;

 private:
  std::unique_ptr<Impl> impl_;
};

/// Serves any number of connections. Movable; one that was moved from may only be destroyed or assigned to. Functions
/// are for any thread, but for the destructor and the assignment.
class MCP_EXPORT MessageEndpoint {
 public:
  /// `server` outlives it, and is not moved meanwhile. Uses the members of `options` that are of the protocol, and
  /// `options.connections`. Starts no thread before the first connect(). Throws std::invalid_argument if a class of
  /// `server` has no object, or if an option is invalid.
  explicit MessageEndpoint(Server& server, ServeOptions options = {});
  MessageEndpoint(MessageEndpoint&& other) noexcept;
  MessageEndpoint& operator=(MessageEndpoint&& other) noexcept;
  /// stop(), and then waits for handlers that still run, however long they do. Connections may live on; they receive
  /// nothing.
  ~MessageEndpoint();

  /// A client is there. The endpoint keeps the sink until the connection is closed. Throws std::runtime_error if there
  /// are `max_connections` or the endpoint was stopped, std::invalid_argument if there is no sink, and
  /// std::system_error if the system has no thread left for the first connection.
  [[nodiscard]] Connection connect(std::shared_ptr<ConnectionSink> sink, ConnectionPeer peer = {});

  /// How many connections there are.
  [[nodiscard]] ServeCounters counters() const;

  /// From now on nothing is received, streams end, and calls that run have the grace time of the options; what they
  /// answer is sent. Waits for that. False if handlers still run.
  bool stop();
  /// The same with another grace time, at least 0.
  bool stop(std::chrono::milliseconds grace);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mcp
