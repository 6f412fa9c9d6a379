// The order that HTTP exchanges are handled in: the seam between the protocol core and event loops.
#pragma once

#include <chrono>
#include <functional>

namespace mcp::protocol::http {

/// Does one thing at a time. Connections and their exchanges belong to one lane each; whatever touches them runs on it.
class Lane {
 public:
  /// True if the calling thread is on the lane and may stay on it until it returns to it; then it may touch what
  /// belongs to the lane.
  [[nodiscard]] virtual bool enter() noexcept = 0;

  /// Runs `what` on the lane, soon. From any thread.
  virtual void post(std::function<void()> what) = 0;

  [[nodiscard]] virtual std::chrono::steady_clock::time_point now() const noexcept = 0;

 protected:
  ~Lane() = default;
};

}  // namespace mcp::protocol::http
