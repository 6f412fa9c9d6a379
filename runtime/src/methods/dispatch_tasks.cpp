// The methods of the extension io.modelcontextprotocol/tasks. They ask the store of tasks, which may block, so each is
// a call, which a thread runs that runs handlers.
#include <exception>
#include <new>
#include <string>
#include <utility>

#include <mcp/codec/decoder.hpp>
#include <mcp/error.hpp>

#include "codec/document.hpp"
#include "codec/value_text.hpp"
#include "jsonrpc/message.hpp"
#include "methods/dispatcher.hpp"
#include "methods/params.hpp"
#include "requests/refusals.hpp"
#include "tasks/task_json.hpp"

namespace mcp::protocol {

namespace {

using detail::Invocation;

/// What the call of a method gets.
struct TaskArguments {
  std::string principal;
  std::string task_id;
  std::string input_responses;  // JSON; of tasks/update
};

/// The receiving thread has checked the params.
bool decode_task(Value from, void* to, Decoder&) {
  auto& arguments = *static_cast<TaskArguments*>(to);
  arguments.task_id = text_member(from, "taskId");
  const MemberLookup responses = find_member(from, "inputResponses");
  if (responses.count == 0) return true;
  Writer text;
  write_value(responses.value, text);
  arguments.input_responses = text.view();
  return true;
}

[[noreturn]] void refuse_unknown_task() {
  throw ProtocolError(static_cast<int>(ErrorCode::InvalidParams),
                      "Invalid params: there is no such task, or it has expired");
}

void get(TaskRunner& tasks, const TaskArguments& arguments, Writer& members) {
  const std::optional<TaskRecord> task = tasks.find(arguments.task_id, arguments.principal);
  if (!task) refuse_unknown_task();
  write_detailed_task(members, *task);
}

void update(TaskRunner& tasks, const TaskArguments& arguments, Writer&) {
  Document responses;
  if (!responses.parse_copy(arguments.input_responses).empty()) throw std::bad_alloc();  // it was read before
  switch (tasks.answer(arguments.task_id, arguments.principal, responses.root())) {
    case TaskUpdate::Unknown:
      return refuse_unknown_task();
    case TaskUpdate::TooLarge:
      throw ProtocolError(
          static_cast<int>(ErrorCode::InternalError),
          "The server has no room for these answers; send less, or try again when other tasks have ended");
    default:
      return;
  }
}

void cancel(TaskRunner& tasks, const TaskArguments& arguments, Writer&) {
  if (!tasks.cancel(arguments.task_id, arguments.principal)) refuse_unknown_task();
}

template <void (*kMethod)(TaskRunner&, const TaskArguments&, Writer&)>
void call(void* arguments, void* object, Invocation& invocation) {
  auto& tasks = *static_cast<TaskRunner*>(object);
  try {
    kMethod(tasks, *static_cast<const TaskArguments*>(arguments), invocation.result());
  } catch (const ProtocolError&) {
    throw;
  } catch (const std::exception& error) {
    tasks.log_failure(error.what());
    throw ProtocolError(static_cast<int>(ErrorCode::InternalError), std::string(kTasksUnreachable));
  }
}

template <void (*kMethod)(TaskRunner&, const TaskArguments&, Writer&)>
constexpr detail::Handler kHandler{
    .size = sizeof(TaskArguments),
    .alignment = alignof(TaskArguments),
    .construct = [](void* at) { ::new (at) TaskArguments(); },
    .destroy = [](void* at) noexcept { static_cast<TaskArguments*>(at)->~TaskArguments(); },
    .call = &call<kMethod>,
    .decode = &decode_task,
};

constexpr CallMethod kGet{.name = "tasks/get", .noun = "method"};
constexpr CallMethod kUpdate{.name = "tasks/update", .noun = "method"};
constexpr CallMethod kCancel{.name = "tasks/cancel", .noun = "method"};

}  // namespace

bool Dispatcher::knows_tasks(const Request& request) {
  const MemberLookup capabilities = request.meta ? request.meta->capabilities : MemberLookup{};
  if (capabilities.count == 0) return false;
  Client client;
  bool known = false;
  read_capabilities(capabilities.value, request.revision, client, known);
  return known;
}

void Dispatcher::refuse_without_tasks(const Request& request, DispatchContext& context) const {
  refuse(request, context, ErrorCode::MissingCapability,
         "The client lacks the extension for tasks: " + std::string(kTasksExtension), kTasksRequired);
}

template <class Params>
void Dispatcher::call_of_task(const Request& request, DispatchContext& context, const CallMethod& method,
                              const detail::Handler& handler) const {
  if (!knows_tasks(request)) return refuse_without_tasks(request, context);
  Params params;
  if (!read(request, context, params)) return;
  // However many calls run: these are how a client ends its tasks.
  Call* const call = take_call(request, context, CallTable::Room::WithReserve);
  if (call == nullptr) return;
  const BoundHandler bound{method.name, &handler, &tasks_, &task_history_};
  start(request, context, *call, method.name, [&](Decoder& problems) {
    call->target().set(method, bound);
    if (!call->arguments().decode(bound, *request.params, problems)) return false;
    static_cast<TaskArguments*>(call->arguments().get())->principal = request.principal;
    return true;
  });
}

void Dispatcher::get_task(const Request& request, DispatchContext& context) const {
  call_of_task<TaskParams>(request, context, kGet, kHandler<&get>);
}

void Dispatcher::update_task(const Request& request, DispatchContext& context) const {
  call_of_task<UpdateTaskParams>(request, context, kUpdate, kHandler<&update>);
}

void Dispatcher::cancel_task(const Request& request, DispatchContext& context) const {
  call_of_task<TaskParams>(request, context, kCancel, kHandler<&cancel>);
}

}  // namespace mcp::protocol
