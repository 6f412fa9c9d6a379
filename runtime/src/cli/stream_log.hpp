// A log that goes to a stream: stderr.
#pragma once

#include <mutex>
#include <ostream>
#include <string_view>

#include <mcp/protocol/log_sink.hpp>

namespace mcp::cli {

/// Thread-safe; the stream outlives it.
class StreamLog final : public protocol::LogSink {
 public:
  explicit StreamLog(std::ostream& to) : to_(to) {}

  void write(std::string_view line) noexcept override {
    try {
      const std::lock_guard lock(mutex_);
      to_ << line << '\n' << std::flush;
    } catch (...) {
      // A stream set to throw: there is nowhere left to say so.
    }
  }

 private:
  std::ostream& to_;
  std::mutex mutex_;
};

}  // namespace mcp::cli
