// An in-process client for tests of a server. It makes typed calls and answers the server's questions by a script.
//
//   TEST(Booking, asks_for_the_name) {
//     mcp::test::Client client(mcp::generated::booking::server());
//     client.answer_form(mcp::test::accept({{"name", "Ada"}}));
//     EXPECT_EQ(client.call("book", {{"seats", 2}}).text(), "2 seats for Ada");
//   }
//
// The same script works with every protocol revision: with legacy ones (`.revision = V2025_11_25` and older) the server
// sends requests to the client; with 2026-07-28 the client repeats its request with the answers. No test framework is
// needed.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/asking.hpp>
#include <mcp/dispatcher_options.hpp>
#include <mcp/export.hpp>
#include <mcp/json.hpp>
#include <mcp/log_level.hpp>
#include <mcp/revision.hpp>
#include <mcp/sampling.hpp>
#include <mcp/server.hpp>
#include <mcp/test/results.hpp>

namespace mcp::test {

/// The user's answer to a form or an address.
struct ElicitAnswer {
  ElicitAction action = ElicitAction::Accept;
  json content = nullptr;  // the fields of an accepted form
};
[[nodiscard]] inline ElicitAnswer accept(json fields = nullptr) { return {ElicitAction::Accept, std::move(fields)}; }
[[nodiscard]] inline ElicitAnswer decline() { return {ElicitAction::Decline, nullptr}; }
[[nodiscard]] inline ElicitAnswer cancel() { return {ElicitAction::Cancel, nullptr}; }
/// An answer of the model with one text block.
[[nodiscard]] MCP_EXPORT SampleResult say(std::string_view text);

struct ClientOptions {
  Revision revision = newest_modern();
  std::string name = "test";
  std::string version = "1";
  /// The declared ClientCapabilities object; nullopt: the capabilities that the script can answer.
  std::optional<json> capabilities{};
  /// Whether the client declares the extension for tasks, so that the server may answer with tasks.
  bool tasks = false;
  /// The longest wait for any message; then TimedOut is thrown.
  std::chrono::milliseconds timeout = std::chrono::seconds(30);
  /// How often one request may be repeated with answers.
  unsigned max_rounds = 32;
  /// The maximum number of threads for handlers.
  std::size_t workers = 8;
  /// Options of the server: limits, clocks, stores.
  protocol::DispatcherOptions server{};
};

struct RequestOptions {
  /// If set, asks for progress. It is called with the params of each progress notification, in order, while the client
  /// waits for something.
  std::function<void(const json& params)> on_progress{};
  /// Additional members of `_meta`.
  json meta = json::object();
  /// Whether to wait for the task if the server makes the call a task. If false, the result names the task, for
  /// Client::task().
  bool follow_task = true;
};

class Conversation;

/// A request that was sent. Its Client must outlive it.
class MCP_EXPORT Pending {
 public:
  /// Waits for the result and answers questions by the script meanwhile. Throws RpcError, UnexpectedQuestion, TimedOut,
  /// mcp::Cancelled after cancel(), and whatever a function of the script throws. Call it only once.
  json wait();
  /// Sends the server the cancellation of the request. Does not wait.
  void cancel();
  /// Whether the server has answered, by a question or a result.
  [[nodiscard]] bool answered();

 private:
  friend class Client;
  Pending(Conversation& conversation, std::string method, json params, RequestOptions options);
  void send();

  Conversation* conversation_;
  std::string method_;
  json params_;
  RequestOptions options_;
  std::int64_t id_ = 0;
  bool cancelled_ = false;
};

/// A task of the extension io.modelcontextprotocol/tasks. Its Client must outlive it.
class MCP_EXPORT TaskHandle {
 public:
  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  /// Sends tasks/get and returns its result.
  [[nodiscard]] json get();
  /// Sends tasks/update with the given answers, by the keys of `inputRequests`.
  void update(const json& input_responses);
  void cancel();
  /// Waits for the end of the task and answers its questions by the script. Returns the result of the original request.
  /// Throws as Pending::wait() does.
  json wait();
  /// Waits until the task has that status, for example "input_required". Returns the result of tasks/get. Answers no
  /// questions.
  json wait_for(std::string_view status);

 private:
  friend class Client;
  friend class Pending;
  TaskHandle(Conversation& conversation, std::string id) : conversation_(&conversation), id_(std::move(id)) {}

  Conversation* conversation_;
  std::string id_;
};

/// A client, together with the threads, the timers and the connection that serve it. Only one thread at a time may use
/// it. The script's functions run on that thread while it waits, and so do the handlers of a MainThread that this
/// thread constructed. The client connects with its first request.
class MCP_EXPORT Client {
 public:
  /// `server` must outlive the client. Throws std::logic_error if a class of handlers has no object, or a name
  /// no executor.
  explicit Client(const Server& server, ClientOptions options = {});
  /// Takes ownership of the server and calls its make_unbound().
  explicit Client(Server&& server, ClientOptions options = {});
  /// Closes the connection, as a disconnecting client does, and waits for all handlers but those that an executor of
  /// the program has not started.
  ~Client();
  Client(Client&&) noexcept;
  Client& operator=(Client&&) = delete;

  // The script. If the client shall declare capabilities by the script, set it up before the first request. Queued
  // answers (answer_…) are used before functions (on_…).

  using Elicit = std::function<ElicitAnswer(const json& params)>;
  using Sample = std::function<SampleResult(const json& params)>;
  Client& on_form(Elicit answer);
  Client& on_url(Elicit answer);
  Client& on_sample(Sample answer);
  /// Queue an answer for one question.
  Client& answer_form(ElicitAnswer answer);
  Client& answer_url(ElicitAnswer answer);
  Client& answer_sample(SampleResult answer);
  Client& with_roots(std::vector<Root> roots);
  /// The params of all questions so far, each with the method added as `method`.
  [[nodiscard]] const std::vector<json>& questions() const;

  // Requests. They throw as Pending::wait() does.

  CallResult call(std::string_view tool, json arguments = json::object(), RequestOptions options = {});
  ReadResult read(std::string_view uri, RequestOptions options = {});
  PromptMessages prompt(std::string_view name, json arguments = json::object(), RequestOptions options = {});
  /// `chosen` has the values of the other arguments.
  CompletionResult complete_prompt(std::string_view name, std::string_view argument, std::string_view typed,
                                   const json& chosen = json::object());
  CompletionResult complete_resource(std::string_view uri_template, std::string_view argument, std::string_view typed,
                                     const json& chosen = json::object());
  /// These return the entries of all pages of a list.
  std::vector<json> list_tools();
  std::vector<json> list_resources();
  std::vector<json> list_templates();
  std::vector<json> list_prompts();
  /// Sends any request and returns its result.
  json request(std::string_view method, json params = json::object(), RequestOptions options = {});
  /// These send a request without waiting for its result.
  [[nodiscard]] Pending start(std::string_view method, json params = json::object(), RequestOptions options = {});
  [[nodiscard]] Pending start_call(std::string_view tool, json arguments = json::object(), RequestOptions options = {});
  void notify(std::string_view method, json params = json::object());
  /// The task of a call that was made with `.follow_task = false`.
  [[nodiscard]] TaskHandle task(const CallResult& call);
  [[nodiscard]] TaskHandle task(std::string id);
  /// Asks for log messages of that level and above, by logging/setLevel or, since 2026-07-28, in each request.
  void set_log_level(LogLevel level);
  /// Subscribes to changes of a resource (notifications/resources/updated).
  void subscribe(std::string_view uri);
  /// Subscribes to changes of all lists (notifications/tools/list_changed and others). Legacy clients get these without
  /// subscribing.
  void subscribe_to_lists();
  /// The server's description of itself: the result of initialize or server/discover.
  [[nodiscard]] const json& server();

  // Notifications of the server, each as `{"method":…,"params":…}`.

  /// All received notifications that were not taken yet, oldest first. Does not wait for notifications that are still
  /// being sent.
  [[nodiscard]] std::vector<json> notifications();
  /// Returns and removes all of them.
  std::vector<json> take_notifications();
  /// Removes the oldest notification of that method, waiting for it if necessary, and returns its params. Throws
  /// TimedOut.
  json wait_for(std::string_view method);
  json wait_for(std::string_view method, std::chrono::milliseconds timeout);
  /// Waits until no handler runs and everything that the server sent was read. Suspended handlers do not count as
  /// running.
  void settle();
  /// The server's log so far.
  [[nodiscard]] std::string server_log() const;
  /// Disconnects. Running handlers are asked to stop. Nothing can be sent afterwards.
  void close();

 private:
  std::vector<json> list(std::string_view method, const char* member);
  void listen(json filter);
  CompletionResult complete(json ref, std::string_view argument, std::string_view typed, const json& chosen);

  std::unique_ptr<Conversation> conversation_;
};

}  // namespace mcp::test
