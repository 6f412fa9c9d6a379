// What signals mean to a served program.
#pragma once

#include "platform/wake_up.hpp"

namespace mcp::cli {

/// While it lives, the first SIGTERM or SIGINT signals `stop`, which ends a server the way the end of its input does;
/// another one ends the process as usual. SIGHUP signals `stop`, too, each time: who closes a terminal may send
/// several. A SIGHUP that is ignored (nohup), or has a handler of the program's own, stays so. One object at a time.
class StopSignals {
 public:
  explicit StopSignals(const transport::WakeUp& stop);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

 private:
  bool hang_up_ = false;  // SIGHUP is handled
};

/// Makes two things errors of the system call and no signals that end the process: writing to a stream that nobody
/// reads (SIGPIPE), and writing beyond the limit for the size of files (SIGXFSZ). Handlers of the program's own stay.
void make_errors_of_signals() noexcept;

}  // namespace mcp::cli
