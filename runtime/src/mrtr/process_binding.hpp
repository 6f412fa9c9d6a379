// What binds a sealed state to the process that made it, where nobody else knows which states were used.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/once.hpp"

namespace mcp::protocol {

/// Thread-safe.
class ProcessBinding {
 public:
  using TimePoint = std::chrono::system_clock::time_point;
  using SteadyClock = std::chrono::steady_clock::time_point (*)();

  /// `start` is the time of day now.
  ProcessBinding(TimePoint start, SteadyClock steady_clock) noexcept
      : start_(start), steady_clock_(steady_clock), steady_start_(steady_clock()) {}
  ProcessBinding(const ProcessBinding&) = delete;
  ProcessBinding& operator=(const ProcessBinding&) = delete;

  /// Random, the same for the life of this object; made when it is first asked for.
  [[nodiscard]] std::string_view id() const;
  /// About the time of day, by a clock that never steps: setting the system's clock back reopens no state.
  [[nodiscard]] TimePoint now() const noexcept {
    return start_ + std::chrono::duration_cast<TimePoint::duration>(steady_clock_() - steady_start_);
  }

 private:
  const TimePoint start_;
  const SteadyClock steady_clock_;
  const std::chrono::steady_clock::time_point steady_start_;
  mutable Once made_;
  mutable std::string id_;
};

}  // namespace mcp::protocol
