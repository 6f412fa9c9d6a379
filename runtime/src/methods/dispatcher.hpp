// The methods of the protocol: which revision knows which, and what each answers.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include <mcp/codec/decoder.hpp>
#include <mcp/codec/writer.hpp>
#include <mcp/dispatcher_options.hpp>
#include <mcp/limits.hpp>

#include "base/byte_budget.hpp"
#include "base/log_sink.hpp"
#include "base/sealing.hpp"
#include "calls/call_table.hpp"
#include "catalog/catalog.hpp"
#include "catalog/response_templates.hpp"
#include "codec/document.hpp"
#include "jsonrpc/errors.hpp"
#include "jsonrpc/params.hpp"
#include "mrtr/process_binding.hpp"
#include "mrtr/used_states.hpp"
#include "requests/session.hpp"
#include "scheduling/timers.hpp"
#include "subscriptions/subscriptions.hpp"
#include "tasks/memory_task_store.hpp"
#include "tasks/task_runner.hpp"

namespace mcp {
class Server;
}

namespace mcp::protocol {

struct PaginatedParams;

/// What a request may use while it is dispatched: belongs to the receiving thread of its peer.
struct DispatchContext {
  Writer& writer;                             // for answers given at once; its user empties it
  CallTable& calls;                           // tool calls are queued here
  Session* session;                           // null where there is none: modern requests
  Call* queued = nullptr;                     // the call that the request became, if it did
  std::string_view peer = {};                 // whose subscriptions are counted together
  bool one_channel = false;                   // all messages to the client go one way
  bool may_lack_capability = false;           // the call may ask for what its modern client lacks
  bool may_start_over = false;                // another `initialize` replaces the session
  std::shared_ptr<const Feature> tool = {};   // that a tools/call names, where it was found before; null: look it up
  std::shared_ptr<Subscription> opened = {};  // the subscription that the request became, to be shown to the client
};

/// Answers requests. One serves all peers of a server; immutable after construction, any number of threads may use it.
/// The server, its objects, `log` and `timers` outlive it.
class Dispatcher {
 public:
  Dispatcher(const Server& server, const DispatcherOptions& options, LogSink& log, Timers& timers);
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;

  /// Answers `request` through its reply, at once or, for a tool call, by queueing it in the context.
  void dispatch(const Request& request, DispatchContext& context) const {
    run(find_method(request.method), request, context);
  }
  /// The same, unless the request runs a handler, which is limited in rate, and `admit()` returns how long its client
  /// has to wait: then it is refused.
  template <class Admit>
  void dispatch(const Request& request, DispatchContext& context, Admit&& admit) const {
    const Method* const method = find_method(request.method);
    if (runs_handler(method)) {
      if (const std::optional<std::chrono::milliseconds> wait = admit()) {
        return refuse_for_rate(request, context, *wait);
      }
    }
    run(method, request, context);
  }

  /// Answers with an error at once.
  void refuse(const Request& request, DispatchContext& context, ErrorCode code, std::string_view message,
              std::string_view data = {}) const;

  /// Answers a tools/call at once with a result that tells the model why it failed.
  void refuse_call(const Request& request, DispatchContext& context, std::string_view text) const;

  /// The tool of that name, or null.
  [[nodiscard]] std::shared_ptr<const Feature> find_tool(std::string_view name) const {
    return catalog_.find_tool(name);
  }

  [[nodiscard]] const Limits& limits() const noexcept { return options_.limits; }
  /// Of answers that are collected or on their way; see Limits::max_held_answers.
  [[nodiscard]] ByteBudget& held_answers() const noexcept { return held_answers_; }
  [[nodiscard]] const CallEnvironment& calls() const noexcept { return environment_; }

  /// Waits until those are told of changes who were being told; then a transport's connections may go.
  void wait_for_notifiers() const { subscriptions_->wait_for_notifiers(); }

 private:
  using Handler = void (Dispatcher::*)(const Request&, DispatchContext&) const;
  /// The eras that know a method.
  enum class Eras : unsigned char { Legacy, Modern, Both };
  /// Which of the user's functions a method runs: such requests are limited in their rate.
  enum class Runs : unsigned char { Nothing, Handler, Providers };
  struct Method {
    std::string_view name;
    Eras eras;
    Capability needs;
    Handler handler;
    Runs runs = Runs::Nothing;
  };
  struct Methods;
  /// Null: there is none of that name.
  [[nodiscard]] static const Method* find_method(std::string_view name) noexcept;
  [[nodiscard]] bool runs_handler(const Method* method) const noexcept;
  void run(const Method* method, const Request& request, DispatchContext& context) const;

  void initialize(const Request& request, DispatchContext& context) const;
  void ping(const Request& request, DispatchContext& context) const;
  void discover(const Request& request, DispatchContext& context) const;
  void list_tools(const Request& request, DispatchContext& context) const;
  void list_prompts(const Request& request, DispatchContext& context) const;
  void list_resources(const Request& request, DispatchContext& context) const;
  void list_templates(const Request& request, DispatchContext& context) const;
  void set_log_level(const Request& request, DispatchContext& context) const;
  // dispatch_calls.cpp: what runs a handler.
  void call_tool(const Request& request, DispatchContext& context) const;
  void get_prompt(const Request& request, DispatchContext& context) const;
  void read_resource(const Request& request, DispatchContext& context) const;
  void complete(const Request& request, DispatchContext& context) const;
  // dispatch_subscriptions.cpp
  void listen(const Request& request, DispatchContext& context) const;
  void subscribe(const Request& request, DispatchContext& context) const;
  void unsubscribe(const Request& request, DispatchContext& context) const;
  void restrict_to_supported(SubscriptionFilter& filter, Revision revision) const;
  [[nodiscard]] std::shared_ptr<Subscription> open_session(const DispatchContext& context, Revision revision) const;
  // dispatch_tasks.cpp
  void get_task(const Request& request, DispatchContext& context) const;
  void update_task(const Request& request, DispatchContext& context) const;
  void cancel_task(const Request& request, DispatchContext& context) const;

  /// Reads the params of a method that runs no handler; false after refusing the request.
  template <class Params>
  [[nodiscard]] bool read(const Request& request, DispatchContext& context, Params& params) const {
    const std::string problem = read_params(request.params, params);
    if (!problem.empty()) refuse(request, context, ErrorCode::InvalidParams, problem);
    return problem.empty();
  }
  /// Those of a list; nothing after refusing the request.
  [[nodiscard]] std::optional<PaginatedParams> read_paginated(const Request& request, DispatchContext& context) const;
  void list(List list, const Request& request, DispatchContext& context) const;
  void complete_from(const Request& request, DispatchContext& context, std::span<const std::string_view> values,
                     std::string_view typed) const;
  [[nodiscard]] Call* take_call(const Request& request, DispatchContext& context,
                                CallTable::Room room = CallTable::Room::Usual) const;
  /// Queues the call when `decode` has filled its slot, or refuses the request. The call holds `target` until it is
  /// over.
  template <class Decode>
  void start(const Request& request, DispatchContext& context, Call& call, std::string_view what, Decode&& decode,
             std::shared_ptr<const Feature>&& target = nullptr) const {
    Decoder problems;
    problems.max_bytes = limits().max_decoded;
    bool decoded = false;
    try {
      decoded = decode(problems);
    } catch (...) {
      log_unread(what);
    }
    queue_decoded(request, context, call, decoded, problems, std::move(target));
  }
  void log_unread(std::string_view what) const noexcept;
  void queue_decoded(const Request& request, DispatchContext& context, Call& call, bool decoded,
                     const Decoder& problems, std::shared_ptr<const Feature>&& target) const;
  [[nodiscard]] static bool knows_tasks(const Request& request);
  void refuse_without_tasks(const Request& request, DispatchContext& context) const;
  /// Queues a method of the tasks extension, or refuses the request.
  template <class Params>
  void call_of_task(const Request& request, DispatchContext& context, const CallMethod& method,
                    const detail::Handler& handler) const;
  void refuse_uri(const Request& request, DispatchContext& context, std::string_view why) const;

  void answer(const Request& request, DispatchContext& context, std::string_view members,
              std::string_view more = {}) const;
  void refuse_method(const Request& request, DispatchContext& context) const;
  /// Answers at once that the client has called too often, and how long to wait.
  void refuse_for_rate(const Request& request, DispatchContext& context, std::chrono::milliseconds wait) const;
  void refuse_unknown(const Request& request, DispatchContext& context, List list, std::string_view what,
                      std::string_view name) const;

  const DispatcherOptions options_;
  const LateSealer sealer_;
  LogSink& log_;
  const Catalog& catalog_;
  ResponseTemplates response_templates_;
  const std::shared_ptr<Subscriptions> subscriptions_;
  const std::shared_ptr<ChangeListener> changes_;  // what the catalog tells of changes
  mutable ByteBudget held_answers_{options_.limits.max_held_answers};
  mutable MemoryUsedStates own_used_states_;
  const ProcessBinding own_process_;
  std::unique_ptr<TaskStore> own_store_;  // null: options_.tasks
  mutable TaskRunner tasks_;
  mutable LatencyHistory task_history_;  // of the methods that ask for tasks
  CallEnvironment environment_;
  Document empty_object_;  // the arguments of a call that sends none
};

}  // namespace mcp::protocol
