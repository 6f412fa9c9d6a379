// The methods of the extension io.modelcontextprotocol/tasks.
#include "jsonrpc/message.hpp"
#include "methods/dispatcher.hpp"
#include "methods/params.hpp"
#include "requests/refusals.hpp"

namespace mcp::protocol {

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
bool Dispatcher::read_of_task(const Request& request, DispatchContext& context, Params& params) const {
  if (knows_tasks(request)) return read(request, context, params);
  refuse_without_tasks(request, context);
  return false;
}

void Dispatcher::refuse_task(const Request& request, DispatchContext& context) const {
  refuse(request, context, ErrorCode::InvalidParams, "Invalid params: there is no such task, or it has expired");
}

void Dispatcher::get_task(const Request& request, DispatchContext& context) const {
  TaskParams params;
  if (!read_of_task(request, context, params)) return;
  const std::optional<TaskRecord> task = tasks_.find(params.task_id, request.principal);
  if (!task) return refuse_task(request, context);
  Writer members;
  write_detailed_task(members, *task);
  answer(request, context, members.view());
}

void Dispatcher::update_task(const Request& request, DispatchContext& context) const {
  UpdateTaskParams params;
  if (!read_of_task(request, context, params)) return;
  switch (tasks_.answer(params.task_id, request.principal, params.input_responses.value)) {
    case TaskUpdate::Unknown:
      return refuse_task(request, context);
    case TaskUpdate::TooLarge:
      return refuse(request, context, ErrorCode::InternalError,
                    "The server has no room for these answers; send less, or try again when other tasks have ended");
    default:
      return answer(request, context, {});
  }
}

void Dispatcher::cancel_task(const Request& request, DispatchContext& context) const {
  TaskParams params;
  if (!read_of_task(request, context, params)) return;
  if (!tasks_.cancel(params.task_id, request.principal)) return refuse_task(request, context);
  answer(request, context, {});
}

}  // namespace mcp::protocol
