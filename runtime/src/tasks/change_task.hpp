// Changes of a task that others may change at the same time.
#pragma once

#include <functional>
#include <string_view>

#include <mcp/task_store.hpp>

namespace mcp::protocol {

/// Reads a task, applies `change` and stores it, and repeats that while the result is Stale. If `change` returns false,
/// there is nothing to do, and the result is Done.
[[nodiscard]] TaskUpdate change_task(TaskStore& store, std::string_view id, std::string_view principal,
                                     const std::function<bool(TaskRecord&)>& change);

}  // namespace mcp::protocol
