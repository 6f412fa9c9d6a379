// The log of a served program: lines to a descriptor, stderr, that may be slow, full or never read.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>

#include "base/log_sink.hpp"

namespace mcp::cli {

/// Bytes of lines that wait for a reader; a line beyond them is lost, and counted.
inline constexpr std::size_t kMaxWaitingLog = std::size_t{256} << 10;

/// How long the end of the process waits for a reader of what is left.
inline constexpr std::chrono::milliseconds kLastLines{200};

/// No call ever waits for the reader. What the system takes at once (a file; a pipe or a socket with room) is written
/// at once; all else waits for a thread, which starts with the first such line. The descriptor's flags are left alone,
/// for other processes write to the same pipe or terminal. Lines that cannot be written are counted, and as soon as
/// something can be, a line says "12 lines of the log were lost". Thread-safe.
class LogWriter final : public protocol::LogSink {
 public:
  /// Does not own the descriptor, which is looked up anew for each line: it may come to lead elsewhere. SIGPIPE and
  /// SIGXFSZ must not end the process.
  explicit LogWriter(int descriptor);
  /// Calls finish().
  ~LogWriter();
  LogWriter(const LogWriter&) = delete;
  LogWriter& operator=(const LogWriter&) = delete;

  /// Escapes what append_escaped() does.
  void write(std::string_view line) noexcept override;

  /// Writes what waits, for at most `time`, and nothing afterwards. False if something is left, because a thread still
  /// waits for the reader: it ends with the process, and nothing else that writes to the descriptor may be waited for.
  bool finish(std::chrono::milliseconds time = kLastLines) noexcept;

 private:
  struct State;
  std::shared_ptr<State> state_;  // shared with the thread, which cannot be ended while it waits for the reader
};

}  // namespace mcp::cli
