#include "tasks/task_watch.hpp"

#include <exception>
#include <string>

#include "jsonrpc/errors.hpp"

namespace mcp::protocol {

namespace {

/// How many changes are read at a time.
constexpr std::size_t kPage = 256;

}  // namespace

void TaskWatch::begin(Executor& executor) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = executors_.find(&executor); found != executors_.end()) {
      ++found->second;
      return;
    }
  }
  // What was changed before is not this task's, whose id is not known yet.
  const std::uint64_t position = store_.position();
  const std::lock_guard lock(mutex_);
  if (executors_.empty() && state_ != State::Reading) position_ = position;
  ++executors_[&executor];
  if (state_ == State::Idle) start_timer();
}

/// Requires mutex_.
void TaskWatch::start_timer() {
  timers_.start(step_, kInterval);
  state_ = State::Waiting;
  ++waits_;
}

void TaskWatch::end(Executor& executor) noexcept {
  std::uint64_t wait = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto found = executors_.find(&executor);
    if (found == executors_.end() || --found->second != 0) return;
    executors_.erase(found);
    if (state_ != State::Waiting) return;
    wait = waits_;
  }
  // The executor may go when this returns, so a step that is being submitted to it must be in its queue by then.
  timers_.cancel(step_);
  const std::lock_guard lock(mutex_);
  if (state_ != State::Waiting || waits_ != wait) return;
  state_ = State::Idle;
  if (executors_.empty()) return;
  try {
    start_timer();
  } catch (const std::exception&) {
    // There is no memory: the next task starts it.
  }
}

/// On the timers' thread.
void TaskWatch::submit() noexcept {
  Executor* executor = nullptr;
  {
    const std::lock_guard lock(mutex_);
    state_ = executors_.empty() ? State::Idle : State::Reading;
    if (executors_.empty()) return;
    executor = executors_.begin()->first;
  }
  step_.next = nullptr;
  executor->submit(step_);
}

void TaskWatch::read() noexcept {
  try {
    read_changes();
    has_failed_ = false;
  } catch (const std::exception& error) {
    if (!has_failed_) log_.write("the store of tasks failed: " + to_utf8(error.what()));
    has_failed_ = true;
  } catch (...) {
    has_failed_ = true;
  }
  const std::lock_guard lock(mutex_);
  state_ = State::Idle;
  if (executors_.empty()) return;
  try {
    start_timer();
  } catch (const std::exception&) {
    // There is no memory: the next task starts it.
  }
}

void TaskWatch::read_changes() {
  for (bool has_more = true; has_more;) {
    const TaskChanges found = store_.updated_since(position_, kPage);
    for (const TaskChange& change : found.changes) reader_.on_change(change);
    position_ = found.position;
    has_more = found.has_more;
  }
}

}  // namespace mcp::protocol
