#include "methods/dispatcher.hpp"

#include <cstring>

#include <mcp/codec/decoder.hpp>
#include <mcp/server.hpp>

#include "jsonrpc/message.hpp"
#include "methods/params.hpp"
#include "requests/refusals.hpp"
#include "subscriptions/shared_changes.hpp"

namespace mcp::protocol {

struct Dispatcher::Methods {
  static constexpr Method kAll[] = {
      {"tools/call", Eras::Both, Capability::Tools, &Dispatcher::call_tool, Runs::Handler},
      {"tools/list", Eras::Both, Capability::Tools, &Dispatcher::list_tools},
      {"ping", Eras::Legacy, Capability::None, &Dispatcher::ping},
      {"initialize", Eras::Legacy, Capability::None, &Dispatcher::initialize},
      {"server/discover", Eras::Modern, Capability::None, &Dispatcher::discover},
      {"prompts/get", Eras::Both, Capability::Prompts, &Dispatcher::get_prompt, Runs::Handler},
      {"prompts/list", Eras::Both, Capability::Prompts, &Dispatcher::list_prompts},
      {"resources/read", Eras::Both, Capability::Resources, &Dispatcher::read_resource, Runs::Handler},
      {"resources/list", Eras::Both, Capability::Resources, &Dispatcher::list_resources, Runs::Providers},
      {"resources/templates/list", Eras::Both, Capability::Resources, &Dispatcher::list_templates},
      {"completion/complete", Eras::Both, Capability::Completions, &Dispatcher::complete, Runs::Handler},
      {"logging/setLevel", Eras::Legacy, Capability::Logging, &Dispatcher::set_log_level},
      {"subscriptions/listen", Eras::Modern, Capability::None, &Dispatcher::listen},
      {"resources/subscribe", Eras::Legacy, Capability::Resources, &Dispatcher::subscribe},
      {"resources/unsubscribe", Eras::Legacy, Capability::Resources, &Dispatcher::unsubscribe},
      {"tasks/get", Eras::Modern, Capability::Tasks, &Dispatcher::get_task},
      {"tasks/update", Eras::Modern, Capability::Tasks, &Dispatcher::update_task},
      {"tasks/cancel", Eras::Modern, Capability::Tasks, &Dispatcher::cancel_task},
  };
  // The method of most requests, which find_method() compares first.
  static_assert(kAll[0].name == "tools/call");
};

namespace {

std::shared_ptr<ChangeListener> listener_of(ChangeBus* bus, std::shared_ptr<Subscriptions> subscriptions,
                                            LogSink& log) {
  if (bus == nullptr) return subscriptions;
  return std::make_shared<SharedChanges>(*bus, std::move(subscriptions), log);
}

}  // namespace

Dispatcher::Dispatcher(const Server& server, const DispatcherOptions& options, LogSink& log, Timers& timers)
    : options_(options),
      sealer_(options.sealer),
      log_(log),
      catalog_(server.catalog()),
      response_templates_(server),
      subscriptions_(std::make_shared<Subscriptions>(options_.limits)),
      changes_(listener_of(options_.changes, subscriptions_, log)),
      own_process_(options_.clock(), options_.steady_clock),
      own_store_(options_.tasks == nullptr ? std::make_unique<MemoryTaskStore>(options_.task_limits) : nullptr),
      tasks_(options_.tasks != nullptr ? *options_.tasks : *own_store_, options_.tasks != nullptr,
             options_.limits.max_task_answers, timers, log),
      environment_{server,
                   response_templates_,
                   catalog_,
                   options_.limits,
                   log,
                   timers,
                   sealer_,
                   options_.used_states != nullptr ? *options_.used_states : own_used_states_,
                   tasks_,
                   options_.clock,
                   options_.used_states != nullptr ? nullptr : &own_process_,
                   options_.handle_store} {
  (void)empty_object_.parse_copy("{}");
  catalog_.listen(changes_);
}

const Dispatcher::Method* Dispatcher::find_method(std::string_view name) noexcept {
  // Without a call of the comparison.
  constexpr std::string_view kFirst = Methods::kAll[0].name;
  if (name.size() == kFirst.size() && std::memcmp(name.data(), kFirst.data(), kFirst.size()) == 0) {
    return Methods::kAll;
  }
  for (const Method& method : Methods::kAll) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

bool Dispatcher::runs_handler(const Method* method) const noexcept {
  if (method == nullptr) return false;
  return method->runs == Runs::Handler || (method->runs == Runs::Providers && !catalog_.providers().empty());
}

void Dispatcher::run(const Method* method, const Request& request, DispatchContext& context) const {
  if (method == nullptr) return refuse_method(request, context);
  if (method->eras != Eras::Both && (method->eras == Eras::Modern) != is_modern(request.revision)) {
    return refuse_method(request, context);
  }
  if (!response_templates_.has(method->needs, request.revision)) return refuse_method(request, context);
  (this->*method->handler)(request, context);
}

void Dispatcher::refuse(const Request& request, DispatchContext& context, ErrorCode code, std::string_view message,
                        std::string_view data) const {
  context.writer.clear();
  write_error(context.writer, request.id, code, message, data);
  request.reply->respond(context.writer.view(), code);
}

void Dispatcher::answer(const Request& request, DispatchContext& context, std::string_view members,
                        std::string_view more) const {
  context.writer.clear();
  response_templates_.begin_result(context.writer, request.id, request.revision);
  // The head of a modern result ends with a comma.
  if (members.empty() && more.empty() && is_modern(request.revision))
    context.writer.truncate(context.writer.size() - 1);
  context.writer.raw(members);
  context.writer.raw(more);
  response_templates_.end_result(context.writer, request.revision);
  request.reply->send(context.writer.view());
}

void Dispatcher::refuse_method(const Request& request, DispatchContext& context) const {
  refuse(request, context, ErrorCode::MethodNotFound,
         "Method not found: " + in_quotes(request.method) + " in revision " + std::string(name_of(request.revision)));
}

void Dispatcher::initialize(const Request& request, DispatchContext& context) const {
  if (context.session->revision && !context.may_start_over) {
    return refuse(request, context, ErrorCode::InvalidRequest,
                  "Invalid request: this connection is initialized already; open another one to start over");
  }
  InitializeParams params;
  if (!read(request, context, params)) return;
  const auto asked = revision_named(params.protocol_version);
  const Revision agreed = asked && !is_modern(*asked) ? *asked : newest_legacy();
  auto client = context.session->client ? std::make_shared<LegacyClient>(*context.session->client)
                                        : std::make_shared<LegacyClient>();
  bool knows_tasks = false;
  read_capabilities(params.capabilities.value, agreed, client->facts, knows_tasks);
  set_client_info(params.client_info, client->facts);
  auto subscription = open_session(context, agreed);  // before anything is changed: it allocates
  if (context.session->client) {
    // The client before is gone: it answers no requests any more. Its calls that are under way run on.
    context.session->client->outgoing.fail_pending("The client started its session over.");
    context.session->subscription->close();
    context.session->initialized = false;
  }
  context.session->client = std::move(client);
  context.session->revision = agreed;
  context.session->subscription = std::move(subscription);
  answer(request, context, response_templates_.initialize(agreed));
}

void Dispatcher::ping(const Request& request, DispatchContext& context) const { answer(request, context, {}); }

void Dispatcher::discover(const Request& request, DispatchContext& context) const {
  const Retry retry = read_retry(request.params);
  answer(request, context, response_templates_.discover(request.revision),
         response_templates_.caching(request.revision, retry.is_one()));
}

std::optional<PaginatedParams> Dispatcher::read_paginated(const Request& request, DispatchContext& context) const {
  std::optional<PaginatedParams> params(std::in_place);
  if (!read(request, context, *params)) return std::nullopt;
  if (params->cursor && params->cursor->empty()) params->cursor.reset();  // an empty one is the first page
  return params;
}

void Dispatcher::list(List list, const Request& request, DispatchContext& context) const {
  const auto params = read_paginated(request, context);
  if (!params) return;
  const std::optional<ListPage> page = catalog_.page(list, request.revision, params->cursor);
  if (!page) return refuse(request, context, ErrorCode::InvalidParams, kUnknownCursor);
  answer(request, context, page->body,
         response_templates_.caching(list, request.revision, read_retry(request.params).is_one()));
}

void Dispatcher::list_tools(const Request& request, DispatchContext& context) const {
  list(List::Tools, request, context);
}

void Dispatcher::list_prompts(const Request& request, DispatchContext& context) const {
  list(List::Prompts, request, context);
}

void Dispatcher::list_templates(const Request& request, DispatchContext& context) const {
  list(List::ResourceTemplates, request, context);
}

void Dispatcher::set_log_level(const Request& request, DispatchContext& context) const {
  SetLevelParams params;
  if (!read(request, context, params)) return;
  LogLevel level{};
  if (!read_log_level(params.level, level)) {
    return refuse(request, context, ErrorCode::InvalidParams,
                  "Invalid params: level must be debug, info, notice, warning, error, critical, alert or emergency");
  }
  context.session->client->log_level.store(level, std::memory_order_relaxed);
  answer(request, context, {});
}

void Dispatcher::refuse_call(const Request& request, DispatchContext& context, std::string_view text) const {
  context.writer.clear();
  response_templates_.begin_result(context.writer, request.id, request.revision);
  write_tool_error(context.writer, text);
  response_templates_.end_result(context.writer, request.revision);
  request.reply->send(context.writer.view());
}

}  // namespace mcp::protocol
