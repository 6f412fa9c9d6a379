// Lets workers wait until their job may start, so that results do not pile up before a client that reads slowly.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

#include "transport/stdio/admission.hpp"

namespace mcp::transport {

/// Every function is called under one mutex of the owner's, which start() releases while it waits. A job that may not
/// start waits in one of two ways:
///
///     start() ──may_start()────────────────────────────────────▶ the job runs ──finished()──▶
///       │                                                            ▲
///       ├─ unsent ≤ limit ─▶ Timed ──notified, and may_start()───────┤
///       │                    │   ▲   each period without a change halves the expected results
///       │      unsent > limit│   │notified, unsent ≤ limit           │
///       │                    ▼   │                                   │
///       └─ unsent > limit ─▶ Untimed ──notified, and may_start()─────┘
///
/// While `unsent` is within the limit and jobs wait, one of them at least is Timed or notified: else a job could wait
/// for one that never ends. Therefore sent() notifies one when `unsent` comes back within the limit, and a job that
/// waited notifies the next one when it starts.
class AdmissionControl {
 public:
  /// `limit`: bytes that unsent output and results to come may have together.
  explicit AdmissionControl(std::size_t limit) noexcept : rule_(limit), limit_(limit) {}

  /// A message of `bytes` was sent to the buffer; `unsent` bytes wait now.
  void produced(std::size_t bytes, std::size_t unsent) noexcept {
    rule_.produced(bytes);
    unsent_ = unsent;
  }
  /// `unsent` bytes are left.
  void sent(std::size_t unsent) noexcept;

  /// Whether start() would return at once.
  [[nodiscard]] bool may_start() const noexcept { return abandoned_ || rule_.may_start(unsent_); }
  /// Waits until another job may start, which counts as running then. `lock` holds the owner's mutex.
  void start(std::unique_lock<std::mutex>& lock);
  /// A job that was started is over.
  void finished();
  /// Nobody reads the output any more: from now on every job may start.
  void abandon() noexcept;

 private:
  void wait(std::unique_lock<std::mutex>& lock);
  void begin_period();
  void on_period_over();
  void notify_if_next_may_start() noexcept {
    if (waiting_ != 0 && may_start()) turn_.notify_one();
  }

  Admission rule_;
  const std::size_t limit_;
  std::size_t unsent_ = 0;
  bool abandoned_ = false;
  std::condition_variable turn_;
  std::size_t waiting_ = 0;  // workers in wait()
  // The period after which less is expected, unless a job starts or ends in it:
  std::chrono::steady_clock::time_point period_ends_;
  std::chrono::nanoseconds cpu_time_{0};  // of the process, when it began
  int busy_periods_ = 0;                  // in a row, in which the process computed
};

}  // namespace mcp::transport
