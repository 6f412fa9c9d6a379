// Tasks as clients see them.
#pragma once

#include <mcp/codec/writer.hpp>
#include <mcp/task_store.hpp>

namespace mcp::protocol {

/// Writes the members of every task, without braces: `"taskId":…,"status":…`, as in a CreateTaskResult.
void write_task(Writer& to, const TaskRecord& record);
/// The same, followed by `result`, `error` or `inputRequests` according to the status, for tasks/get and
/// notifications/tasks.
void write_detailed_task(Writer& to, const TaskRecord& record);

}  // namespace mcp::protocol
