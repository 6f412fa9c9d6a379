#include "stores/store_threads.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "jsonrpc/errors.hpp"

namespace mcp::protocol {

namespace {

/// How much may wait for one thread.
constexpr std::size_t kMostWaiting = 1000;
/// The shortest time between two lines of the log that say that the store fails.
constexpr std::chrono::minutes kFailureLogInterval{1};

}  // namespace

/// Says that a store fails, not too often. Thread-safe.
class StoreThreads::FailureLog {
 public:
  FailureLog(std::string_view name, LogSink& log) : name_(name), log_(log) {}

  void failed(std::string_view problem) noexcept {
    try {
      const std::lock_guard lock(mutex_);
      is_failing_ = true;
      const auto now = std::chrono::steady_clock::now();
      if (said_at_ && now - *said_at_ < kFailureLogInterval) return;
      said_at_ = now;
      log_.write("the store of " + name_ + " failed: " + to_utf8(problem));
    } catch (...) {
      log_.write("a store failed");
    }
  }
  void answered() {
    const std::lock_guard lock(mutex_);
    if (std::exchange(is_failing_, false)) log_.write("the store of " + name_ + " answers again");
  }

 private:
  const std::string name_;
  LogSink& log_;
  std::mutex mutex_;
  bool is_failing_ = false;
  std::optional<std::chrono::steady_clock::time_point> said_at_;
};

/// A thread with what it is to ask, first come first served.
class StoreThreads::Worker {
 public:
  explicit Worker(std::shared_ptr<FailureLog> log) : log_(std::move(log)) {
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  }

  /// False if too much waits already, or if it was closed.
  [[nodiscard]] bool add(const Job& job) {
    {
      const std::lock_guard lock(mutex_);
      if (is_closed_ || jobs_.size() >= kMostWaiting) return false;
      jobs_.push_back(job);
    }
    changed_.notify_all();
    return true;
  }

  /// Asks what was added, and ends the thread.
  void close() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
  }

  void wait_until_idle() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return jobs_.empty() && !is_asking_; });
  }

 private:
  /// What was added before the end is still asked for: the end of a session, for one.
  void run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, stop, [&] { return !jobs_.empty(); });
      if (jobs_.empty()) {
        is_closed_ = true;
        return;
      }
      const Job job = std::move(jobs_.front());
      jobs_.pop_front();
      is_asking_ = true;
      lock.unlock();
      ask(job);
      lock.lock();
      is_asking_ = false;
      changed_.notify_all();
    }
  }

  void ask(const Job& job) noexcept {
    std::function<void()> next;
    try {
      try {
        next = job.ask();
        log_->answered();
      } catch (const std::exception& error) {
        log_->failed(error.what());
        next = job.give_up;
      } catch (...) {
        log_->failed("unknown exception");
        next = job.give_up;
      }
      next();
    } catch (...) {  // NOLINT(bugprone-empty-catch)
      // There is no memory: who waits is told by its own time-out.
    }
  }

  const std::shared_ptr<FailureLog> log_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Job> jobs_;
  bool is_asking_ = false;
  bool is_closed_ = false;
  std::jthread thread_;
};

StoreThreads::StoreThreads(std::string_view name, LogSink& log) {
  const auto failures = std::make_shared<FailureLog>(name, log);
  for (std::size_t i = 0; i < kThreads; ++i) workers_.push_back(std::make_unique<Worker>(failures));
}

StoreThreads::~StoreThreads() { close(); }

/// What follows from an answer may ask on another thread: all of them are there until the last one has ended.
void StoreThreads::close() {
  for (const auto& worker : workers_) worker->close();
}

void StoreThreads::submit(std::string_view key, Ask ask, std::function<void()> give_up) {
  Worker& worker = *workers_[std::hash<std::string_view>()(key) % workers_.size()];
  const Job job{std::move(ask), std::move(give_up)};
  if (!worker.add(job)) job.give_up();
}

void StoreThreads::wait_until_idle() {
  for (const auto& worker : workers_) worker->wait_until_idle();
}

}  // namespace mcp::protocol
