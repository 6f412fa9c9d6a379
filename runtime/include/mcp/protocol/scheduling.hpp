// Where the coroutines of tools go on, and what wakes them.
#pragma once

#include <mcp/protocol/executor.hpp>
#include <mcp/protocol/timers.hpp>

namespace mcp::protocol {

/// Outlives the calls that use it.
struct Scheduling {
  Executor& executor;
  Timers& timers;
};

}  // namespace mcp::protocol
