#include "serve/serving.hpp"

#include <exception>
#include <utility>

#include "scheduling/main_thread_queue.hpp"
#include "serve/preparation.hpp"

namespace mcp {

namespace {

/// How long a thread that waits does the work of a thread of the program, at a time.
constexpr std::chrono::milliseconds kDriveInterval{20};

}  // namespace

Serving::Impl::Impl(const Server& server, const ServeOptions& options, std::shared_ptr<const transport::WakeUp> stop)
    : executors_(server.executors()), stop_(std::move(stop)), runtime_(server, options) {
  serve::warn_about_executors(server, runtime_.log());
}

Serving::Impl::~Impl() {
  if (!thread_.joinable()) return;
  request_stop();
  while (true) {
    try {
      (void)wait();
      break;
    } catch (const std::exception& error) {  // of a job of the program
      runtime_.log().write(error.what());
    }
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

std::optional<bool> Serving::Impl::wait(std::optional<std::chrono::steady_clock::time_point> deadline) {
  const auto is_over = [&] { return deadline && *deadline <= std::chrono::steady_clock::now(); };
  std::unique_lock lock(mutex_);
  if (is_over()) return result_;  // who does not wait runs nothing meanwhile
  lock.unlock();
  const bool may_drive = transport_->is_driven_by_program();
  internal::PolledMainThreads polled(executors_.executors(), [this] {
    const std::lock_guard guard(mutex_);
    ended_.notify_all();
  });
  lock.lock();
  const auto can_go_on = [&] { return result_.has_value() || polled.has_jobs(); };
  while (!result_ && !is_over()) {
    if (may_drive) {
      lock.unlock();
      const bool has_driven = transport_->drive(kDriveInterval);
      lock.lock();
      if (!has_driven) ended_.wait_for(lock, kDriveInterval, can_go_on);
    } else if (deadline) {
      ended_.wait_until(lock, *deadline, can_go_on);
    } else {
      ended_.wait(lock, can_go_on);
    }
    if (result_) break;
    lock.unlock();
    polled.poll();
    lock.lock();
  }
  return result_;
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

bool Serving::wait() const { return *impl_->wait(); }

std::optional<bool> Serving::wait_for(std::chrono::milliseconds time) const {
  return impl_->wait(std::chrono::steady_clock::now() + time);
}

}  // namespace mcp
