#include "tasks/change_task.hpp"

#include <optional>

namespace mcp::protocol {

TaskUpdate change_task(TaskStore& store, std::string_view id, std::string_view principal,
                       const std::function<bool(TaskRecord&)>& change) {
  std::optional<TaskRecord> record = store.get(id, principal);
  if (!record) return TaskUpdate::Unknown;
  for (;;) {
    if (is_terminal(record->status)) return TaskUpdate::Ended;
    if (!change(*record)) return TaskUpdate::Done;
    const TaskUpdate done = store.update(*record);
    if (done != TaskUpdate::Stale) return done;
  }
}

}  // namespace mcp::protocol
