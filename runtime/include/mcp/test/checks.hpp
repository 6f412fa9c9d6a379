// Tests of the parts of a server that a program may replace. A function for each interface puts an implementation
// through what the interface's header promises:
//
//   TEST(MyUsedStates, keep_the_contract) {
//     const mcp::test::CheckReport report = mcp::test::check_used_states([] { return my_store("redis://localhost"); });
//     EXPECT_TRUE(report.passed()) << report.text();
//   }
//
// Each function opens the store under test several times, as several processes of a server would, and uses it from
// several threads. It needs no test framework, keeps nothing in the process, and uses names that no other run uses, so
// that several runs may share a store.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mcp/export.hpp>

namespace mcp {
class Authorizer;
class ChangeBus;
class EventStore;
class TaskStore;
class HandleStore;
class RateStore;
class Server;
class SessionStore;
class UsedStates;
}  // namespace mcp

namespace mcp::test {

/// What a check found.
class MCP_EXPORT CheckReport {
 public:
  CheckReport(std::size_t expectations, std::vector<std::string> problems)
      : expectations_(expectations), problems_(std::move(problems)) {}

  /// Whether everything was as expected.
  [[nodiscard]] bool passed() const noexcept { return expectations_ != 0 && problems_.empty(); }
  /// How many expectations were checked.
  [[nodiscard]] std::size_t expectations() const noexcept { return expectations_; }
  /// A text for each expectation that did not hold: what was checked, and what was found instead.
  [[nodiscard]] const std::vector<std::string>& problems() const noexcept { return problems_; }
  /// The problems as lines, each with a newline at its end.
  [[nodiscard]] std::string text() const;

 private:
  std::size_t expectations_;
  std::vector<std::string> problems_;
};

/// Opens the store under test: each call gives a handle to the same store, as another process of the server would have
/// one. For a store in memory it may be the same object each time. A handle is used by several threads.
template <class Store>
using OpenStore = std::function<std::shared_ptr<Store>()>;

/// A request for check_authorizer(), and the verdict that it must get.
struct AuthorizerExample {
  std::string verb = "POST";
  std::string path = "/mcp";
  std::string peer = "192.0.2.1";
  std::vector<std::optional<std::string>> headers{};  ///< as Authorizer::header_names() lists them; nullopt: not sent
  std::optional<std::string> principal{};             ///< nullopt: the request is refused
};
/// Tests an implementation of <mcp/authorizer.hpp>. At least one of the examples must be granted, and one refused.
[[nodiscard]] MCP_EXPORT CheckReport check_authorizer(Authorizer& authorizer,
                                                      const std::vector<AuthorizerExample>& examples);

/// Tests an implementation of <mcp/change_bus.hpp>. A change that is not heard within `longest` counts as lost.
[[nodiscard]] MCP_EXPORT CheckReport check_change_bus(const OpenStore<ChangeBus>& open,
                                                      std::chrono::milliseconds longest = std::chrono::seconds(10));

/// Tests an implementation of <mcp/task_store.hpp>, which must have room for some 100 tasks and 300 KB of one
/// principal.
[[nodiscard]] MCP_EXPORT CheckReport check_task_store(const OpenStore<TaskStore>& open);

/// Tests an implementation of <mcp/used_states.hpp>.
[[nodiscard]] MCP_EXPORT CheckReport check_used_states(const OpenStore<UsedStates>& open);

/// Tests an implementation of <mcp/handle_store.hpp>. Takes a second or two, since values must expire.
[[nodiscard]] MCP_EXPORT CheckReport check_handle_store(const OpenStore<HandleStore>& open);

/// Tests an implementation of <mcp/rate_store.hpp>. Takes about a second, since buckets must fill.
[[nodiscard]] MCP_EXPORT CheckReport check_rate_store(const OpenStore<RateStore>& open);

/// Tests an implementation of <mcp/session_store.hpp>. Takes about a second, since sessions must expire.
[[nodiscard]] MCP_EXPORT CheckReport check_session_store(const OpenStore<SessionStore>& open);

/// Tests an implementation of <mcp/event_store.hpp>, which must have room for some 10 MB. Takes about a second, since
/// streams must expire.
[[nodiscard]] MCP_EXPORT CheckReport check_event_store(const OpenStore<EventStore>& open);

/// A client's end of a transport under test. One thread at a time uses it. A function that fails throws.
class MCP_EXPORT TransportClient {
 public:
  TransportClient() = default;
  TransportClient(const TransportClient&) = delete;
  TransportClient& operator=(const TransportClient&) = delete;
  virtual ~TransportClient();

  /// Sends one message, JSON without a line end. Waits for nothing that the server says.
  virtual void send(const std::string& message) = 0;
  /// The next message from the server; nothing if none came in that time, or none comes any more.
  virtual std::optional<std::string> receive(std::chrono::milliseconds longest) = 0;
  /// The client goes away, as a client does that is ended.
  virtual void close() = 0;
};

/// A server that is served by a transport under test, until it is destroyed.
class MCP_EXPORT TransportServer {
 public:
  TransportServer() = default;
  TransportServer(const TransportServer&) = delete;
  TransportServer& operator=(const TransportServer&) = delete;
  virtual ~TransportServer();

  [[nodiscard]] virtual std::unique_ptr<TransportClient> connect() = 0;
  /// Ends the server: calls that run are answered, and nothing new is received. Returns when that is done.
  virtual void stop() = 0;
};

/// What a transport is like. Each is a promise that is checked.
struct TransportTraits {
  bool keeps_order = true;      ///< of messages of one client, in both directions
  bool many_clients = true;     ///< at a time
  bool close_cancels = true;    ///< a client that goes away ends its calls
  std::size_t large = 1 << 20;  ///< bytes of a message that it carries, in both directions
  /// A message that has not come by then is lost.
  std::chrono::milliseconds longest = std::chrono::seconds(20);
};

/// Tests a transport: one of mcp::Connection (<mcp/connection.hpp>), or any other way in which messages reach a server.
/// `serve` begins to serve; it is called several times.
[[nodiscard]] MCP_EXPORT CheckReport check_transport(
    const std::function<std::unique_ptr<TransportServer>(Server& server)>& serve, const TransportTraits& traits = {});

}  // namespace mcp::test
