// The methods that run a user's handler: tools/call, prompts/get, resources/read, completion/complete, and
// resources/list where functions list them.
#include <algorithm>
#include <cstring>
#include <exception>
#include <vector>

#include <mcp/codec/decoder.hpp>
#include <mcp/spec/completion.hpp>
#include <mcp/spec/text.hpp>

#include "base/rate_limit.hpp"
#include "catalog/resource_page.hpp"
#include "jsonrpc/message.hpp"
#include "methods/dispatcher.hpp"
#include "methods/params.hpp"
#include "requests/refusals.hpp"

namespace mcp::protocol {

namespace {

/// The texts of an object; false if it holds anything else. One that is not there has none.
bool read_texts(const MemberLookup& object, std::vector<TextValue>& to) {
  if (is_absent(object)) return true;
  if (object.count > 1 || object.value.kind() != JsonKind::Object) return false;
  ObjectCursor cursor(object.value);
  std::string_view name;
  Value value;
  while (cursor.next(name, value)) {
    if (value.kind() != JsonKind::String) return false;
    to.push_back({name, value.string()});
  }
  return true;
}

bool decode(Call& call, const CallMethod& method, const BoundHandler& target, Value arguments, Decoder& problems) {
  call.target().set(method, target);
  return call.arguments().decode(target, arguments, problems);
}

bool decode_texts(Call& call, const CallMethod& method, const BoundHandler& target,
                  std::span<const TextValue> arguments, Decoder& problems) {
  call.target().set(method, target);
  return call.arguments().decode_texts(target, arguments, problems);
}

/// The call does not start.
void give_back(Call& call, DispatchContext& context) noexcept {
  call.arguments().drop();
  call.target().release();
  context.calls.put_back(call);
}

std::string_view first_line(std::string_view report) { return report.substr(0, report.find('\n')); }

/// The data of an error with several problems: a message is one sentence, so that it has the first alone.
std::string problems_data(std::string_view report) {
  if (report.find('\n') == std::string_view::npos) return {};
  Writer data;
  data.raw(R"({"problems":[)");
  for (bool first = true; !report.empty(); first = false) {
    const std::string_view line = first_line(report);
    if (!first) data.raw(',');
    data.string(line);
    report.remove_prefix(std::min(line.size() + 1, report.size()));
  }
  data.raw("]}");
  return std::string(data.view());
}

}  // namespace

void Dispatcher::refuse_for_rate(const Request& request, DispatchContext& context,
                                 std::chrono::milliseconds wait) const {
  if (request.method == "tools/call") return refuse_call(request, context, too_many_calls(wait));
  refuse(request, context, ErrorCode::InternalError, too_many_calls(wait));
}

/// A free slot, or null after refusing the request.
Call* Dispatcher::take_call(const Request& request, DispatchContext& context, CallTable::Room room) const {
  const std::string_view holder = holder_of(request.principal, request.peer);
  Call* const call = context.calls.take(holder, room);
  if (call != nullptr) return call;
  const bool all = context.calls.full();
  const std::string load = !all ? "as many calls of this client as it may have"
                           : context.calls.heavy()
                               ? "calls of " + std::to_string(limits().max_in_flight_bytes) + " bytes or more"
                               : std::to_string(limits().max_in_flight) + " calls";
  const std::string text = "The server is busy with " + load + "; try again later.";
  if (request.method == "tools/call") {
    refuse_call(request, context, text);
  } else {
    refuse(request, context, ErrorCode::InternalError, text);
  }
  return nullptr;
}

/// In a catch block.
void Dispatcher::log_unread(std::string_view what) const noexcept {
  try {
    try {
      throw;
    } catch (const std::exception& error) {
      log_.write(std::string(what) + " failed while its arguments were read: " + to_utf8(error.what()));
    } catch (...) {
      log_.write(std::string(what) + " failed while its arguments were read: an exception that is no std::exception");
    }
  } catch (...) {
    log_.write("a call failed while its arguments were read: there is no memory");
  }
}

void Dispatcher::queue_decoded(const Request& request, DispatchContext& context, Call& call, bool decoded,
                               const Decoder& problems, std::shared_ptr<const Feature>&& target) const {
  const bool is_tool = request.method == "tools/call";
  if (!decoded) {
    context.calls.put_back(call);
    if (is_tool) {
      return refuse_call(request, context, problems.failed() ? to_utf8(problems.report()) : std::string(kToolFailed));
    }
    if (!problems.failed()) return refuse(request, context, ErrorCode::InternalError, kHandlerFailed);
    const std::string report = to_utf8(problems.report());
    if (request.method == "resources/read") return refuse_uri(request, context, first_line(report));
    return refuse(request, context, ErrorCode::InvalidParams, "Invalid params: " + std::string(first_line(report)),
                  problems_data(report));
  }
  if (call.target().executor() != nullptr && context.calls.congested(call)) {
    const std::string text = "The server is busy with calls that wait for the same thread; try again later.";
    give_back(call, context);
    return is_tool ? refuse_call(request, context, text) : refuse(request, context, ErrorCode::InternalError, text);
  }
  std::string_view problem;
  try {
    problem = call.admit(request);
    if (problem.empty()) {
      call.target().hold(std::move(target));
      call.set_decoded_bytes(problems.bytes());
      context.calls.queue(call, request);
    }
  } catch (...) {
    give_back(call, context);
    throw;
  }
  if (!problem.empty()) {
    give_back(call, context);
    return refuse(request, context, ErrorCode::InvalidParams, problem);
  }
  context.queued = &call;
  context.may_lack_capability = is_modern(request.revision) && call.may_lack_capability();
}

void Dispatcher::call_tool(const Request& request, DispatchContext& context) const {
  MemberLookup name, arguments;
  if (request.params) find_members(*request.params, "name", name, "arguments", arguments);
  if (!is_string(name)) {
    return refuse(request, context, ErrorCode::InvalidParams, "Invalid params: name must be the name of a tool");
  }
  const bool has_arguments = !is_absent(arguments);
  if (has_arguments && (arguments.count > 1 || arguments.value.kind() != JsonKind::Object)) {
    return refuse(request, context, ErrorCode::InvalidParams, "Invalid params: arguments must be one object");
  }
  std::shared_ptr<const Feature> tool =
      context.tool != nullptr ? std::move(context.tool) : catalog_.find_tool(name.value.string());
  if (tool == nullptr) return refuse_unknown(request, context, List::Tools, "tool", name.value.string());
  Call* const call = take_call(request, context);
  if (call == nullptr) return;
  const Value given = has_arguments ? arguments.value : empty_object_.root();
  const Feature& feature = *tool;
  start(
      request, context, *call, feature.name,
      [&](Decoder& problems) { return decode(*call, kCallTool, feature, given, problems); }, std::move(tool));
}

void Dispatcher::get_prompt(const Request& request, DispatchContext& context) const {
  MemberLookup name, arguments;
  if (request.params) find_members(*request.params, "name", name, "arguments", arguments);
  if (!is_string(name)) {
    return refuse(request, context, ErrorCode::InvalidParams, "Invalid params: name must be the name of a prompt");
  }
  std::vector<TextValue> texts;
  if (!read_texts(arguments, texts)) {
    return refuse(request, context, ErrorCode::InvalidParams,
                  "Invalid params: arguments must be one object of strings");
  }
  std::shared_ptr<const Feature> prompt = catalog_.find_prompt(name.value.string());
  if (prompt == nullptr) return refuse_unknown(request, context, List::Prompts, "prompt", name.value.string());
  Call* const call = take_call(request, context);
  if (call == nullptr) return;
  const Feature& feature = *prompt;
  start(
      request, context, *call, feature.name,
      [&](Decoder& problems) { return decode_texts(*call, kGetPrompt, feature, texts, problems); }, std::move(prompt));
}

/// Refuses a URI of which there is no resource, or whose variables do not fit its template.
void Dispatcher::refuse_uri(const Request& request, DispatchContext& context, std::string_view why) const {
  refuse(request, context, not_found(request.revision), "Resource not found: " + std::string(why),
         uri_data(find_member(*request.params, "uri").value.string()));
}

void Dispatcher::read_resource(const Request& request, DispatchContext& context) const {
  const MemberLookup uri = request.params ? find_member(*request.params, "uri") : MemberLookup{};
  if (!is_string(uri)) {
    return refuse(request, context, ErrorCode::InvalidParams, "Invalid params: uri must be the URI of a resource");
  }
  FoundResource found = catalog_.find_resource(uri.value.string());
  if (!found) return refuse_uri(request, context, in_quotes(uri.value.string()));
  std::vector<TextValue> texts;
  for (std::size_t i = 0; i < found.names.size(); ++i) {
    if (found.values[i]) texts.push_back({found.names[i], *found.values[i]});
  }
  Call* const call = take_call(request, context);
  if (call == nullptr) return;
  const Feature& feature = *found.feature;
  start(
      request, context, *call, feature.name,
      [&](Decoder& problems) {
        if (!decode_texts(*call, kReadResource, feature, texts, problems)) return false;
        call->target().set_resource(uri.value.string(), feature);
        return true;
      },
      std::move(found.feature));
}

/// Lists the declared resources page by page, and behind the last page those that functions list.
void Dispatcher::list_resources(const Request& request, DispatchContext& context) const {
  if (catalog_.providers().empty()) return list(List::Resources, request, context);
  const auto params = read_paginated(request, context);
  if (!params) return;
  const std::optional<std::string>& cursor = params->cursor;
  const std::optional<std::string_view> after = cursor ? uri_of_cursor(*cursor) : std::nullopt;
  std::optional<ListPage> page;
  if (!after) {
    page = catalog_.page(List::Resources, request.revision, cursor);
    if (!page) return refuse(request, context, ErrorCode::InvalidParams, kUnknownCursor);
    if (!page->body.ends_with(']')) {
      return answer(
          request, context, page->body,
          response_templates_.caching(List::Resources, request.revision, read_retry(request.params).is_one()));
    }
  }
  Call* const call = take_call(request, context);
  if (call == nullptr) return;
  start(request, context, *call, "list of resources", [&](Decoder&) {
    call->target().set_list(catalog_, page ? std::move(*page) : ListPage{}, after.value_or(std::string_view()));
    return true;
  });
}

void Dispatcher::complete(const Request& request, DispatchContext& context) const {
  const auto bad = [&](std::string_view text) {
    refuse(request, context, ErrorCode::InvalidParams, "Invalid params: " + std::string(text));
  };
  CompleteParams params;
  if (!read(request, context, params)) return;
  const bool of_prompt = params.ref.type == "ref/prompt";
  if (!of_prompt && params.ref.type != "ref/resource") {
    return bad("ref.type must be \"ref/prompt\" or \"ref/resource\"");
  }
  const std::optional<std::string>& target = (of_prompt ? params.ref.name : params.ref.uri).text;
  if (!target) return bad(of_prompt ? "ref.name must be a string" : "ref.uri must be a string");

  const FoundCompletion found = catalog_.find_completion(
      of_prompt ? detail::ListedCompletion::Of::Prompt : detail::ListedCompletion::Of::Resource, *target,
      params.argument.name);
  switch (found.outcome) {
    case FoundCompletion::Outcome::UnknownRef:
      return bad((of_prompt ? "unknown prompt: " : "unknown resource template: ") + in_quotes(*target));
    case FoundCompletion::Outcome::UnknownArgument:
      return bad("unknown argument: " + in_quotes(params.argument.name));
    case FoundCompletion::Outcome::Nothing:
      return complete_from(request, context, {}, {});
    case FoundCompletion::Outcome::Values:
      return complete_from(request, context, found.values, params.argument.value);
    case FoundCompletion::Outcome::Computed:
      break;
  }

  // `context.arguments` are the arguments chosen before; clients of old revisions send none.
  std::vector<TextValue> chosen;
  if (const auto& arguments = params.context.arguments) {
    for (const auto& [name, value] : *arguments) chosen.push_back({name, value});
  }
  const detail::Handler& handler = *found.computed->handler;
  std::erase_if(chosen, [&](const TextValue& text) {
    return text.name == spec::kTypedArgument ||
           std::ranges::find(handler.texts, text.name, &detail::TextArgument::name) == handler.texts.end();
  });
  chosen.push_back({spec::kTypedArgument, params.argument.value});
  Call* const call = take_call(request, context);
  if (call == nullptr) return;
  start(request, context, *call, found.computed->name,
        [&](Decoder& problems) { return decode_texts(*call, kComplete, *found.computed, chosen, problems); });
}

void Dispatcher::complete_from(const Request& request, DispatchContext& context,
                               std::span<const std::string_view> values, std::string_view typed) const {
  CompleteResult result;
  Completion& completion = result.completion;
  for (const std::string_view value : values) {
    if (!spec::starts_with_ignoring_case(value, typed)) continue;
    if (++completion.total <= spec::kMostCompletions) completion.values.emplace_back(value);
  }
  completion.has_more = completion.total > spec::kMostCompletions;
  Writer members;
  write_members(result, members);
  answer(request, context, members.view());
}

void Dispatcher::refuse_unknown(const Request& request, DispatchContext& context, List list, std::string_view what,
                                std::string_view name) const {
  std::string text = "Unknown " + std::string(what) + ": " + in_quotes(name);
  if (const std::string nearest = catalog_.nearest(list, name); !nearest.empty()) {
    text += "; did you mean " + in_quotes(nearest) + "?";
  }
  refuse(request, context, ErrorCode::InvalidParams, text);
}

}  // namespace mcp::protocol
