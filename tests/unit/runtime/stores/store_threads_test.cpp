#include "stores/store_threads.hpp"

#include <atomic>
#include <functional>
#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "peer.hpp"

namespace mcp::protocol {
namespace store_threads_test {

using testing::HasSubstr;
using testing::Not;

TEST(StoreThreads, ask_about_one_key_in_the_order_of_the_calls) {
  testing_support::KeptLog log;
  std::string order;
  {
    StoreThreads threads("things", log);
    for (const char letter : {'a', 'b', 'c'}) {
      threads.submit("key", [&order, letter] { return [&order, letter] { order += letter; }; }, [] {});
    }
  }
  EXPECT_EQ(order, "abc") << "what was submitted is asked before they end";
}

TEST(StoreThreads, may_be_asked_by_what_follows_from_an_answer_until_the_last_has_ended) {
  constexpr int kJobs = 200;
  testing_support::KeptLog log;
  std::atomic<int> done = 0;
  for (int round = 0; round < 20; ++round) {
    StoreThreads threads("things", log);
    for (int i = 0; i < kJobs; ++i) {
      threads.submit(
          std::to_string(i),
          [&threads, &done, i] {
            return [&threads, &done, i] {
              threads.submit(std::to_string(i + 1), [&done] { return [&done] { ++done; }; }, [&done] { ++done; });
            };
          },
          [] {});
    }
  }
  EXPECT_EQ(done, 20 * kJobs);
}

TEST(StoreThreads, say_what_failed_and_when_it_answers_again) {
  testing_support::KeptLog log;
  StoreThreads threads("things", log);
  int given_up = 0;
  for (int i = 0; i < 2; ++i) {
    threads.submit(
        "", []() -> std::function<void()> { throw std::runtime_error("no way \xff"); }, [&given_up] { ++given_up; });
  }
  threads.wait_until_idle();
  EXPECT_EQ(given_up, 2);
  EXPECT_THAT(log.text(), HasSubstr("the store of things failed: no way \xEF\xBF\xBD"));
  EXPECT_THAT(log.text(), Not(HasSubstr("again")));
  threads.submit("", [] { return [] {}; }, [] {});
  threads.wait_until_idle();
  EXPECT_THAT(log.text(), HasSubstr("the store of things answers again"));
}

}  // namespace store_threads_test
}  // namespace mcp::protocol
