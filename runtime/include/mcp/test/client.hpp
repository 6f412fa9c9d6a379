// A client within the process, to test a server: typed calls, and answers by script to what the server asks.
//
//   TEST(Booking, asks_for_the_name) {
//     mcp::test::Client client(mcp::generated::booking::server());
//     client.answer_form(mcp::test::accept({{"name", "Ada"}}));
//     EXPECT_EQ(client.call("book", {{"seats", 2}}).text(), "2 seats for Ada");
//   }
//
// The same script serves both eras: a handshake with requests from the server (`.revision = V2025_11_25` and older),
// and the requests of 2026-07-28, which the client sends again with the answers. Needs no test framework.
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
#include <mcp/json.hpp>
#include <mcp/log_level.hpp>
#include <mcp/revision.hpp>
#include <mcp/sampling.hpp>
#include <mcp/server.hpp>
#include <mcp/test/results.hpp>

namespace mcp::test {

/// What the user does with a form or an address.
struct ElicitAnswer {
  ElicitAction action = ElicitAction::Accept;
  json content = nullptr;  // of an accepted form: its fields
};
[[nodiscard]] inline ElicitAnswer accept(json fields = nullptr) { return {ElicitAction::Accept, std::move(fields)}; }
[[nodiscard]] inline ElicitAnswer decline() { return {ElicitAction::Decline, nullptr}; }
[[nodiscard]] inline ElicitAnswer cancel() { return {ElicitAction::Cancel, nullptr}; }
/// What the model says.
[[nodiscard]] SampleResult say(std::string_view text);

struct ClientOptions {
  Revision revision = newest_modern();
  std::string name = "test";
  std::string version = "1";
  /// What is declared, a ClientCapabilities object; nothing: what the script can answer.
  std::optional<json> capabilities{};
  /// Declares the extension for tasks: results come from tasks where the server makes some.
  bool tasks = false;
  /// How long to wait for anything before TimedOut is thrown.
  std::chrono::milliseconds patience = std::chrono::seconds(30);
  /// How often one request may be sent again with answers.
  unsigned max_rounds = 32;
  /// Threads for handlers, at most.
  std::size_t workers = 8;
  /// Limits, clock and the like of the server's side.
  protocol::DispatcherOptions server{};
};

struct RequestOptions {
  /// Asks for progress and gets the params of each notification, in order, while somebody waits.
  std::function<void(const json& params)> on_progress{};
  /// More members of `_meta`.
  json meta = json::object();
  /// Waits for the task that the server made of the call. Else its result is that there is one: Client::task() goes on.
  bool follow_task = true;
};

class Conversation;  // the connection, within

/// A request that was sent. Belongs to a Client, which outlives it.
class Pending {
 public:
  /// Its result; meanwhile questions are answered. Throws RpcError, UnexpectedQuestion, TimedOut, mcp::Cancelled if
  /// cancel() came first, and what a script's function throws. Once.
  json wait();
  /// Tells the server that nobody waits for it any more. Does not wait.
  void cancel();
  /// Whether the server has answered, with a question or a result.
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

/// A task of the extension io.modelcontextprotocol/tasks. Belongs to a Client, which outlives it.
class TaskHandle {
 public:
  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  /// What tasks/get says.
  [[nodiscard]] json get();
  /// Sends answers by hand, by the keys of `inputRequests`.
  void update(const json& input_responses);
  void cancel();
  /// Waits for it to end, answering its questions; the result of the request. Throws as Pending::wait() does.
  json wait();
  /// Waits until tasks/get says that status: "input_required". Answers nothing.
  json wait_for(std::string_view status);

 private:
  friend class Client;
  friend class Pending;
  TaskHandle(Conversation& conversation, std::string id) : conversation_(&conversation), id_(std::move(id)) {}

  Conversation* conversation_;
  std::string id_;
};

/// A client with a server of its own around it: threads, timers, connection. One thread at a time uses it, and the
/// script's functions run on that thread, while it waits for something. Connects with the first request.
class Client {
 public:
  /// `server` outlives the client. Throws std::logic_error if a class of its handlers is unbound.
  explicit Client(const Server& server, ClientOptions options = {});
  /// Owns the server, with instances of classes that can be made.
  explicit Client(Server&& server, ClientOptions options = {});
  /// Closes the connection, as a client does that goes away, and waits for all handlers.
  ~Client();
  Client(Client&&) noexcept;
  Client& operator=(Client&&) = delete;

  // The script, before the first request where capabilities shall follow it. Answers that were queued come first.

  using Elicit = std::function<ElicitAnswer(const json& params)>;
  using Sample = std::function<SampleResult(const json& params)>;
  Client& on_form(Elicit answer);
  Client& on_url(Elicit answer);
  Client& on_sample(Sample answer);
  /// For one question each, in their order.
  Client& answer_form(ElicitAnswer answer);
  Client& answer_url(ElicitAnswer answer);
  Client& answer_sample(SampleResult answer);
  Client& with_roots(std::vector<Root> roots);
  /// The params of everything that the server asked so far, with the method as `method`.
  [[nodiscard]] const std::vector<json>& questions() const;

  // Requests. They throw as Pending::wait() does.

  CallResult call(std::string_view tool, json arguments = json::object(), RequestOptions options = {});
  ReadResult read(std::string_view uri, RequestOptions options = {});
  PromptMessages prompt(std::string_view name, json arguments = json::object(), RequestOptions options = {});
  /// `chosen` are arguments that have a value already.
  CompletionResult complete_prompt(std::string_view name, std::string_view argument, std::string_view typed,
                                   const json& chosen = json::object());
  CompletionResult complete_resource(std::string_view uri_template, std::string_view argument, std::string_view typed,
                                     const json& chosen = json::object());
  /// All pages of a list.
  std::vector<json> list_tools();
  std::vector<json> list_resources();
  std::vector<json> list_templates();
  std::vector<json> list_prompts();
  /// Any request: its result.
  json request(std::string_view method, json params = json::object(), RequestOptions options = {});
  /// The same without waiting.
  [[nodiscard]] Pending start(std::string_view method, json params = json::object(), RequestOptions options = {});
  [[nodiscard]] Pending start_call(std::string_view tool, json arguments = json::object(), RequestOptions options = {});
  void notify(std::string_view method, json params = json::object());
  /// The task of a call with `.follow_task = false`.
  [[nodiscard]] TaskHandle task(const CallResult& call);
  [[nodiscard]] TaskHandle task(std::string id);
  /// Messages for the log from that level on: by logging/setLevel, or with each request.
  void set_log_level(LogLevel level);
  /// From now on the server says when that resource changes: notifications/resources/updated.
  void subscribe(std::string_view uri);
  /// The same for lists: notifications/tools/list_changed and the like. Clients with a handshake get them anyway.
  void subscribe_to_lists();
  /// What the server says of itself: the result of initialize, or of server/discover.
  [[nodiscard]] const json& server();

  // What the server said by itself: `{"method":…,"params":…}`.

  /// All notifications that came and were not taken, the oldest first. What is under way may be missing.
  [[nodiscard]] std::vector<json> notifications();
  /// Takes all.
  std::vector<json> take_notifications();
  /// Takes the oldest one of that method, waiting for it; its params. Throws TimedOut.
  json wait_for(std::string_view method);
  json wait_for(std::string_view method, std::chrono::milliseconds timeout);
  /// Waits until no handler runs and all that was sent has been read. Handlers that wait for the client do not run.
  void settle();
  /// What the server wrote to its log.
  [[nodiscard]] std::string server_log() const;
  /// Goes away: handlers are asked to stop. Nothing can be sent afterwards.
  void close();

 private:
  std::vector<json> list(std::string_view method, const char* member);
  void listen(json filter);
  CompletionResult complete(json ref, std::string_view argument, std::string_view typed, const json& chosen);

  std::unique_ptr<Conversation> conversation_;
};

}  // namespace mcp::test
