#include "transport/stdio/stream_output.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdint>
#include <exception>

#include "platform/pipe_signal.hpp"

namespace mcp::transport {

namespace {

/// A pipe that is writable takes this many bytes without blocking.
constexpr std::size_t kAtOnce = PIPE_BUF;

/// Bytes that a client which reads does not leave waiting.
constexpr std::size_t kCongested = std::size_t{64} << 10;

bool writable(int descriptor, int timeout_ms) {
  pollfd entry{descriptor, POLLOUT, 0};
  return ::poll(&entry, 1, timeout_ms) > 0;
}

}  // namespace

StreamOutput::StreamOutput(int descriptor, std::size_t max_backlog, int wake)
    : descriptor_(descriptor),
      max_backlog_(max_backlog),
      wake_(wake),
      is_guarded_(pipe_signal_ends_process()),
      admission_(max_backlog) {}

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
  buffer_.append(message);
  admission_.produced(message.size(), buffer_.size());
}

void StreamOutput::flush() {
  std::unique_lock lock(mutex_);
  // The thread that writes goes on until nothing is left.
  if (writing_ != Writing::Nobody || broken_ || buffer_.size() == 0) return;
  writing_ = Writing::Somebody;
  while (true) {
    const std::string_view bytes = buffer_.front();
    if (bytes.empty() || bytes.size() > kAtOnce || !writable(descriptor_, 0)) break;
    if (!write_some(lock, bytes, false)) break;
  }
  if (broken_ || buffer_.size() == 0) return stop_writing(Writing::Nobody);
  if (!writer_.joinable()) {
    try {
      writer_ = std::thread([this] { write_on_thread(); });
    } catch (const std::exception&) {
      // Without a thread, a caller who waits is better than an answer that never leaves.
      return write_all(lock);
    }
  }
  stop_writing(Writing::Requested);
  work_.notify_one();
}

/// Under the lock: the calling thread, which was writing, stops.
void StreamOutput::stop_writing(Writing next) {
  writing_ = next;
  change_.notify_all();
}

/// As the one who writes.
void StreamOutput::write_all(std::unique_lock<std::mutex>& lock) {
  while (!broken_) {
    const std::string_view bytes = buffer_.front();
    if (bytes.empty()) break;
    (void)write_some(lock, bytes, true);
  }
  stop_writing(Writing::Nobody);
}

/// As the one who writes. Writes once, without the lock meanwhile. False if the stream takes no more now, or broke.
bool StreamOutput::write_some(std::unique_lock<std::mutex>& lock, std::string_view bytes, bool may_wait) {
  lock.unlock();
  const ssize_t written =
      is_guarded_ ? write_without_signal(descriptor_, bytes) : ::write(descriptor_, bytes.data(), bytes.size());
  int error = written < 0 ? errno : 0;
  if (error == EAGAIN && may_wait) {
    writable(descriptor_, -1);
    error = EINTR;
  }
  lock.lock();
  if (written >= 0) {
    on_written(static_cast<std::size_t>(written));
    return true;
  }
  if (error == EINTR) return true;
  if (error != EAGAIN) break_off();
  return false;
}

void StreamOutput::on_written(std::size_t size) noexcept {
  buffer_.consume(size);
  const std::size_t unsent = buffer_.size();
  if (congestion_seen_ && unsent <= kCongested) {
    congestion_seen_ = false;
    signal();
  }
  if (pause_asked_ && unsent <= max_backlog_) {
    pause_asked_ = false;
    signal();
  }
  admission_.sent(unsent);
}

void StreamOutput::break_off() {
  broken_ = true;
  buffer_.clear();
  change_.notify_all();
  admission_.abandon();
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
    work_.wait(lock, [this] { return ending_ || writing_ == Writing::Requested; });
    if (writing_ == Writing::Somebody) return;  // at the end, and another thread writes the rest
    writing_ = Writing::Somebody;
    write_all(lock);
    if (ending_) return;
  }
}

bool StreamOutput::must_pause() {
  const std::lock_guard lock(mutex_);
  pause_asked_ = !broken_ && buffer_.size() > max_backlog_;
  return pause_asked_;
}

bool StreamOutput::congested() {
  const std::lock_guard lock(mutex_);
  const bool congested = !broken_ && buffer_.size() > kCongested;
  congestion_seen_ = congestion_seen_ || congested;
  return congested;
}

bool StreamOutput::broken() const {
  const std::lock_guard lock(mutex_);
  return broken_;
}

bool StreamOutput::finish(std::chrono::steady_clock::time_point deadline) {
  flush();
  std::unique_lock lock(mutex_);
  return change_.wait_until(lock, deadline,
                            [this] { return broken_ || (buffer_.size() == 0 && writing_ == Writing::Nobody); });
}

void StreamOutput::before_job() {
  std::unique_lock lock(mutex_);
  if (!admission_.may_start()) {
    lock.unlock();
    flush();  // what this job waits for must be on its way
    lock.lock();
  }
  admission_.start(lock);
}

void StreamOutput::after_job() {
  const std::lock_guard lock(mutex_);
  admission_.finished();
}

}  // namespace mcp::transport
