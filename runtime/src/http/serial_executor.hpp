// The order that HTTP exchanges are handled in: the seam between the protocol core and event loops.
#pragma once

#include <chrono>
#include <functional>

namespace mcp::protocol::http {

/// Does one thing at a time. Connections and their exchanges belong to one event loop each; whatever touches them runs
/// on it.
class SerialExecutor {
 public:
  /// True if the calling thread is on the event loop and in no job: it may touch what belongs to the event loop.
  [[nodiscard]] virtual bool running_in_this_thread() const noexcept = 0;

  /// The same for the last thing that a job does: from a true answer on the thread stays on the event loop until the
  /// job is over. In the midst of a job it would keep the event loop from everybody else for as long as the job goes
  /// on.
  [[nodiscard]] virtual bool try_run_here() noexcept = 0;

  /// Runs `what` on the event loop, soon. From any thread.
  virtual void post(std::function<void()> what) = 0;

  [[nodiscard]] virtual std::chrono::steady_clock::time_point now() const noexcept = 0;

 protected:
  ~SerialExecutor() = default;
};

}  // namespace mcp::protocol::http
