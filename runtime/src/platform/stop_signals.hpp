// The signals that stop a serving program.
#pragma once

#include "platform/wake_up.hpp"

namespace mcp::cli {

/// While the object exists, the first SIGTERM or SIGINT signals `stop`, which shuts the server down in the same way as
/// the end of its input; a second one ends the process as usual. Every SIGHUP signals `stop`, because closing a
/// terminal may send several. If SIGHUP is ignored (nohup) or the program handles it itself, it is left alone. Only one
/// object may exist at a time.
class StopSignals {
 public:
  explicit StopSignals(const transport::WakeUp& stop);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

 private:
  bool hang_up_ = false;  // SIGHUP is handled
};

/// Turns two signals that end the process into errors of the system call: SIGPIPE (writing to a stream without reader)
/// and SIGXFSZ (exceeding the file size limit). Handlers that the program installed are kept.
void make_errors_of_signals() noexcept;

}  // namespace mcp::cli
