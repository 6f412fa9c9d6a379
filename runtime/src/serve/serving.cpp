#include "serve/serving.hpp"

#include <exception>
#include <utility>

#include "scheduling/main_thread_queue.hpp"
#include "serve/preparation.hpp"

namespace mcp {

Serving::Impl::Impl(const Server& server, const ServeOptions& options, std::shared_ptr<const transport::WakeUp> stop)
    : executors_(server.executors()), stop_(std::move(stop)), runtime_(server, options) {
  serve::warn_about_executors(server, runtime_.log());
}

Serving::Impl::~Impl() {
  if (!thread_.joinable()) return;
  request_stop();
  try {
    (void)wait();
  } catch (const std::exception& error) {
    runtime_.log().write(error.what());
  }
  thread_.join();
}

void Serving::Impl::start(std::unique_ptr<serve::Transport> transport) {
  transport_ = std::move(transport);
  thread_ = std::thread([this] { serve(); });
}

void Serving::Impl::serve() noexcept {
  bool ended = false;
  try {
    ended = transport_->serve(*stop_);
  } catch (const std::exception& error) {
    runtime_.log().write(error.what());
  }
  const std::lock_guard lock(mutex_);
  result_ = ended;
  ended_.notify_all();
}

bool Serving::Impl::wait() { return *poll_until_ended(std::nullopt); }

std::optional<bool> Serving::Impl::wait_until(std::chrono::steady_clock::time_point deadline) {
  if (deadline <= std::chrono::steady_clock::now()) {
    const std::lock_guard lock(mutex_);
    return result_;  // who does not wait runs nothing meanwhile
  }
  return poll_until_ended(deadline);
}

std::optional<bool> Serving::Impl::poll_until_ended(std::optional<std::chrono::steady_clock::time_point> deadline) {
  internal::PolledMainThreads polled(executors_.executors(), [this] {
    const std::lock_guard lock(mutex_);
    ended_.notify_all();
  });
  std::unique_lock lock(mutex_);
  const auto can_go_on = [&] { return result_.has_value() || polled.has_jobs(); };
  while (true) {
    if (!deadline) {
      ended_.wait(lock, can_go_on);
    } else if (!ended_.wait_until(lock, *deadline, can_go_on)) {
      return std::nullopt;
    }
    if (result_) return result_;
    lock.unlock();
    polled.poll();
    lock.lock();
  }
}

Serving::Serving(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
Serving::Serving(Serving&& other) noexcept = default;
Serving& Serving::operator=(Serving&& other) noexcept = default;
Serving::~Serving() = default;

std::string Serving::url() const { return impl_->transport().url(); }

unsigned short Serving::port() const noexcept { return impl_->transport().port(); }

ServeCounters Serving::counters() const { return impl_->transport().counters(); }

void Serving::request_stop() const noexcept { impl_->request_stop(); }

bool Serving::stop() const {
  request_stop();
  return wait();
}

bool Serving::stop(std::chrono::milliseconds grace) const {
  impl_->set_grace(grace);
  return stop();
}

bool Serving::wait() const { return impl_->wait(); }

std::optional<bool> Serving::wait_for(std::chrono::milliseconds time) const {
  return impl_->wait_until(std::chrono::steady_clock::now() + time);
}

}  // namespace mcp
