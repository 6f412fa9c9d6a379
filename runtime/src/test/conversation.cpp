#include "test/conversation.hpp"

#include <stdexcept>
#include <utility>

#include <mcp/error.hpp>

#include "requests/client.hpp"
#include "requests/session.hpp"

namespace mcp::test {

Conversation::Conversation(std::optional<Server> owned, const Server* server, ClientOptions chosen)
    : options(std::move(chosen)), server_(std::move(owned), server, options) {}

Conversation::~Conversation() { close(); }

void Conversation::close() {
  if (std::exchange(closed, true)) return;
  server_.peer().close();
}

void Conversation::give_up(std::string_view what) { throw TimedOut("no " + std::string(what) + " came in time"); }

json Conversation::capabilities() const {
  if (options.capabilities) return *options.capabilities;
  json all = script.capabilities(options.revision);
  if (options.tasks && modern()) all["extensions"][std::string(protocol::kTasksExtension)] = json::object();
  return all;
}

void Conversation::connect() {
  if (std::exchange(connected_, true) || modern()) return;
  server_facts = ask("initialize", {{"protocolVersion", name_of(options.revision)},
                                    {"capabilities", capabilities()},
                                    {"clientInfo", {{"name", options.name}, {"version", options.version}}}});
  notify("notifications/initialized", json::object());
}

void Conversation::write(const json& message) {
  if (closed) throw std::logic_error("the test's client is closed");
  const std::string text = message.dump(-1, ' ', false, json::error_handler_t::replace);
  if (options.on_sent) options.on_sent(text);
  server_.peer().send(text);
}

std::int64_t Conversation::send(std::string_view method, json params, const RequestOptions& request) {
  connect();
  const std::int64_t id = ++last_id_;
  json meta = request.meta;
  if (modern()) {
    meta.emplace(protocol::kVersionKey, name_of(options.revision));
    meta.emplace(protocol::kCapabilitiesKey, capabilities());
    meta.emplace(protocol::kClientInfoKey, json{{"name", options.name}, {"version", options.version}});
    if (log_level) meta.emplace(protocol::kLogLevelKey, protocol::name_of(*log_level));
  }
  if (request.on_progress) {
    meta.emplace("progressToken", id);
    progress_[id] = request.on_progress;
  }
  if (params.is_object() && !meta.empty()) params["_meta"] = std::move(meta);
  write({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}});
  return id;
}

void Conversation::notify(std::string_view method, json params) {
  connect();
  write({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

void Conversation::cancel(std::int64_t id) { notify("notifications/cancelled", {{"requestId", id}}); }

json Conversation::ask(std::string_view method, json params) {
  return result_of(send(method, std::move(params), {}), method);
}

bool Conversation::has_response(std::int64_t id) {
  read_all();
  return responses_.contains(id);
}

json Conversation::result_of(std::int64_t id, std::string_view method) {
  const Deadline end = deadline();
  while (!responses_.contains(id)) {
    if (!read_one(end)) give_up("answer to " + std::string(method));
  }
  const json response = std::move(responses_.extract(id).mapped());
  progress_.erase(id);
  if (const auto error = response.find("error"); error != response.end()) {
    throw RpcError(error->at("code").get<int>(), error->at("message").get<std::string>(), error->value("data", json()));
  }
  return response.at("result");
}

bool Conversation::read_one(Deadline end) {
  const std::optional<std::string> message = server_.take_one_until(end);
  if (!message) return false;
  if (options.on_received) options.on_received(*message);
  take(json::parse(*message));
  return true;
}

void Conversation::read_all() {
  while (read_one({})) {
  }
}

void Conversation::settle() {
  const Deadline end = deadline();
  do {
    if (!server_.drain(end)) give_up("end of the running handlers");
  } while (read_one({}));
}

void Conversation::take(json message) {
  if (!message.contains("method")) {
    const auto id = message.find("id");
    if (id == message.end() || !id->is_number_integer()) {
      throw RpcError(message.at("error").at("code").get<int>(), message.at("error").at("message").get<std::string>(),
                     nullptr);
    }
    responses_.insert_or_assign(id->get<std::int64_t>(), std::move(message));
    return;
  }
  if (message.contains("id")) return answer_request(message);
  if (message.at("method") == "notifications/progress") {
    const json& params = message.at("params");
    const json& token = params.at("progressToken");
    const auto listener = token.is_number_integer() ? progress_.find(token.get<std::int64_t>()) : progress_.end();
    if (listener != progress_.end()) listener->second(params);
  }
  notifications.push_back({{"method", message.at("method")}, {"params", message.value("params", json::object())}});
}

json Conversation::answer_question(const std::string& method, const json& params) {
  json& question = questions.emplace_back(params.is_object() ? params : json::object());
  question["method"] = method;
  return script.answer(method, params, options.revision);
}

void Conversation::answer_request(const json& message) {
  json response = {{"jsonrpc", "2.0"}, {"id", message.at("id")}};
  try {
    response["result"] = answer_question(message.at("method"), message.value("params", json::object()));
  } catch (const std::exception& error) {
    response["error"] = {{"code", -32603}, {"message", error.what()}};
    write(response);
    throw;
  }
  write(response);
}

json Conversation::answers_to(const json& requests) {
  json responses = json::object();
  for (const auto& [key, request] : requests.items()) {
    responses[key] = answer_question(request.at("method"), request.value("params", json::object()));
  }
  return responses;
}

}  // namespace mcp::test
