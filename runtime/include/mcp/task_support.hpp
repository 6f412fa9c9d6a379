// Whether a tool runs as a task.
#pragma once

namespace mcp {

/// Whether a tool runs as a task (io.modelcontextprotocol/tasks): never, for clients that know tasks, or always.
enum class TaskSupport : unsigned char { None, Optional, Required };

}  // namespace mcp
