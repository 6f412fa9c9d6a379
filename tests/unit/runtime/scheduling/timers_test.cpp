#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "manual_scheduling.hpp"

namespace mcp::protocol {
namespace timers_test {

using namespace std::chrono_literals;

class Recorded final : public Timer {
 public:
  explicit Recorded(std::function<void()> what) : what_(std::move(what)) {}
  void expired() noexcept override { what_(); }

 private:
  std::function<void()> what_;
};

TEST(ManualTimers, let_timers_expire_in_the_order_of_their_deadlines) {
  ManualTimers timers;
  std::string seen;
  Recorded a([&] { seen += 'a'; });
  Recorded b([&] { seen += 'b'; });
  Recorded c([&] { seen += 'c'; });
  timers.start(a, 3ms);
  timers.start(b, 1ms);
  timers.start(c, 2ms);
  timers.advance(2ms);
  EXPECT_EQ(seen, "bc");
  timers.cancel(a);
  timers.advance(1h);
  EXPECT_EQ(seen, "bc");
  EXPECT_EQ(timers.started(), 0U);
}

TEST(ManualTimers, know_timers_that_are_started_while_others_expire) {
  ManualTimers timers;
  std::string seen;
  Recorded late([&] { seen += 'l'; });
  Recorded early([&] {
    seen += 'e';
    timers.start(late, 5ms);
  });
  timers.start(early, 1ms);
  timers.advance(5ms);
  EXPECT_EQ(seen, "e");
  timers.advance(1ms);
  EXPECT_EQ(seen, "el");
}

}  // namespace timers_test
}  // namespace mcp::protocol
