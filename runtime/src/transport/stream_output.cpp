#include <mcp/transport/stream_output.hpp>

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdint>

namespace mcp::transport {

namespace {

/// Bytes of buffer that are kept for the next burst.
constexpr std::size_t kKept = std::size_t{1} << 20;

/// A pipe that is writable takes this many bytes without blocking.
constexpr std::size_t kAtOnce = PIPE_BUF;

bool writable(int descriptor, int timeout_ms) {
  pollfd entry{descriptor, POLLOUT, 0};
  return ::poll(&entry, 1, timeout_ms) > 0;
}

}  // namespace

StreamOutput::StreamOutput(int descriptor, std::size_t max_backlog, int wake)
    : descriptor_(descriptor), max_backlog_(max_backlog), wake_(wake) {}

StreamOutput::~StreamOutput() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    work_.notify_all();
  }
  if (writer_.joinable()) writer_.join();
}

void StreamOutput::send(std::string_view message) {
  const std::lock_guard lock(mutex_);
  if (broken_) return;
  pending_.append(message).append(1, '\n');
}

void StreamOutput::flush() {
  std::unique_lock lock(mutex_);
  // Whoever is writing goes on until nothing is pending.
  if (writing_ || broken_ || backlog() == 0) return;
  writing_ = true;
  while (take_pending() && out_.size() - out_at_ <= kAtOnce && writable(descriptor_, 0) && write_some(lock, false)) {
  }
  writing_ = false;
  change_.notify_all();
  if (broken_ || backlog() == 0) return;
  wanted_ = true;
  if (!writer_.joinable()) writer_ = std::thread([this] { write_on_thread(); });
  work_.notify_one();
}

/// Under the lock, as the one who is writing: true if there is something to write.
bool StreamOutput::take_pending() {
  if (out_at_ == out_.size()) {
    out_.clear();
    if (out_.capacity() > kKept) out_.shrink_to_fit();
    out_.swap(pending_);
    out_at_ = 0;
  }
  return out_at_ < out_.size();
}

/// Writes once, without the lock meanwhile. False if the stream takes no more now, or broke.
bool StreamOutput::write_some(std::unique_lock<std::mutex>& lock, bool may_wait) {
  const char* const from = out_.data() + out_at_;
  const std::size_t size = out_.size() - out_at_;
  lock.unlock();
  ssize_t written = ::write(descriptor_, from, size);
  int error = written < 0 ? errno : 0;
  if (error == EAGAIN && may_wait) {
    writable(descriptor_, -1);
    error = EINTR;
  }
  lock.lock();
  if (written >= 0) {
    out_at_ += static_cast<std::size_t>(written);
    if (backlog() <= max_backlog_) {
      change_.notify_all();
      if (paused_) signal();
      paused_ = false;
    }
    return true;
  }
  if (error == EINTR) return true;
  if (error != EAGAIN) break_off();
  return false;
}

void StreamOutput::break_off() {
  broken_ = true;
  pending_.clear();
  out_.clear();
  out_at_ = 0;
  change_.notify_all();
  signal();
}

void StreamOutput::signal() const noexcept {
  const std::uint64_t one = 1;
  // A full counter has woken the reader already.
  [[maybe_unused]] const ssize_t written = ::write(wake_, &one, sizeof one);
}

void StreamOutput::write_on_thread() {
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [this] { return ending_ || (wanted_ && !writing_); });
    if (writing_) return;  // ending, and somebody else writes the rest
    writing_ = true;
    wanted_ = false;
    while (!broken_ && take_pending()) (void)write_some(lock, true);
    writing_ = false;
    change_.notify_all();
    if (ending_) return;
  }
}

bool StreamOutput::must_pause() {
  const std::lock_guard lock(mutex_);
  paused_ = !broken_ && backlog() > max_backlog_;
  return paused_;
}

bool StreamOutput::broken() const {
  const std::lock_guard lock(mutex_);
  return broken_;
}

bool StreamOutput::finish(std::chrono::steady_clock::time_point deadline) {
  flush();
  std::unique_lock lock(mutex_);
  return change_.wait_until(lock, deadline, [this] { return broken_ || (backlog() == 0 && !writing_); });
}

void StreamOutput::between_jobs() {
  std::unique_lock lock(mutex_);
  if (backlog() <= max_backlog_) return;
  lock.unlock();
  flush();
  lock.lock();
  change_.wait(lock, [this] { return broken_ || backlog() <= max_backlog_; });
}

}  // namespace mcp::transport
