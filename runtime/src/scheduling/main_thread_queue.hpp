// The jobs of a MainThread, which are kept apart from it, so that who posts one after its end is told so.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include <mcp/executor.hpp>

namespace mcp::internal {

/// Thread-safe, but for poll(), which is for the thread that constructed it.
class MainThreadQueue final : public Executor {
 public:
  using Clock = std::chrono::steady_clock;

  /// Throws std::runtime_error after close().
  void post(std::function<void()> job) override;
  /// As MainThread::poll() says; nothing: there is no budget.
  std::size_t poll(std::optional<std::chrono::nanoseconds> budget);
  [[nodiscard]] bool wait_for(std::chrono::nanoseconds time);
  /// Refuses what comes from now on, and destroys the jobs that wait.
  void close() noexcept;

  [[nodiscard]] bool belongs_here() const noexcept { return std::this_thread::get_id() == thread_; }
  [[nodiscard]] bool empty() const;

  void set_wake(std::function<void()> wake);
  /// A second function that is called as `wake` is, for who polls while it waits for something else. Returns the one
  /// before, which is to be set again.
  std::function<void()> exchange_waiter(std::function<void()> waiter);

 private:
  [[nodiscard]] std::function<void()> take_oldest();
  void wake();

  const std::thread::id thread_ = std::this_thread::get_id();
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::function<void()>> jobs_;
  bool closed_ = false;
  // Held while they are called. Recursive: a loop may run what it is given at once, and poll() wakes, too.
  std::recursive_mutex wake_mutex_;
  std::function<void()> wake_;
  std::function<void()> waiter_;
};

/// The MainThreads of the calling thread among the executors of a server, which are polled while that thread waits for
/// something else. For that thread alone.
class PolledMainThreads {
 public:
  /// `notify` is called from any thread, when there is something to poll.
  PolledMainThreads(std::span<const std::shared_ptr<Executor>> executors, const std::function<void()>& notify);
  ~PolledMainThreads();
  PolledMainThreads(const PolledMainThreads&) = delete;
  PolledMainThreads& operator=(const PolledMainThreads&) = delete;

  /// Whether there are none.
  [[nodiscard]] bool empty() const noexcept { return all_.empty(); }
  [[nodiscard]] bool has_jobs() const;
  void poll();

 private:
  struct Polled {
    std::shared_ptr<MainThreadQueue> queue;
    std::function<void()> waiter_before;
  };
  std::vector<Polled> all_;
};

/// Calls `wait`, which blocks until something has ended, on another thread if the calling one has MainThreads to poll
/// meanwhile. Throws what `wait` throws, or what a job of the program throws, when `wait` has returned.
bool poll_while(std::span<const std::shared_ptr<Executor>> executors, const std::function<bool()>& wait);

}  // namespace mcp::internal
