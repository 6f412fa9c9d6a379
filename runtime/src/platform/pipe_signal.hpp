// Writing to a descriptor whose reader may be gone, without the signal that would end the process.
#pragma once

#include <csignal>
#include <cstddef>
#include <string_view>

#include <sys/types.h>

namespace mcp::transport {

/// Whether SIGPIPE ends the process, as it does by default.
[[nodiscard]] bool pipe_signal_ends_process() noexcept;

/// write(2) that fails with EPIPE and sends no SIGPIPE, whatever the process does with that signal. Two system calls
/// more than write().
[[nodiscard]] ssize_t write_without_signal(int descriptor, std::string_view bytes) noexcept;

/// While the object exists, writing on this thread sends no SIGPIPE. Not nested.
class PipeSignalGuard {
 public:
  PipeSignalGuard() noexcept;
  ~PipeSignalGuard();
  PipeSignalGuard(const PipeSignalGuard&) = delete;
  PipeSignalGuard& operator=(const PipeSignalGuard&) = delete;

  /// A write has failed with EPIPE.
  void broke() noexcept { broke_ = true; }

 private:
  sigset_t before_;
  bool was_blocked_;
  bool broke_ = false;
};

}  // namespace mcp::transport
