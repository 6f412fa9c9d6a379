// Ends a wait in another thread, or in a signal handler's.
#pragma once

namespace mcp::transport {

/// An eventfd. Throws std::system_error if the system has none left.
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
