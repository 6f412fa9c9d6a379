#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "scheduling/timers.hpp"

namespace mcp::protocol {
namespace timers_test {

using namespace std::chrono_literals;

class Noted final : public Timer {
 public:
  explicit Noted(std::function<void()> what) : what_(std::move(what)) {}
  void expired() noexcept override { what_(); }

 private:
  std::function<void()> what_;
};

TEST(ManualTimers, let_alarms_expire_in_the_order_of_their_deadlines) {
  ManualTimers timers;
  std::string seen;
  Noted a([&] { seen += 'a'; });
  Noted b([&] { seen += 'b'; });
  Noted c([&] { seen += 'c'; });
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

TEST(ManualTimers, know_alarms_that_are_armed_while_others_expire) {
  ManualTimers timers;
  std::string seen;
  Noted late([&] { seen += 'l'; });
  Noted early([&] {
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
