// The rule that decides whether another call may start, by the size of results and of unsent output.
#pragma once

#include <algorithm>
#include <cstddef>

namespace mcp::transport {

/// Reserves room for the result of every running call, about as big as recent results were. Before the first result is
/// known, 64 calls may run, so that slow tools do not delay each other because of what they might return. A caller that
/// has waited for a while calls relax(), so that calls which take long delay others only briefly. Not thread-safe.
class Admission {
 public:
  /// `limit`: bytes that unsent output and results to come may have together.
  explicit Admission(std::size_t limit) noexcept : limit_(limit), expected_(limit / 64) {}

  /// Whether one more call may start while `unsent` bytes wait. Never beyond the limit; a single call always below it.
  [[nodiscard]] bool may_start(std::size_t unsent) const noexcept {
    if (unsent > limit_) return false;
    return running_ == 0 || (limit_ - unsent) / (running_ + 1) >= expected_;
  }

  void started() noexcept { ++running_; }
  /// A message of that many bytes was sent.
  void produced(std::size_t bytes) noexcept { largest_ = std::max(largest_, bytes); }
  /// A started call is over.
  void finished() noexcept {
    --running_;
    if (largest_ == 0) return;  // a cancelled call says nothing about results
    // Small results let the expectation fall slowly, a big one lets it rise at once.
    expected_ = known_ ? std::max(largest_, expected_ - expected_ / 4) : largest_;
    known_ = true;
    largest_ = 0;
  }
  /// No call started or ended for a while: expect half as much.
  void relax() noexcept { expected_ /= 2; }

 private:
  std::size_t limit_;
  std::size_t expected_;  // bytes of one result
  std::size_t largest_ = 0;
  std::size_t running_ = 0;
  bool known_ = false;
};

}  // namespace mcp::transport
