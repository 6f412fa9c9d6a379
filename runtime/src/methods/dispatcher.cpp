#include "methods/dispatcher.hpp"

#include <exception>

#include <mcp/codec/decoder.hpp>
#include <mcp/server.hpp>

#include "jsonrpc/message.hpp"
#include "requests/refusals.hpp"

namespace mcp::protocol {

namespace {

constexpr Revision kFirst = Revision::V2024_11_05;
constexpr Revision kModern = Revision::V2026_07_28;

/// Why `params` are no InitializeRequestParams; empty if they are.
std::string_view problem_of_initialize(const std::optional<Value>& params) {
  if (!params) return "Invalid params: initialize needs protocolVersion, capabilities and clientInfo";
  const auto is = [](const Found& found, JsonKind kind) { return found.times == 1 && found.value.kind() == kind; };
  if (!is(find_member(*params, "protocolVersion"), JsonKind::String)) {
    return "Invalid params: protocolVersion must be a string";
  }
  if (!is(find_member(*params, "capabilities"), JsonKind::Object)) {
    return "Invalid params: capabilities must be an object";
  }
  const Found client = find_member(*params, "clientInfo");
  if (!is(client, JsonKind::Object) || !is(find_member(client.value, "name"), JsonKind::String) ||
      !is(find_member(client.value, "version"), JsonKind::String)) {
    return "Invalid params: clientInfo must be an object with the strings name and version";
  }
  return {};
}

}  // namespace

const Dispatcher::Method Dispatcher::kMethods[] = {
    {"tools/call", kFirst, kModern, Capability::Tools, &Dispatcher::call_tool},
    {"tools/list", kFirst, kModern, Capability::Tools, &Dispatcher::list_tools},
    {"ping", kFirst, kNewestLegacy, Capability::None, &Dispatcher::ping},
    {"initialize", kFirst, kNewestLegacy, Capability::None, &Dispatcher::initialize},
    {"server/discover", kModern, kModern, Capability::None, &Dispatcher::discover},
    {"prompts/get", kFirst, kModern, Capability::Prompts, &Dispatcher::get_prompt},
    {"prompts/list", kFirst, kModern, Capability::Prompts, &Dispatcher::list_prompts},
    {"resources/read", kFirst, kModern, Capability::Resources, &Dispatcher::read_resource},
    {"resources/list", kFirst, kModern, Capability::Resources, &Dispatcher::list_resources},
    {"resources/templates/list", kFirst, kModern, Capability::Resources, &Dispatcher::list_templates},
    {"completion/complete", kFirst, kModern, Capability::Completions, &Dispatcher::complete},
    {"logging/setLevel", kFirst, kNewestLegacy, Capability::Logging, &Dispatcher::set_log_level},
    {"subscriptions/listen", kModern, kModern, Capability::None, &Dispatcher::listen},
    {"resources/subscribe", kFirst, kNewestLegacy, Capability::Resources, &Dispatcher::subscribe},
    {"resources/unsubscribe", kFirst, kNewestLegacy, Capability::Resources, &Dispatcher::unsubscribe},
    {"tasks/get", kModern, kModern, Capability::Tasks, &Dispatcher::get_task},
    {"tasks/update", kModern, kModern, Capability::Tasks, &Dispatcher::update_task},
    {"tasks/cancel", kModern, kModern, Capability::Tasks, &Dispatcher::cancel_task},
};

Dispatcher::Dispatcher(const Server& server, const DispatcherOptions& options, LogSink& log, Timers& timers)
    : options_(options),
      sealer_(options.sealer),
      log_(log),
      catalog_(server.catalog()),
      answers_(server),
      subscriptions_(std::make_shared<Subscriptions>(
          options_.limits, server.descriptor().views[static_cast<std::size_t>(kModern)].server_info)),
      own_process_(options_.clock(), options_.steady_clock),
      own_store_(options_.tasks == nullptr ? std::make_unique<MemoryTaskStore>() : nullptr),
      tasks_(options_.tasks != nullptr ? *options_.tasks : *own_store_, options_.limits.max_task_answers),
      environment_{server,
                   answers_,
                   catalog_,
                   options_.limits,
                   log,
                   timers,
                   sealer_,
                   options_.used_states != nullptr ? *options_.used_states : own_used_states_,
                   tasks_,
                   options_.clock,
                   options_.used_states != nullptr ? nullptr : &own_process_} {
  (void)empty_object_.parse_copy("{}");
  catalog_.listen(subscriptions_);
}

void Dispatcher::dispatch(const Request& request, Desk& desk) const {
  for (const Method& method : kMethods) {
    if (method.name != request.method) continue;
    if (request.revision < method.since || request.revision > method.until) break;
    if (!answers_.has(method.needs, request.revision)) break;
    return (this->*method.handler)(request, desk);
  }
  refuse_method(request, desk);
}

void Dispatcher::refuse(const Request& request, Desk& desk, ErrorCode code, std::string_view message,
                        std::string_view data) const {
  desk.writer.clear();
  write_error(desk.writer, request.id, code, message, data);
  request.reply->send_error(code, desk.writer.view());
}

void Dispatcher::answer(const Request& request, Desk& desk, std::string_view members, std::string_view more) const {
  desk.writer.clear();
  answers_.begin_result(desk.writer, request.id, request.revision);
  // The head of a modern result ends with a comma.
  if (members.empty() && more.empty() && is_modern(request.revision)) desk.writer.truncate(desk.writer.size() - 1);
  desk.writer.raw(members);
  desk.writer.raw(more);
  answers_.end_result(desk.writer, request.revision);
  request.reply->send(desk.writer.view());
}

void Dispatcher::refuse_method(const Request& request, Desk& desk) const {
  refuse(request, desk, ErrorCode::MethodNotFound,
         "Method not found: " + in_quotes(request.method) + " in revision " + std::string(name_of(request.revision)));
}

void Dispatcher::initialize(const Request& request, Desk& desk) const {
  if (desk.session->revision && !desk.may_start_over) {
    return refuse(request, desk, ErrorCode::InvalidRequest,
                  "Invalid request: this connection is initialized already; open another one to start over");
  }
  if (const std::string_view problem = problem_of_initialize(request.params); !problem.empty()) {
    return refuse(request, desk, ErrorCode::InvalidParams, problem);
  }
  const auto asked = revision_named(find_member(*request.params, "protocolVersion").value.string());
  const Revision agreed = asked && !is_modern(*asked) ? *asked : kNewestLegacy;
  auto client =
      desk.session->client ? std::make_shared<LegacyClient>(*desk.session->client) : std::make_shared<LegacyClient>();
  bool knows_tasks = false;
  read_capabilities(find_member(*request.params, "capabilities").value, agreed, client->facts, knows_tasks);
  read_client_info(find_member(*request.params, "clientInfo").value, client->facts);
  auto news = open_session(desk, agreed);  // first what may fail for want of memory
  if (desk.session->client) {
    // Whoever was there before is gone: what was asked is not answered any more. Calls under way run on.
    desk.session->client->line.give_up("The client started its session over.");
    desk.session->news->close();
    desk.session->initialized = false;
  }
  desk.session->client = std::move(client);
  desk.session->revision = agreed;
  desk.session->news = std::move(news);
  answer(request, desk, answers_.initialize(agreed));
}

void Dispatcher::ping(const Request& request, Desk& desk) const { answer(request, desk, {}); }

void Dispatcher::discover(const Request& request, Desk& desk) const {
  const Retry retry = read_retry(request.params);
  answer(request, desk, answers_.discover(), answers_.caching(request.revision, retry.is_one()));
}

bool Dispatcher::read_cursor(const Request& request, Desk& desk, std::optional<std::string_view>& cursor) const {
  if (!request.params) return true;
  const Found found = find_member(*request.params, "cursor");
  if (is_absent(found)) return true;
  if (!is_string(found)) {
    refuse(request, desk, ErrorCode::InvalidParams, "Invalid params: cursor must be one string");
    return false;
  }
  if (!found.value.string().empty()) cursor = found.value.string();  // an empty one is the first page
  return true;
}

void Dispatcher::list(List list, const Request& request, Desk& desk) const {
  std::optional<std::string_view> cursor;
  if (!read_cursor(request, desk, cursor)) return;
  const std::optional<ListPage> page = catalog_.page(list, request.revision, cursor);
  if (!page) return refuse(request, desk, ErrorCode::InvalidParams, kUnknownCursor);
  answer(request, desk, page->body, answers_.caching(list, request.revision, read_retry(request.params).is_one()));
}

void Dispatcher::list_tools(const Request& request, Desk& desk) const { list(List::Tools, request, desk); }

void Dispatcher::list_prompts(const Request& request, Desk& desk) const { list(List::Prompts, request, desk); }

void Dispatcher::list_templates(const Request& request, Desk& desk) const {
  list(List::ResourceTemplates, request, desk);
}

void Dispatcher::set_log_level(const Request& request, Desk& desk) const {
  const Found found = request.params ? find_member(*request.params, "level") : Found{};
  LogLevel level{};
  if (found.times != 1 || found.value.kind() != JsonKind::String || !read_log_level(found.value.string(), level)) {
    return refuse(request, desk, ErrorCode::InvalidParams,
                  "Invalid params: level must be debug, info, notice, warning, error, critical, alert or emergency");
  }
  desk.session->client->log_level.store(level, std::memory_order_relaxed);
  answer(request, desk, {});
}

void Dispatcher::refuse_call(const Request& request, Desk& desk, std::string_view text) const {
  desk.writer.clear();
  answers_.begin_result(desk.writer, request.id, request.revision);
  write_tool_error(desk.writer, text);
  answers_.end_result(desk.writer, request.revision);
  request.reply->send(desk.writer.view());
}

}  // namespace mcp::protocol
