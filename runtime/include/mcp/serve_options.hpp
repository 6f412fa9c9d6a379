// The options of a server that is served: limits, keys, the parts that a program may replace, and what belongs to one
// transport; and what a server that is served counts.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/limits.hpp>
#include <mcp/rate_store.hpp>

namespace mcp {

class Authorizer;
class ChangeBus;
class EventStore;
class HandleStore;
class SessionStore;
class TaskStore;
class UsedStates;

/// How many sessions of legacy clients there may be over HTTP, and what each may keep.
struct SessionLimits {
  std::size_t max_sessions = 10'000;
  /// Event streams of one session that a client may hold open at once.
  std::size_t max_streams = 16;
  /// Bytes of events that one session keeps for a client that comes back. What was not shown yet is kept beyond that.
  std::size_t max_replay = std::size_t{1} << 20;
  /// Bytes of events that all sessions keep, with what they have not shown yet. Where that is too much, those that keep
  /// most forget first.
  std::size_t max_replay_total = std::size_t{64} << 20;
  /// How long a session lives without a request and without an open stream.
  std::chrono::milliseconds idle = std::chrono::minutes(30);
  /// The same before `notifications/initialized`.
  std::chrono::milliseconds idle_before_use = std::chrono::minutes(1);
};

/// What HTTP means to the protocol, whoever reads the sockets.
struct EndpointOptions {
  std::string path = "/mcp";
  /// The paths of HTTP+SSE, the transport of 2024-11-05: its event stream, and where messages are posted. Empty: it is
  /// not offered.
  std::string sse_path{};
  std::string message_path{};
  /// Names that clients may call the server by, in Host; "*": any. See docs/deployment.md.
  std::vector<std::string> allowed_hosts{};
  /// Web origins whose pages may call the server; "*": any. Empty: origins of this machine, and of the allowed hosts.
  std::vector<std::string> allowed_origins{};
  /// Whether the names of the loopback interface are allowed as hosts. serve_http() allows them if it listens there
  /// alone.
  bool on_loopback = true;
  SessionLimits sessions{};
  /// How often one principal, or one peer where nobody is authenticated, may run handlers; nothing: without a limit.
  std::optional<Rate> calls = Rate{1000, 2000};
  /// How often the same may open sessions: far more often than clients do; nothing: without a limit.
  std::optional<Rate> openings = Rate{1000, 5000};
  /// An answer that takes longer becomes an event stream, where the client accepts one: it can be kept alive, and
  /// legacy clients can come back to it.
  std::chrono::milliseconds stream_after{1000};
  /// The time between pings on the event streams of sessions; the stream of a client that has not answered one by the
  /// next is closed. 0: none is sent.
  std::chrono::milliseconds ping_interval{0};
  /// The time between comments on streams that carry nothing else.
  std::chrono::milliseconds keep_alive{15'000};
};

/// A server that reads sockets itself.
struct HttpOptions {
  /// A name or address; empty: the loopback interface.
  std::string host{};
  /// 0: one that is free, see Serving::port().
  unsigned short port = 0;
  /// Serve on this Unix socket instead. A socket file without a listening process is replaced.
  std::string unix_path{};
  /// PEM files: both for TLS, or none.
  std::string tls_certificate{};
  std::string tls_key{};

  EndpointOptions endpoint{};
  /// IP addresses without ports, or "unix", which stands for Unix sockets. Requests from there name their client in
  /// Forwarded or X-Forwarded-For.
  std::vector<std::string> trusted_proxies{};
  std::size_t threads = 1;                         ///< event loops
  std::size_t max_workers = 64;                    ///< threads for slow tools
  std::size_t max_connections = 32'768;            ///< half of them from one address, but for trusted proxies
  std::size_t max_header = std::size_t{16} << 10;  ///< bytes of request line and header
  std::size_t max_message = std::size_t{4} << 20;  ///< bytes of one message from a client
  /// Bytes that wait for one client to read them. With more, its next requests and events wait, and notifications that
  /// may be dropped are.
  std::size_t max_queued = std::size_t{1} << 20;
  /// Bytes that wait for all clients together, and bytes of incomplete requests of all clients. With more, the
  /// connections that keep most for longest are cut off, or are answered with 503.
  std::size_t max_unsent = std::size_t{64} << 20;
  std::size_t max_receiving = std::size_t{64} << 20;
  std::chrono::milliseconds header_timeout{10'000};
  std::chrono::milliseconds request_timeout{60'000};  ///< for header and body
  std::chrono::milliseconds write_timeout{30'000};    ///< without progress
  std::chrono::milliseconds idle_timeout{75'000};     ///< between requests
  std::chrono::milliseconds grace{10'000};            ///< for calls that run when the server stops
  bool access_log = false;                            ///< a line of JSON for each request, to the log
};

/// A server with one client at two descriptors, a message a line.
struct StdioOptions {
  /// The descriptors stay the caller's, and must be open until the server has ended.
  int in = 0;
  int out = 1;
  /// Takes stdin and stdout of the process for the protocol alone: from then on descriptor 0 is empty and descriptor 1
  /// is stderr, so that nothing that the program prints disturbs the client. Only where `in` is 0 and `out` is 1; it
  /// stays so until the process ends.
  bool isolate = false;
  std::size_t max_message = std::size_t{4} << 20;   ///< bytes of one message from the client
  std::size_t max_backlog = std::size_t{16} << 20;  ///< bytes of output that wait before reading pauses
  std::size_t max_workers = 64;                     ///< threads for tools
  std::chrono::milliseconds grace{2000};            ///< for running tools, once the client is gone
  /// Of what runs a handler. High, as there is but one client, which the server belongs to.
  std::optional<Rate> calls = Rate{1'000'000, 1'000'000};
};

/// Connections that the program carries itself; see <mcp/connection.hpp>.
struct ConnectionOptions {
  std::size_t max_connections = 10'000;
  std::size_t max_message = std::size_t{4} << 20;  ///< bytes of one message from a client
  std::size_t max_queued = std::size_t{1} << 20;   ///< bytes that wait for one client to read them
  std::size_t max_workers = 64;                    ///< threads for handlers, of all connections together
  std::chrono::milliseconds grace{10'000};         ///< for calls that run when the endpoint stops
  /// How often one connection may run handlers; nothing: without a limit.
  std::optional<Rate> calls = Rate{1000, 2000};
};

/// The server shares the ownership of the parts, and lets them go when it has ended. docs/replacing-parts.md says what
/// each of them does.
struct ServeOptions {
  Limits limits{};
  /// Keys that seal the state that modern clients carry, 64 hexadecimal digits each, one a line or separated by commas:
  /// the first one seals, all of them open. Empty: a random key, valid as long as the server.
  std::string keys{};
  /// Keeps the tasks; see <mcp/task_store.hpp>. Null: memory, within `task_limits`.
  std::shared_ptr<TaskStore> task_store{};
  TaskLimits task_limits{};
  /// Records which states were used; see <mcp/used_states.hpp>. Null: memory, and each single-use state is valid only
  /// in the process that made it.
  std::shared_ptr<UsedStates> used_states{};
  /// Tells other servers of changes; see <mcp/change_bus.hpp>. Null: there are no others.
  std::shared_ptr<ChangeBus> change_bus{};
  /// Says who sends a request over HTTP; see <mcp/authorizer.hpp>. Null: nobody is authenticated.
  std::shared_ptr<Authorizer> authorizer{};
  /// Keeps the values of mcp::StoredHandles; see <mcp/handle_store.hpp>. Null: the memory of the process.
  std::shared_ptr<HandleStore> handle_store{};
  /// Counts the calls of each client, over HTTP; see <mcp/rate_store.hpp>. Null: each server counts by itself.
  std::shared_ptr<RateStore> rate_store{};
  /// Keeps the sessions of legacy clients, over HTTP; see <mcp/session_store.hpp>. Null: each server knows its own.
  std::shared_ptr<SessionStore> session_store{};
  /// Keeps the events of those sessions, for servers that share a session store; see <mcp/event_store.hpp>. Null: each
  /// server knows its own.
  std::shared_ptr<EventStore> event_store{};
  /// Gets each line of the log, without a line end: what clients must not see, such as texts of exceptions. Called from
  /// any thread, several at a time; it must neither throw nor wait for long. Null: the lines go to stderr.
  std::function<void(std::string_view line)> log{};

  StdioOptions stdio{};             ///< for serve_stdio()
  HttpOptions http{};               ///< for serve_http() and http::Endpoint
  ConnectionOptions connections{};  ///< for MessageEndpoint
};

/// What a server does now.
struct ServeCounters {
  std::size_t connections = 0;  ///< open ones; over stdio 1 until the client is gone
  std::size_t sessions = 0;     ///< of legacy clients over HTTP
};

}  // namespace mcp
