#include "transport/stdio/admission_control.hpp"

#include <ctime>
#include <utility>

namespace mcp::transport {

namespace {

using Clock = std::chrono::steady_clock;

/// How long a job waits for the results of running ones before less is expected of them.
constexpr std::chrono::milliseconds kPeriod{10};

/// How many times as long while the process computes.
constexpr int kBusyPeriods = 10;

/// What all threads of the process used.
std::chrono::nanoseconds cpu_time() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

}  // namespace

void AdmissionControl::sent(std::size_t unsent) noexcept {
  const std::size_t before = std::exchange(unsent_, unsent);
  if (waiting_ == 0 || unsent > limit_) return;
  // Even one that may not start yet must wait with a time limit from now on.
  if (before > limit_ || may_start()) turn_.notify_one();
}

void AdmissionControl::start(std::unique_lock<std::mutex>& lock) {
  const bool waited = !may_start();
  if (waited) wait(lock);
  rule_.started();
  if (waited && waiting_ != 0 && unsent_ <= limit_) {
    turn_.notify_one();  // this may have been the only one with a time limit
  } else {
    notify_if_next_may_start();
  }
}

void AdmissionControl::wait(std::unique_lock<std::mutex>& lock) {
  if (waiting_++ == 0) begin_period();
  while (!may_start()) {
    if (unsent_ > limit_) {
      turn_.wait(lock);
      begin_period();
    } else if (turn_.wait_until(lock, period_ends_) == std::cv_status::timeout && Clock::now() >= period_ends_) {
      on_period_over();
    }
  }
  --waiting_;
  begin_period();
}

void AdmissionControl::finished() {
  rule_.finished();
  if (waiting_ == 0) return;
  begin_period();
  notify_if_next_may_start();
}

void AdmissionControl::abandon() noexcept {
  abandoned_ = true;
  turn_.notify_all();
}

void AdmissionControl::begin_period() {
  period_ends_ = Clock::now() + kPeriod;
  cpu_time_ = cpu_time();
  busy_periods_ = 0;
}

void AdmissionControl::on_period_over() {
  const auto before = std::exchange(cpu_time_, cpu_time());
  period_ends_ = Clock::now() + kPeriod;
  // Calls that compute may be about to answer, and would not be faster for company.
  if (cpu_time_ - before >= kPeriod / 8 && ++busy_periods_ < kBusyPeriods) return;
  busy_periods_ = 0;
  rule_.relax();
}

}  // namespace mcp::transport
