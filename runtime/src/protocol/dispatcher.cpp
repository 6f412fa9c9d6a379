#include <mcp/protocol/dispatcher.hpp>

#include <exception>

#include <mcp/codec/decoder.hpp>
#include <mcp/protocol/message.hpp>
#include <mcp/server.hpp>

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
    {"tools/call", kFirst, kModern, true, &Dispatcher::call_tool},
    {"tools/list", kFirst, kModern, true, &Dispatcher::list_tools},
    {"ping", kFirst, kNewestLegacy, false, &Dispatcher::ping},
    {"initialize", kFirst, kNewestLegacy, false, &Dispatcher::initialize},
    {"server/discover", kModern, kModern, false, &Dispatcher::discover},
};

Dispatcher::Dispatcher(const Server& server, const Limits& limits, LogSink& log, Timers& timers)
    : limits_(limits),
      log_(log),
      answers_(server.descriptor()),
      tools_(server),
      environment_{answers_, limits_, log_, timers} {
  (void)empty_object_.parse_copy("{}");
}

void Dispatcher::dispatch(const Request& request, Desk& desk) const {
  for (const Method& method : kMethods) {
    if (method.name != request.method) continue;
    if (request.revision < method.since || request.revision > method.until) break;
    if (method.of_tools && !answers_.has_tools(request.revision)) break;
    return (this->*method.handler)(request, desk);
  }
  refuse_method(request, desk);
}

void Dispatcher::refuse(const Request& request, Desk& desk, ErrorCode code, std::string_view message) const {
  desk.writer.clear();
  write_error(desk.writer, request.id, code, message);
  request.reply->send_error(code, desk.writer.view());
}

void Dispatcher::answer(const Request& request, Desk& desk, std::string_view members, std::string_view more) const {
  desk.writer.clear();
  answers_.begin_result(desk.writer, request.id, request.revision);
  desk.writer.raw(members);
  desk.writer.raw(more);
  answers_.end_result(desk.writer, request.revision);
  request.reply->send(desk.writer.view());
}

void Dispatcher::refuse_method(const Request& request, Desk& desk) const {
  refuse(request, desk, ErrorCode::MethodNotFound,
         "Method not found: " + quoted(request.method) + " in revision " + std::string(name_of(request.revision)));
}

void Dispatcher::initialize(const Request& request, Desk& desk) const {
  if (desk.session->revision) {
    return refuse(request, desk, ErrorCode::InvalidRequest,
                  "Invalid request: this connection is initialized already; open another one to start over");
  }
  if (const std::string_view problem = problem_of_initialize(request.params); !problem.empty()) {
    return refuse(request, desk, ErrorCode::InvalidParams, problem);
  }
  const auto asked = revision_named(find_member(*request.params, "protocolVersion").value.string());
  const Revision agreed = asked && !is_modern(*asked) ? *asked : kNewestLegacy;
  desk.session->revision = agreed;
  answer(request, desk, answers_.initialize(agreed));
}

void Dispatcher::ping(const Request& request, Desk& desk) const { answer(request, desk, {}); }

void Dispatcher::discover(const Request& request, Desk& desk) const {
  answer(request, desk, answers_.discover(), answers_.caching(request.revision));
}

void Dispatcher::list_tools(const Request& request, Desk& desk) const {
  std::optional<std::string_view> cursor;
  if (request.params) {
    const Found found = find_member(*request.params, "cursor");
    if (found.times > 1 || (found.times == 1 && found.value.kind() != JsonKind::String)) {
      return refuse(request, desk, ErrorCode::InvalidParams, "Invalid params: cursor must be one string");
    }
    if (found.times == 1) cursor = found.value.string();
  }
  const auto page = answers_.tools_page(request.revision, cursor);
  if (!page) {
    return refuse(request, desk, ErrorCode::InvalidParams, "Invalid params: unknown cursor; start again without one");
  }
  answer(request, desk, *page, answers_.caching(request.revision));
}

void Dispatcher::call_tool(const Request& request, Desk& desk) const {
  Found name, arguments;
  if (request.params) find_members(*request.params, "name", name, "arguments", arguments);
  if (name.times != 1 || name.value.kind() != JsonKind::String) {
    return refuse(request, desk, ErrorCode::InvalidParams, "Invalid params: name must be the name of a tool");
  }
  if (arguments.times > 1 || (arguments.times == 1 && arguments.value.kind() != JsonKind::Object)) {
    return refuse(request, desk, ErrorCode::InvalidParams, "Invalid params: arguments must be one object");
  }
  const CallableTool* const tool = tools_.find(name.value.string());
  if (tool == nullptr) return refuse_tool(request, desk, name.value.string());

  Call* const call = desk.calls.take();
  if (call == nullptr) {
    const std::string load = desk.calls.heavy()
                                 ? "calls of " + std::to_string(limits_.max_in_flight_bytes) + " bytes or more"
                                 : std::to_string(limits_.max_in_flight) + " calls";
    return refuse_call(request, desk, "The server is busy with " + load + "; try again later.");
  }
  Decoder problems;
  bool decoded = false;
  try {
    decoded = call->decode(*tool, arguments.times == 1 ? arguments.value : empty_object_.root(), problems);
  } catch (const std::exception& error) {
    log_.write("tool " + std::string(tool->name) + " failed while its arguments were read: " + to_utf8(error.what()));
  } catch (...) {
    log_.write("tool " + std::string(tool->name) + " failed while its arguments were read");
  }
  if (!decoded) {
    desk.calls.put_back(*call);
    return refuse_call(request, desk, problems.failed() ? to_utf8(problems.report()) : std::string(kToolFailed));
  }
  desk.calls.queue(*call, request);
  desk.queued = call;
}

void Dispatcher::refuse_call(const Request& request, Desk& desk, std::string_view text) const {
  desk.writer.clear();
  answers_.begin_result(desk.writer, request.id, request.revision);
  write_tool_error(desk.writer, text);
  answers_.end_result(desk.writer, request.revision);
  request.reply->send(desk.writer.view());
}

void Dispatcher::refuse_tool(const Request& request, Desk& desk, std::string_view name) const {
  std::string text = "Unknown tool: " + quoted(name);
  if (const std::string_view nearest = tools_.nearest(name); !nearest.empty()) {
    text += "; did you mean " + quoted(nearest) + "?";
  }
  refuse(request, desk, ErrorCode::InvalidParams, text);
}

}  // namespace mcp::protocol
