#include "transport/hosted/hosted_loop.hpp"

#include <exception>
#include <utility>

#include "transport/hosted/hosted_exchange.hpp"

namespace mcp::transport::hosted {

namespace {

/// How often time-outs are checked.
constexpr std::chrono::milliseconds kTick{250};

}  // namespace

HostedLoop::HostedLoop(protocol::http::Endpoint& endpoint, protocol::Executor& pool, protocol::LogSink& log)
    : endpoint_(endpoint),
      log_(log),
      leader_followers_(*this, pool),
      loop_resources_(endpoint.dispatcher(), *this),
      next_tick_(now() + kTick) {}

HostedLoop::~HostedLoop() = default;

void HostedLoop::post(std::function<void()> what) {
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(what));
  posted_.notify_one();
}

void HostedLoop::interrupt() {
  const std::lock_guard lock(mutex_);
  interrupted_ = true;
  posted_.notify_one();
}

void HostedLoop::wait() {
  std::unique_lock lock(mutex_);
  posted_.wait_until(lock, next_tick_, [this] { return interrupted_ || !jobs_.empty(); });
  run_oldest(lock);
}

void HostedLoop::poll() {
  std::unique_lock lock(mutex_);
  run_oldest(lock);
}

/// One at a time: its requests are answered before the next one runs.
void HostedLoop::run_oldest(std::unique_lock<std::mutex>& lock) {
  interrupted_ = false;
  std::function<void()> job;
  if (!jobs_.empty()) {
    job = std::move(jobs_.front());
    jobs_.pop_front();
  }
  lock.unlock();
  if (job) guarded(job);
  if (now() >= next_tick_) tick();
  loop_resources_.calls.submit(leader_followers_);
}

void HostedLoop::tick() {
  const auto time = now();
  next_tick_ = time + kTick;
  // From the end, as an exchange that is removed is replaced by the last.
  for (std::size_t i = exchanges_.size(); i-- > 0;) {
    if (i >= exchanges_.size()) continue;
    const std::shared_ptr<HostedExchange> exchange = exchanges_[i];
    guarded([&] { exchange->tick(time); });
  }
  guarded([&] { endpoint_.tick(time); });
}

/// An exception, most likely std::bad_alloc, ends what one job was doing, and not the server.
template <class F>
void HostedLoop::guarded(F&& what) noexcept {
  try {
    what();
  } catch (const std::exception& error) {
    log_.write(error.what());
  } catch (...) {
    log_.write("an exception that is no std::exception");
  }
}

void HostedLoop::add(const std::shared_ptr<HostedExchange>& exchange) {
  exchanges_.push_back(exchange);
  exchange->place = exchanges_.size() - 1;
}

void HostedLoop::remove(HostedExchange& exchange) noexcept {
  const std::size_t place = exchange.place;
  if (place >= exchanges_.size() || exchanges_[place].get() != &exchange) return;
  exchanges_[place] = std::move(exchanges_.back());
  exchanges_.pop_back();
  if (place < exchanges_.size()) exchanges_[place]->place = place;
}

void HostedLoop::leave() {
  for (const auto& exchange : std::vector(exchanges_)) guarded([&] { exchange->leave(); });
}

void HostedLoop::abort_all() {
  for (const auto& exchange : std::vector(exchanges_)) guarded([&] { exchange->abort(); });
}

}  // namespace mcp::transport::hosted
