// The context of a running call: progress, log messages, questions to the client, waiting. A handler gets it as a
// parameter of type `mcp::Context&`, at any position.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <mcp/asking.hpp>
#include <mcp/export.hpp>
#include <mcp/late_json.hpp>
#include <mcp/log_level.hpp>

namespace mcp {

namespace protocol {
struct Scheduling;
class RequestContext;
}  // namespace protocol
namespace detail {
class StoredHandleTable;
}
class Server;
class Sleep;

/// What the client declares about itself. Nothing here is verified.
struct Client {
  std::string name;  // empty: not declared
  std::string version;
  std::string title;
  bool takes_forms = false;  // it can answer Context::elicit()
  bool takes_urls = false;   // it can answer Context::elicit_url()
  bool samples = false;      // it can answer Context::sample()
  bool samples_with_tools = false;
  bool samples_with_context = false;
  bool has_roots = false;  // it can answer Context::roots()
};

/// The trace that the request belongs to (W3C Trace Context). A text is empty if the client did not send it.
struct TraceContext {
  std::string_view traceparent;
  std::string_view tracestate;
  std::string_view baggage;
};

/// The running call. It lives as long as the handler runs. Any thread may use it during that time, but only the
/// handler's own thread may ask questions.
class MCP_EXPORT Context {
 public:
  /// For the runtime. `scheduling` and `request` must outlive the context. sleep_for() needs `scheduling`; reports and
  /// questions need `request`.
  explicit Context(std::stop_token stop, const protocol::Scheduling* scheduling = nullptr,
                   protocol::RequestContext* request = nullptr) noexcept
      : stop_(std::move(stop)), scheduling_(scheduling), request_(request) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// True once the client has cancelled the call, the call has timed out, or the server is shutting down. The handler
  /// should return soon; its result is not sent.
  [[nodiscard]] bool cancelled() const noexcept { return stop_.stop_requested(); }
  /// The token behind cancelled(), for std::condition_variable_any and std::stop_callback.
  [[nodiscard]] const std::stop_token& stop_token() const noexcept { return stop_; }

  /// In a handler that is a coroutine (<mcp/task.hpp>), `co_await ctx.sleep_for(200ms)` waits without holding a thread
  /// and resumes on a thread of the server. It throws mcp::Cancelled as soon as the call is cancelled.
  template <class Duration>
  [[nodiscard]] Sleep sleep_for(Duration time) const;

  // Reports. These functions never throw and never block. A report that the client did not ask for is dropped.

  /// Reports progress: `done` of `total` units. `done` must grow with each call; a report that does not grow, or that
  /// follows the last one too soon, is dropped. In a task, `message` becomes the task's status message. (2026-07-28,
  /// basic/patterns/progress)
  void progress(double done, std::optional<double> total = std::nullopt, std::string_view message = {});
  /// Sends a log message, if the client asked for messages of that level. The message is a text or any JSON value.
  /// (2026-07-28, server/utilities/logging)
  void log(LogLevel level, std::string_view text, std::string_view logger = {});
  template <class Json>
    requires detail::is_json<Json>
  void log(LogLevel level, const Json& data, std::string_view logger = {}) {
    detail::JsonAccess<Json>::log(*this, level, data, logger);
  }

  // Facts about the request.

  /// `_meta` of the request, an mcp::json; null if the request has none. Include <mcp/json.hpp> to call this.
  template <class Call = void>
  [[nodiscard]] const detail::late_json<Call>& meta() const {
    return detail::JsonAccess<detail::late_json<Call>>::meta(*this);
  }
  [[nodiscard]] const Client& client() const;
  /// The authenticated principal; empty without authentication.
  [[nodiscard]] std::string_view principal() const noexcept;
  [[nodiscard]] TraceContext trace_context() const;
  /// The server that the handler belongs to, for example to report a changed resource. Throws std::logic_error if no
  /// server runs this call.
  [[nodiscard]] const Server& server() const;

  // Questions; asking.hpp explains them. They throw MissingCapability and ClientError. To leave the handler until the
  // client has answered, they throw a type that is not derived from std::exception; handlers must not swallow it.

  /// Asks the user to fill in a form with the members of T. A member type that no form can hold is a build error.
  /// (2026-07-28, client/elicitation)
  template <class T>
  [[nodiscard]] Elicited<T> elicit(std::string_view key, std::string_view message) {
    detail::Question question = detail::form_question<T>(key, message);
    ask_all(&question, 1);
    return read<T>(question);
  }
  /// Asks the user to open an address. Accept means that the user agreed to open it, not that they have finished there:
  /// ask again, with the same key, until they have.
  [[nodiscard]] ElicitAction elicit_url(std::string_view key, std::string_view message, std::string_view url);
  /// Asks the client's model. (2026-07-28, client/sampling)
  [[nodiscard]] SampleResult sample(std::string_view key, const SampleRequest& request);
  /// Asks which directories and files the client allows the server to work on. (2026-07-28, client/roots)
  [[nodiscard]] std::vector<Root> roots(std::string_view key);
  /// Asks several questions in one round: form(), open_url(), sample(), list_roots(). Returns their answers in the same
  /// order.
  template <class... Questions>
  [[nodiscard]] std::tuple<typename Questions::Answer...> ask(const Questions&... questions) {
    detail::Question all[] = {questions...};
    ask_all(all, sizeof...(Questions));
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::tuple<typename Questions::Answer...>{read_answer(questions, all[I])...};
    }(std::index_sequence_for<Questions...>{});
  }

  /// Calls `fn` in the first run of the handler and returns its value; later runs return the same value without calling
  /// `fn`. The value may be of any mapped type that can be default-constructed. A modern client carries it, sealed; for
  /// other clients the server keeps it. This is not a guarantee of "exactly once": a client may send the same answer
  /// twice.
  template <class F>
  [[nodiscard]] auto once(std::string_view key, F&& fn) {
    using T = std::remove_cvref_t<std::invoke_result_t<F>>;
    T value{};
    if (recall(key, &detail::type_tag<T>, &value)) return value;
    value = std::forward<F>(fn)();
    keep(key, &detail::type_tag<T>, &value);
    return value;
  }

  /// Continues the call as a task, in a tool with `.task`: the client gets the task's id as its answer and may
  /// disconnect. Questions before this call are answered within the request, later ones through the task. Does nothing
  /// if the client does not know tasks.
  void start_task();

 private:
  friend Sleep;
  friend detail::StoredHandleTable;
  template <class Json>
  friend struct detail::JsonAccess;

  void ask_all(detail::Question* questions, std::size_t count);
  [[nodiscard]] ElicitAction read_form(const detail::Question& question, void* value);
  [[nodiscard]] bool recall(std::string_view key, const void* tag, void* value);
  void keep(std::string_view key, const void* tag, const void* value);

  template <class T>
  Elicited<T> read(const detail::Question& question) {
    T value{};
    const ElicitAction action = read_form(question, &value);
    return {action, std::move(value)};
  }
  template <class T>
  Elicited<T> read_answer(const FormQuestion<T>&, const detail::Question& question) {
    return read<T>(question);
  }
  ElicitAction read_answer(const UrlQuestion&, const detail::Question& question);
  SampleResult read_answer(const SampleQuestion&, const detail::Question& question);
  std::vector<Root> read_answer(const RootsQuestion&, const detail::Question& question);

  std::stop_token stop_;
  const protocol::Scheduling* scheduling_;
  protocol::RequestContext* request_;
};

}  // namespace mcp
