// Patterns and schemas of generated code are constant data that is compiled at its first use, for all servers of the
// program. What was compiled is freed when the program ends, or when the plug-in that holds the runtime is unloaded.
#pragma once

namespace mcp::internal {

/// Frees `value` by `free` then, unless a CompiledValuesUser lives: a thread may use the value, and the system takes
/// the memory back anyway. Thread-safe.
void keep_compiled(const void* value, void (*free)(const void* value));

/// A member of what owns threads that run handlers.
class CompiledValuesUser {
 public:
  CompiledValuesUser() noexcept;
  ~CompiledValuesUser();
  CompiledValuesUser(const CompiledValuesUser&) = delete;
  CompiledValuesUser& operator=(const CompiledValuesUser&) = delete;
};

}  // namespace mcp::internal
