// What a handler may do beside its work: report, log, ask the client, wait. Take `mcp::Context&` anywhere in the
// parameter list.
#pragma once

#include <concepts>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <mcp/asking.hpp>
#include <mcp/log_level.hpp>

namespace mcp {

namespace protocol {
struct Scheduling;  // protocol/scheduling.hpp
class RequestContext;
}  // namespace protocol
class Server;
class Sleep;

/// Who sent the request, as far as it says so itself: nothing here is verified.
struct Client {
  std::string name;  // empty: unsaid
  std::string version;
  std::string title;
  bool takes_forms = false;  // Context::elicit()
  bool takes_urls = false;   // Context::elicit_url()
  bool samples = false;      // Context::sample()
  bool samples_with_tools = false;
  bool samples_with_context = false;
  bool has_roots = false;  // Context::roots()
};

/// The trace that the request is part of (W3C Trace Context); empty texts: none.
struct TraceContext {
  std::string_view traceparent;
  std::string_view tracestate;
  std::string_view baggage;
};

/// The running call. Lives as long as the handler runs; usable from any thread meanwhile, but for questions, which are
/// for the handler's own.
class Context {
 public:
  /// For the runtime. `scheduling` and `request` outlive the context; without the first nothing can sleep, without the
  /// second there is nobody to report to or to ask.
  explicit Context(std::stop_token stop, const protocol::Scheduling* scheduling = nullptr,
                   protocol::RequestContext* request = nullptr) noexcept
      : stop_(std::move(stop)), scheduling_(scheduling), request_(request) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// True once the client cancelled the call, its time is over or the server is shutting down: return soon, the result
  /// is not sent.
  [[nodiscard]] bool cancelled() const noexcept { return stop_.stop_requested(); }
  /// For std::condition_variable_any, std::stop_callback and the like.
  [[nodiscard]] const std::stop_token& stop_token() const noexcept { return stop_; }

  /// In a tool that is a coroutine (<mcp/task.hpp>): `co_await ctx.sleep_for(200ms)` waits without a thread, and goes
  /// on on one of the server's. Throws mcp::Cancelled as soon as the call is cancelled.
  template <class Duration>
  [[nodiscard]] Sleep sleep_for(Duration time) const;

  // Reporting. Never throws, never waits; what nobody asked for is dropped.

  /// How far the call is. `done` must grow; what does not, and what comes too fast, is dropped. In a task, `message` is
  /// its status. (2026-07-28, basic/patterns/progress)
  void progress(double done, std::optional<double> total = std::nullopt, std::string_view message = {});
  /// A message for the client's log, if it wants that level. `data` is text or any JSON value. (2026-07-28,
  /// server/utilities/logging)
  void log(LogLevel level, std::string_view text, std::string_view logger = {});
  template <std::same_as<nlohmann::json> Json>
  void log(LogLevel level, const Json& data, std::string_view logger = {}) {
    log_json(level, data, logger);
  }

  // The request.

  /// `_meta` of the request; null: there is none.
  [[nodiscard]] const nlohmann::json& meta() const;
  [[nodiscard]] const Client& client() const;
  /// Who was authenticated; empty: nobody.
  [[nodiscard]] std::string_view principal() const noexcept;
  [[nodiscard]] TraceContext trace_context() const;
  /// The server that the handler belongs to: to say what changed. Throws std::logic_error if no server runs this call.
  [[nodiscard]] const Server& server() const;

  // Questions; asking.hpp says how they work. They throw MissingCapability, ClientError, and, to leave the handler
  // until the answer is there, something that is no std::exception: let it pass.

  /// A form made of T's members. A build error says what a form cannot hold. (2026-07-28, client/elicitation)
  template <class T>
  [[nodiscard]] Elicited<T> elicit(std::string_view key, std::string_view message) {
    detail::Question question = detail::form_question<T>(key, message);
    ask_all(&question, 1);
    return read<T>(question);
  }
  /// That the user open an address. Accepted is not done: ask again, with the same key, until it is.
  [[nodiscard]] ElicitAction elicit_url(std::string_view key, std::string_view message, std::string_view url);
  /// An answer of the client's model. (2026-07-28, client/sampling)
  [[nodiscard]] SampleResult sample(std::string_view key, const SampleRequest& request);
  /// What the client lets the server work on. (2026-07-28, client/roots)
  [[nodiscard]] std::vector<Root> roots(std::string_view key);
  /// Several questions at once: form(), open_url(), sample(), list_roots().
  template <class... Questions>
  [[nodiscard]] std::tuple<typename Questions::Answer...> ask(const Questions&... questions) {
    detail::Question all[] = {questions...};
    ask_all(all, sizeof...(Questions));
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::tuple<typename Questions::Answer...>{read_answer(questions, all[I])...};
    }(std::index_sequence_for<Questions...>{});
  }

  /// What `fn` returned the first time: it is not called again when the handler is run again. The value, of any mapped
  /// type that can be default-constructed, travels through the client (sealed) or waits here. Not exactly once: a
  /// client may send the same answer twice.
  template <class F>
  [[nodiscard]] auto once(std::string_view key, F&& fn) {
    using T = std::remove_cvref_t<std::invoke_result_t<F>>;
    T value{};
    if (recall(key, &detail::type_tag<T>, &value)) return value;
    value = std::forward<F>(fn)();
    keep(key, &detail::type_tag<T>, &value);
    return value;
  }

  /// From here on a tool with `.task` runs as a task, where it does: the client has its id and may go away. Questions
  /// before it are answered within the request, those behind it through the task. Does nothing where there are no
  /// tasks.
  void start_task();

 private:
  friend Sleep;

  void log_json(LogLevel level, const nlohmann::json& data, std::string_view logger);
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
