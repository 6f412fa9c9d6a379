#include "transport/threads/queue_progress.hpp"

namespace mcp::transport {

namespace {

constexpr int kSteps = 10;

}  // namespace

bool QueueProgress::wait_for_half(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds step) {
  const std::size_t queued = submitted_ - started_;
  awaited_ = started_ + (queued + 1) / 2;
  for (int i = 0; i < kSteps; ++i) {
    const std::size_t before = started_;
    if (reached_.wait_for(lock, step, [this] { return started_ >= awaited_; })) return true;
    if (started_ == before) return false;
  }
  return false;
}

}  // namespace mcp::transport
