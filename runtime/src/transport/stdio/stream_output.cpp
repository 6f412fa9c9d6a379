#include "transport/stdio/stream_output.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdint>
#include <ctime>
#include <system_error>
#include <utility>

namespace mcp::transport {

namespace {

/// Bytes of one block of output, unless a single message has more; also what is kept for the next burst.
constexpr std::size_t kKeptOutput = std::size_t{1} << 20;

/// A pipe that is writable takes this many bytes without blocking.
constexpr std::size_t kAtOnce = PIPE_BUF;

/// Bytes that a client which reads does not leave waiting.
constexpr std::size_t kCrowd = std::size_t{64} << 10;

/// How long a job waits for the results of running ones before less is expected of them.
constexpr std::chrono::milliseconds kBusyAfter{10};

/// How many times as long while the process computes.
constexpr int kBusyPeriods = 10;

/// What all threads of the process used.
std::chrono::nanoseconds cpu_time() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

bool writable(int descriptor, int timeout_ms) {
  pollfd entry{descriptor, POLLOUT, 0};
  return ::poll(&entry, 1, timeout_ms) > 0;
}

}  // namespace

StreamOutput::StreamOutput(int descriptor, std::size_t max_backlog, int wake)
    : descriptor_(descriptor), max_backlog_(max_backlog), wake_(wake), admission_(max_backlog) {}

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
  admission_.produced(message.size());
  if (!pending_.empty() && pending_.size() + message.size() >= kKeptOutput) {
    full_.push_back(std::move(pending_));
    full_bytes_ += full_.back().size();
    pending_ = std::string();
  }
  if (message.size() >= kKeptOutput) pending_.reserve(message.size() + 1);
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
  if (!writer_.joinable()) {
    try {
      writer_ = std::thread([this] { write_on_thread(); });
    } catch (const std::system_error&) {
      // No thread to be had: better a caller who waits than an answer that never leaves.
      writing_ = true;
      while (!broken_ && take_pending()) (void)write_some(lock, true);
      writing_ = false;
      change_.notify_all();
      return;
    }
  }
  wanted_ = true;
  work_.notify_one();
}

/// Under the lock, as the one who is writing: true if there is something to write.
bool StreamOutput::take_pending() {
  if (out_at_ == out_.size()) {
    out_at_ = 0;
    if (!full_.empty()) {
      full_bytes_ -= full_.front().size();
      out_ = std::move(full_.front());
      full_.pop_front();
      return true;
    }
    out_.clear();
    if (out_.capacity() > 2 * kKeptOutput) out_ = std::string();
    out_.swap(pending_);
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
    if (crowded_ && backlog() <= kCrowd) {
      crowded_ = false;
      signal();
    }
    if (backlog() <= max_backlog_) {
      if (paused_) signal();
      paused_ = false;
      let_next_start();
    }
    return true;
  }
  if (error == EINTR) return true;
  if (error != EAGAIN) break_off();
  return false;
}

void StreamOutput::break_off() {
  broken_ = true;
  pending_ = std::string();
  out_ = std::string();
  full_.clear();
  full_bytes_ = 0;
  out_at_ = 0;
  change_.notify_all();
  turn_.notify_all();
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

bool StreamOutput::congested() {
  const std::lock_guard lock(mutex_);
  const bool congested = !broken_ && backlog() > kCrowd;
  crowded_ = crowded_ || congested;
  return congested;
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

void StreamOutput::before_job() {
  std::unique_lock lock(mutex_);
  if (!broken_ && !admission_.may_start(backlog())) {
    lock.unlock();
    flush();  // what this job waits for must be on its way
    lock.lock();
    wait_for_turn(lock);
  }
  admission_.started();
  let_next_start();
}

void StreamOutput::wait_for_turn(std::unique_lock<std::mutex>& lock) {
  using Clock = std::chrono::steady_clock;
  if (waiting_++ == 0) be_patient();
  while (!broken_ && !admission_.may_start(backlog())) {
    if (backlog() > max_backlog_) {
      turn_.wait(lock);
      be_patient();
    } else if (turn_.wait_until(lock, patience_) == std::cv_status::timeout && Clock::now() >= patience_) {
      on_reply_timeout();
    }
  }
  --waiting_;
  be_patient();
}

/// Something started or ended.
void StreamOutput::be_patient() {
  patience_ = std::chrono::steady_clock::now() + kBusyAfter;
  cpu_time_ = cpu_time();
  busy_periods_ = 0;
}

void StreamOutput::on_reply_timeout() {
  const auto before = std::exchange(cpu_time_, cpu_time());
  patience_ = std::chrono::steady_clock::now() + kBusyAfter;
  // Calls that compute may be about to answer, and would not be faster for company.
  if (cpu_time_ - before >= kBusyAfter / 8 && ++busy_periods_ < kBusyPeriods) return;
  busy_periods_ = 0;
  admission_.relax();
}

/// Under the lock: wakes one who waits; who starts wakes the next.
void StreamOutput::let_next_start() {
  if (waiting_ != 0 && admission_.may_start(backlog())) turn_.notify_one();
}

void StreamOutput::after_job() {
  const std::lock_guard lock(mutex_);
  admission_.finished();
  if (waiting_ == 0) return;
  be_patient();
  let_next_start();
}

}  // namespace mcp::transport
