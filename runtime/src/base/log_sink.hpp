// The server's log. It gets texts that no client may see: exception texts, refused input.
#pragma once

#include <string_view>

namespace mcp::protocol {

/// Takes one line at a time, without a newline. Implementations are thread-safe.
class LogSink {
 public:
  virtual void write(std::string_view line) noexcept = 0;

 protected:
  ~LogSink() = default;
};

/// A log that discards everything.
class NoLog final : public LogSink {
 public:
  void write(std::string_view) noexcept override {}
};

}  // namespace mcp::protocol
