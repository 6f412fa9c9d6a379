#include <mcp/test/client.hpp>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include <mcp/error.hpp>

#include "requests/client.hpp"
#include "test/conversation.hpp"

namespace mcp::test {

namespace {

/// The interval for polling a task; short, to keep tests fast.
constexpr std::chrono::milliseconds kPoll{2};

}  // namespace

// --- Pending

Pending::Pending(Conversation& conversation, std::string method, json params, RequestOptions options)
    : conversation_(&conversation),
      method_(std::move(method)),
      params_(std::move(params)),
      options_(std::move(options)) {
  send();
}

void Pending::send() { id_ = conversation_->send(method_, params_, options_); }

bool Pending::answered() { return conversation_->has_response(id_); }

void Pending::cancel() {
  if (!std::exchange(cancelled_, true)) conversation_->cancel(id_);
}

json Pending::wait() {
  if (cancelled_) throw Cancelled();
  for (unsigned round = 0;; ++round) {
    json result = conversation_->result_of(id_, method_);
    const std::string type = result.value("resultType", "complete");
    if (type == "task" && options_.follow_task) {
      return TaskHandle(*conversation_, result.at("taskId").get<std::string>()).wait();
    }
    if (type != "input_required") return result;
    if (round == conversation_->options.max_rounds) {
      throw std::runtime_error("the server asked more than " + std::to_string(round) + " times in " + method_);
    }
    params_.erase("inputResponses");
    params_.erase("requestState");
    if (const auto requests = result.find("inputRequests"); requests != result.end()) {
      params_["inputResponses"] = conversation_->answers_to(*requests);
    }
    if (const auto state = result.find("requestState"); state != result.end()) params_["requestState"] = *state;
    send();
  }
}

// --- TaskHandle

json TaskHandle::get() { return conversation_->ask("tasks/get", {{"taskId", id_}}); }

void TaskHandle::update(const json& input_responses) {
  (void)conversation_->ask("tasks/update", {{"taskId", id_}, {"inputResponses", input_responses}});
}

void TaskHandle::cancel() { (void)conversation_->ask("tasks/cancel", {{"taskId", id_}}); }

json TaskHandle::wait() {
  const auto end = conversation_->deadline();
  std::set<std::string> answered;  // keys of answered questions
  while (true) {
    const json task = get();
    const std::string status = task.at("status");
    if (status == "completed") return task.at("result");
    if (status == "cancelled") throw Cancelled();
    if (status == "failed") {
      const json& error = task.at("error");
      throw RpcError(error.at("code").get<int>(), error.at("message").get<std::string>(), error.value("data", json()));
    }
    json open = task.value("inputRequests", json::object());
    for (const std::string& key : answered) open.erase(key);
    if (!open.empty()) {
      for (const auto& [key, request] : open.items()) answered.insert(key);
      update(conversation_->answers_to(open));
      continue;
    }
    if (std::chrono::steady_clock::now() >= end) Conversation::give_up("end of the task");
    (void)conversation_->read_one(std::chrono::steady_clock::now() + kPoll);
  }
}

json TaskHandle::wait_for(std::string_view status) {
  const auto end = conversation_->deadline();
  while (true) {
    json task = get();
    if (task.at("status") == status) return task;
    if (std::chrono::steady_clock::now() >= end) Conversation::give_up("task that is " + std::string(status));
    (void)conversation_->read_one(std::chrono::steady_clock::now() + kPoll);
  }
}

// --- Client

Client::Client(const Server& server, ClientOptions options)
    : conversation_(std::make_unique<Conversation>(std::nullopt, &server, std::move(options))) {}
Client::Client(Server&& server, ClientOptions options)
    : conversation_(std::make_unique<Conversation>(std::move(server), nullptr, std::move(options))) {}
Client::~Client() = default;
Client::Client(Client&&) noexcept = default;

Client& Client::on_form(Elicit answer) {
  conversation_->script.forms.set(std::move(answer));
  return *this;
}
Client& Client::on_url(Elicit answer) {
  conversation_->script.urls.set(std::move(answer));
  return *this;
}
Client& Client::on_sample(Sample answer) {
  conversation_->script.samples.set(std::move(answer));
  return *this;
}
Client& Client::answer_form(ElicitAnswer answer) {
  conversation_->script.forms.add(std::move(answer));
  return *this;
}
Client& Client::answer_url(ElicitAnswer answer) {
  conversation_->script.urls.add(std::move(answer));
  return *this;
}
Client& Client::answer_sample(SampleResult answer) {
  conversation_->script.samples.add(std::move(answer));
  return *this;
}
Client& Client::with_roots(std::vector<Root> roots) {
  conversation_->script.roots = std::move(roots);
  return *this;
}
const std::vector<json>& Client::questions() const { return conversation_->questions; }

CallResult Client::call(std::string_view tool, json arguments, RequestOptions options) {
  return CallResult(start_call(tool, std::move(arguments), std::move(options)).wait());
}

ReadResult Client::read(std::string_view uri, RequestOptions options) {
  return ReadResult(request("resources/read", {{"uri", uri}}, std::move(options)));
}

PromptMessages Client::prompt(std::string_view name, json arguments, RequestOptions options) {
  return PromptMessages(
      request("prompts/get", {{"name", name}, {"arguments", std::move(arguments)}}, std::move(options)));
}

CompletionResult Client::complete(json ref, std::string_view argument, std::string_view typed, const json& chosen) {
  json params = {{"ref", std::move(ref)}, {"argument", {{"name", argument}, {"value", typed}}}};
  if (!chosen.empty()) params["context"] = {{"arguments", chosen}};
  const json result = request("completion/complete", std::move(params));
  const json& completion = result.at("completion");
  auto values = completion.at("values").get<std::vector<std::string>>();
  const std::size_t sent = values.size();
  return {std::move(values), completion.value("total", sent), completion.value("hasMore", false)};
}

CompletionResult Client::complete_prompt(std::string_view name, std::string_view argument, std::string_view typed,
                                         const json& chosen) {
  return complete({{"type", "ref/prompt"}, {"name", name}}, argument, typed, chosen);
}

CompletionResult Client::complete_resource(std::string_view uri_template, std::string_view argument,
                                           std::string_view typed, const json& chosen) {
  return complete({{"type", "ref/resource"}, {"uri", uri_template}}, argument, typed, chosen);
}

std::vector<json> Client::list(std::string_view method, const char* member) {
  std::vector<json> all;
  json params = json::object();
  while (true) {
    const json result = request(method, params);
    for (const json& entry : result.at(member)) all.push_back(entry);
    const auto next = result.find("nextCursor");
    if (next == result.end()) return all;
    params["cursor"] = *next;
  }
}

std::vector<json> Client::list_tools() { return list("tools/list", "tools"); }
std::vector<json> Client::list_resources() { return list("resources/list", "resources"); }
std::vector<json> Client::list_templates() { return list("resources/templates/list", "resourceTemplates"); }
std::vector<json> Client::list_prompts() { return list("prompts/list", "prompts"); }

json Client::request(std::string_view method, json params, RequestOptions options) {
  return start(method, std::move(params), std::move(options)).wait();
}

Pending Client::start(std::string_view method, json params, RequestOptions options) {
  return Pending(*conversation_, std::string(method), std::move(params), std::move(options));
}

Pending Client::start_call(std::string_view tool, json arguments, RequestOptions options) {
  return start("tools/call", {{"name", tool}, {"arguments", std::move(arguments)}}, std::move(options));
}

void Client::notify(std::string_view method, json params) { conversation_->notify(method, std::move(params)); }

TaskHandle Client::task(const CallResult& call) {
  if (call.raw().value("resultType", "") != "task") {
    throw std::logic_error("the server made no task of the call; it answered " + call.raw().dump());
  }
  return task(call.raw().at("taskId").get<std::string>());
}

TaskHandle Client::task(std::string id) { return TaskHandle(*conversation_, std::move(id)); }

void Client::set_log_level(LogLevel level) {
  if (conversation_->modern()) {
    conversation_->log_level = level;
  } else {
    (void)request("logging/setLevel", {{"level", protocol::name_of(level)}});
  }
}

/// The response comes only when the stream ends. A notification acknowledges that it is open.
void Client::listen(json filter) {
  (void)conversation_->send("subscriptions/listen", {{"notifications", std::move(filter)}}, {});
  (void)wait_for("notifications/subscriptions/acknowledged");
}

void Client::subscribe(std::string_view uri) {
  if (conversation_->modern()) return listen({{"resourceSubscriptions", json::array({uri})}});
  (void)request("resources/subscribe", {{"uri", uri}});
}

void Client::subscribe_to_lists() {
  if (!conversation_->modern()) return conversation_->connect();
  listen({{"toolsListChanged", true}, {"promptsListChanged", true}, {"resourcesListChanged", true}});
}

const json& Client::server() {
  conversation_->connect();
  if (conversation_->server_facts.is_null()) conversation_->server_facts = request("server/discover");
  return conversation_->server_facts;
}

std::vector<json> Client::notifications() {
  conversation_->read_all();
  return {conversation_->notifications.begin(), conversation_->notifications.end()};
}

std::vector<json> Client::take_notifications() {
  std::vector<json> all = notifications();
  conversation_->notifications.clear();
  return all;
}

json Client::wait_for(std::string_view method) { return wait_for(method, conversation_->options.timeout); }

json Client::wait_for(std::string_view method, std::chrono::milliseconds timeout) {
  const auto end = std::chrono::steady_clock::now() + timeout;
  auto& all = conversation_->notifications;
  while (true) {
    const auto found = std::ranges::find_if(all, [&](const json& message) { return message.at("method") == method; });
    if (found != all.end()) {
      json params = std::move(found->at("params"));
      all.erase(found);
      return params;
    }
    if (!conversation_->read_one(end)) Conversation::give_up(method);
  }
}

void Client::settle() { conversation_->settle(); }

std::string Client::server_log() const { return conversation_->server_log(); }

void Client::close() { conversation_->close(); }

}  // namespace mcp::test
