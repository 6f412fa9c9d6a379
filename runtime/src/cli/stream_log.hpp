// A log that writes to a stream, for commands that do not serve.
#pragma once

#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

#include "base/log_sink.hpp"
#include "serve/log_text.hpp"

namespace mcp::cli {

/// Escapes lines by append_escaped(). Thread-safe. The stream must outlive the object.
class StreamLog final : public protocol::LogSink {
 public:
  explicit StreamLog(std::ostream& to) : to_(to) {}

  void write(std::string_view line) noexcept override {
    try {
      std::string text;
      serve::append_escaped(text, line);
      const std::lock_guard lock(mutex_);
      to_ << text << '\n' << std::flush;
    } catch (...) {
      // Memory is exhausted, or the stream is set to throw. The error cannot be reported anywhere.
    }
  }

 private:
  std::ostream& to_;
  std::mutex mutex_;
};

}  // namespace mcp::cli
