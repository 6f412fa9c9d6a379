// SIGTERM and SIGINT end a server the way the end of its input does.
#pragma once

#include <mcp/transport/wake_up.hpp>

namespace mcp::cli {

/// While it lives, the first SIGTERM or SIGINT signals `stop`; another one ends the process as usual. One at a time.
class StopSignals {
 public:
  explicit StopSignals(const transport::WakeUp& stop);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
};

}  // namespace mcp::cli
