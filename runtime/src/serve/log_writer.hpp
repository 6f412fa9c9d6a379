// The log of a serving program where it has none of its own. It writes lines to a descriptor (stderr) that may be slow,
// full or never read.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>

#include "base/log_sink.hpp"

namespace mcp::serve {

/// The maximum of bytes that wait for a reader. Further lines are lost and counted.
inline constexpr std::size_t kMaxWaitingLog = std::size_t{256} << 10;

/// How long the end of the process waits for the reader.
inline constexpr std::chrono::milliseconds kLastLines{200};

/// No call waits for the reader. A line is written at once if the system accepts it (to a file, or to a pipe or socket
/// with room). Other lines wait for a thread, which starts with the first such line. The descriptor's flags are not
/// changed, since other processes may write to the same pipe or terminal. Lines that cannot be written are counted and
/// reported later: "12 lines of the log were lost". Thread-safe.
class LogWriter final : public protocol::LogSink {
 public:
  /// Does not own the descriptor. Its kind is tested for each line, because it may be redirected. Writing sends no
  /// SIGPIPE.
  explicit LogWriter(int descriptor);
  /// Calls finish().
  ~LogWriter();
  LogWriter(const LogWriter&) = delete;
  LogWriter& operator=(const LogWriter&) = delete;

  /// Writes a line, escaped by append_escaped().
  void write(std::string_view line) noexcept override;

  /// Writes the waiting lines, for at most `time`; later lines are dropped. Returns false if lines are left because the
  /// thread still waits for the reader. The thread then ends with the process, and the process must not wait for
  /// anything else that writes to the descriptor.
  bool finish(std::chrono::milliseconds time = kLastLines) noexcept;

 private:
  struct State;
  std::shared_ptr<State> state_;  // shared with the thread, which cannot be joined while it waits for the reader
};

}  // namespace mcp::serve
