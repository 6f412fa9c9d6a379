// The methods of the extension io.modelcontextprotocol/tasks.
#include "jsonrpc/message.hpp"
#include "methods/dispatcher.hpp"
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

/// The `taskId` of a client that may send one; nothing after refusing the request.
std::optional<std::string> Dispatcher::read_task_id(const Request& request, DispatchContext& context) const {
  if (!knows_tasks(request)) {
    refuse_without_tasks(request, context);
    return std::nullopt;
  }
  const MemberLookup id = request.params ? find_member(*request.params, "taskId") : MemberLookup{};
  if (id.count != 1 || id.value.kind() != JsonKind::String) {
    refuse(request, context, ErrorCode::InvalidParams, "Invalid params: taskId must be one string");
    return std::nullopt;
  }
  return std::string(id.value.string());
}

void Dispatcher::refuse_task(const Request& request, DispatchContext& context) const {
  refuse(request, context, ErrorCode::InvalidParams, "Invalid params: there is no such task, or it has expired");
}

void Dispatcher::get_task(const Request& request, DispatchContext& context) const {
  const std::optional<std::string> id = read_task_id(request, context);
  if (!id) return;
  const std::optional<TaskRecord> task = tasks_.find(*id, request.principal);
  if (!task) return refuse_task(request, context);
  Writer members;
  write_detailed_task(members, *task);
  answer(request, context, members.view());
}

void Dispatcher::update_task(const Request& request, DispatchContext& context) const {
  const std::optional<std::string> id = read_task_id(request, context);
  if (!id) return;
  const MemberLookup responses = find_member(*request.params, "inputResponses");
  if (responses.count != 1 || responses.value.kind() != JsonKind::Object) {
    return refuse(request, context, ErrorCode::InvalidParams, "Invalid params: inputResponses must be one object");
  }
  switch (tasks_.answer(*id, request.principal, responses.value)) {
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
  const std::optional<std::string> id = read_task_id(request, context);
  if (!id) return;
  if (!tasks_.cancel(*id, request.principal)) return refuse_task(request, context);
  answer(request, context, {});
}

}  // namespace mcp::protocol
