// A log that goes to a stream, for commands that do not serve.
#pragma once

#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

#include "base/log_sink.hpp"
#include "cli/log_text.hpp"

namespace mcp::cli {

/// Escapes what append_escaped() does. Thread-safe; the stream outlives it.
class StreamLog final : public protocol::LogSink {
 public:
  explicit StreamLog(std::ostream& to) : to_(to) {}

  void write(std::string_view line) noexcept override {
    try {
      std::string text;
      append_escaped(text, line);
      const std::lock_guard lock(mutex_);
      to_ << text << '\n' << std::flush;
    } catch (...) {
      // No memory, or a stream set to throw: there is nowhere left to say so.
    }
  }

 private:
  std::ostream& to_;
  std::mutex mutex_;
};

}  // namespace mcp::cli
