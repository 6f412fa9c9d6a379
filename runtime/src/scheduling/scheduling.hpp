// What coroutines of tools need: an executor that resumes them, and timers.
#pragma once

#include "scheduling/executor.hpp"
#include "scheduling/timers.hpp"

namespace mcp::protocol {

/// Outlives the calls that use it.
struct Scheduling {
  Executor& executor;
  Timers& timers;
};

}  // namespace mcp::protocol
