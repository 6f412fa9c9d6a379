// Wakes a thread that waits, from another thread or from a signal handler.
#pragma once

namespace mcp::transport {

/// Opens an eventfd. Throws std::system_error if the system cannot provide one.
class WakeUp {
 public:
  WakeUp();
  ~WakeUp();
  WakeUp(const WakeUp&) = delete;
  WakeUp& operator=(const WakeUp&) = delete;

  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
  /// Async-signal-safe.
  void signal() const noexcept;
  void reset() const noexcept;

 private:
  int descriptor_;
};

}  // namespace mcp::transport
