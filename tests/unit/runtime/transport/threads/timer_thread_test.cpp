#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <vector>

#include "transport/blocked_thread.hpp"
#include "transport/threads/timer_thread.hpp"

namespace mcp::transport {
namespace timer_thread_test {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class Noted final : public protocol::Timer {
 public:
  explicit Noted(std::function<void()> what) : what_(std::move(what)) {}
  void expired() noexcept override { what_(); }

 private:
  std::function<void()> what_;
};

TEST(TimerThread, lets_alarms_expire_when_they_are_due) {
  TimerThread timers;
  const auto start = Clock::now();
  std::promise<Clock::time_point> late;
  std::promise<Clock::time_point> early;
  Noted second([&] { late.set_value(Clock::now()); });
  Noted first([&] { early.set_value(Clock::now()); });
  timers.start(second, 60ms);
  timers.start(first, 20ms);
  const auto early_at = early.get_future().get();
  const auto late_at = late.get_future().get();
  EXPECT_GE(early_at - start, 20ms);
  EXPECT_GE(late_at - start, 60ms);
  EXPECT_LT(early_at, late_at);
}

TEST(TimerThread, forgets_what_is_disarmed) {
  TimerThread timers;
  std::atomic<int> seen = 0;
  Noted never([&] { ++seen; });
  timers.cancel(never);
  timers.start(never, 200ms);
  timers.cancel(never);
  timers.cancel(never);
  std::promise<void> over;
  Noted last([&] { over.set_value(); });
  timers.start(last, 220ms);
  over.get_future().wait();
  EXPECT_EQ(seen, 0);
}

TEST(TimerThread, waits_in_disarm_for_an_alarm_that_is_expiring) {
  TimerThread timers;
  std::promise<void> entered, may_end;
  std::atomic<bool> done = false;
  const pid_t disarming = ::gettid();
  Noted slow([&] {
    entered.set_value();
    may_end.get_future().wait();
    wait_until_blocked(disarming);
    done = true;
  });
  timers.start(slow, 0ms);
  entered.get_future().wait();
  may_end.set_value();
  timers.cancel(slow);
  EXPECT_TRUE(done);
}

TEST(TimerThread, lets_an_alarm_arm_disarm_and_destroy_itself) {
  TimerThread timers;
  std::promise<void> over;
  int rounds = 0;
  std::unique_ptr<Noted> timer;
  timer = std::make_unique<Noted>([&] {
    timers.cancel(*timer);
    if (++rounds < 3) return timers.start(*timer, 1ms);
    std::promise<void>& told = over;
    timer.reset();
    told.set_value();
  });
  timers.start(*timer, 1ms);
  over.get_future().wait();
  EXPECT_EQ(rounds, 3);
}

TEST(TimerThread, takes_delays_of_any_length) {
  TimerThread timers;
  Noted never([] { FAIL(); });
  timers.start(never, std::chrono::nanoseconds::max());
  timers.cancel(never);
  std::promise<void> over;
  Noted past([&] { over.set_value(); });
  timers.start(past, -1h);
  over.get_future().wait();
}

TEST(TimerThread, keeps_up_with_many_threads) {
  TimerThread timers;
  std::atomic<int> expired = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 500; ++round) {
        Noted timer([&] { ++expired; });
        timers.start(timer, std::chrono::microseconds(round % 3 * 50));
        if (round % 2 == 0) std::this_thread::yield();
        timers.cancel(timer);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(expired, 2000);
}

}  // namespace timer_thread_test
}  // namespace mcp::transport
