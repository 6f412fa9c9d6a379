#include <algorithm>
#include <future>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <mcp/executor.hpp>

#include "scheduling/main_thread_queue.hpp"

namespace mcp {

namespace internal {

void MainThreadQueue::post(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) throw std::runtime_error("mcp::MainThread: it has been destroyed");
    jobs_.push_back(std::move(job));
    arrived_.notify_one();
    if (jobs_.size() > 1) return;  // who was woken for the first one runs this one, too
  }
  wake();
}

std::function<void()> MainThreadQueue::take_oldest() {
  std::function<void()> job;
  const std::lock_guard lock(mutex_);
  if (!jobs_.empty()) {
    job = std::move(jobs_.front());
    jobs_.pop_front();
  }
  return job;
}

std::size_t MainThreadQueue::poll(std::optional<std::chrono::nanoseconds> budget) {
  if (!belongs_here()) {
    throw std::logic_error("mcp::MainThread::poll: only the thread that constructed the MainThread may poll it");
  }
  /// Also where a job throws.
  struct WakeForRest {
    ~WakeForRest() {
      if (!queue.empty()) queue.wake();
    }
    MainThreadQueue& queue;
  };
  const Clock::time_point begun = Clock::now();
  std::size_t waiting = 0;
  {
    const std::lock_guard lock(mutex_);
    waiting = jobs_.size();
  }
  const WakeForRest rest{*this};
  std::size_t ran = 0;
  while (ran < waiting) {
    const std::function<void()> job = take_oldest();
    if (!job) break;  // a job polled, too
    ++ran;
    job();
    if (budget && Clock::now() - begun >= *budget) break;
  }
  return ran;
}

bool MainThreadQueue::wait_for(std::chrono::nanoseconds time) {
  std::unique_lock lock(mutex_);
  return arrived_.wait_for(lock, time, [this] { return !jobs_.empty(); });
}

void MainThreadQueue::close() noexcept {
  std::deque<std::function<void()>> dropped;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    dropped.swap(jobs_);
  }
  const std::lock_guard lock(wake_mutex_);
  wake_ = nullptr;
}

bool MainThreadQueue::empty() const {
  const std::lock_guard lock(mutex_);
  return jobs_.empty();
}

void MainThreadQueue::wake() {
  const std::lock_guard lock(wake_mutex_);
  if (waiter_) waiter_();
  if (!wake_) return;
  const std::function<void()> own = wake_;  // it may set another one
  own();
}

void MainThreadQueue::set_wake(std::function<void()> wake) {
  {
    const std::lock_guard lock(wake_mutex_);
    wake_ = std::move(wake);
  }
  if (!empty()) this->wake();
}

std::function<void()> MainThreadQueue::exchange_waiter(std::function<void()> waiter) {
  const std::lock_guard lock(wake_mutex_);
  return std::exchange(waiter_, std::move(waiter));
}

PolledMainThreads::PolledMainThreads(std::span<const std::shared_ptr<Executor>> executors,
                                     const std::function<void()>& notify) {
  for (const std::shared_ptr<Executor>& executor : executors) {
    const std::shared_ptr<MainThreadQueue> queue = std::dynamic_pointer_cast<MainThreadQueue>(executor);
    if (queue == nullptr || !queue->belongs_here()) continue;
    if (std::ranges::find(all_, queue, &Polled::queue) != all_.end()) continue;
    all_.push_back({queue, nullptr});
  }
  for (Polled& polled : all_) polled.waiter_before = polled.queue->exchange_waiter(notify);
}

PolledMainThreads::~PolledMainThreads() {
  for (Polled& polled : all_) (void)polled.queue->exchange_waiter(std::move(polled.waiter_before));
}

bool PolledMainThreads::has_jobs() const {
  return std::ranges::any_of(all_, [](const Polled& polled) { return !polled.queue->empty(); });
}

void PolledMainThreads::poll() {
  for (const Polled& polled : all_) (void)polled.queue->poll(std::nullopt);
}

bool poll_while(std::span<const std::shared_ptr<Executor>> executors, const std::function<bool()>& wait) {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_over = false;
  PolledMainThreads polled(executors, [&] {
    const std::lock_guard lock(mutex);
    changed.notify_all();
  });
  if (polled.empty()) return wait();
  std::packaged_task<bool()> task(wait);
  std::future<bool> result = task.get_future();
  std::jthread waiter;
  try {
    waiter = std::jthread([&] {
      task();
      const std::lock_guard lock(mutex);
      is_over = true;
      changed.notify_all();
    });
  } catch (const std::system_error&) {
    return wait();  // there is no thread left
  }
  std::unique_lock lock(mutex);
  while (!is_over) {
    changed.wait(lock, [&] { return is_over || polled.has_jobs(); });
    if (is_over) break;
    lock.unlock();
    polled.poll();
    lock.lock();
  }
  lock.unlock();
  return result.get();
}

}  // namespace internal

std::shared_ptr<internal::MainThreadQueue> Executor::main_thread_queue() const noexcept { return nullptr; }

MainThread::MainThread() : queue_(std::make_shared<internal::MainThreadQueue>()) {}
MainThread::~MainThread() { queue_->close(); }

void MainThread::post(std::function<void()> job) { queue_->post(std::move(job)); }
std::size_t MainThread::poll() { return queue_->poll(std::nullopt); }
std::size_t MainThread::poll(std::chrono::nanoseconds budget) { return queue_->poll(budget); }
bool MainThread::wait_for(std::chrono::nanoseconds time) { return queue_->wait_for(time); }
void MainThread::set_wake(std::function<void()> wake) { queue_->set_wake(std::move(wake)); }
bool MainThread::belongs_here() const noexcept { return queue_->belongs_here(); }
std::shared_ptr<internal::MainThreadQueue> MainThread::main_thread_queue() const noexcept { return queue_; }

}  // namespace mcp
