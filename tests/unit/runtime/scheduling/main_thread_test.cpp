#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <mcp/executor.hpp>

#include "scheduling/main_thread_queue.hpp"

namespace mcp {
namespace main_thread_test {

using namespace std::chrono_literals;

TEST(MainThread, runs_jobs_in_their_order_when_it_is_polled) {
  MainThread main_thread;
  std::string seen;
  std::thread([&] {
    main_thread.post([&] { seen += 'a'; });
    main_thread.post([&] { seen += 'b'; });
  }).join();
  EXPECT_EQ(seen, "");
  EXPECT_EQ(main_thread.poll(), 2U);
  EXPECT_EQ(seen, "ab");
  EXPECT_EQ(main_thread.poll(), 0U);
}

TEST(MainThread, leaves_what_jobs_post_for_the_next_poll) {
  MainThread main_thread;
  int runs = 0;
  std::function<void()> again = [&] {
    ++runs;
    main_thread.post(again);
  };
  main_thread.post(again);
  EXPECT_EQ(main_thread.poll(), 1U);
  EXPECT_EQ(main_thread.poll(), 1U);
  EXPECT_EQ(runs, 2);
}

TEST(MainThread, starts_one_job_at_least_and_none_behind_its_budget) {
  MainThread main_thread;
  for (int i = 0; i < 3; ++i) main_thread.post([] {});
  EXPECT_EQ(main_thread.poll(0ns), 1U);
  EXPECT_EQ(main_thread.poll(1h), 2U);
}

TEST(MainThread, belongs_to_the_thread_that_constructs_it) {
  MainThread main_thread;
  main_thread.post([] {});
  EXPECT_TRUE(main_thread.belongs_here());
  std::thread([&] {
    EXPECT_FALSE(main_thread.belongs_here());
    EXPECT_THROW(main_thread.poll(), std::logic_error);
  }).join();
  EXPECT_EQ(main_thread.poll(), 1U);
}

TEST(MainThread, passes_on_what_a_job_throws_and_keeps_the_jobs_behind_it) {
  MainThread main_thread;
  int runs = 0;
  main_thread.post([] { throw std::out_of_range("x"); });
  main_thread.post([&] { ++runs; });
  EXPECT_THROW(main_thread.poll(), std::out_of_range);
  EXPECT_EQ(main_thread.poll(), 1U);
  EXPECT_EQ(runs, 1);
}

TEST(MainThread, wakes_once_for_an_empty_queue_and_again_for_what_a_poll_left) {
  MainThread main_thread;
  int wakes = 0;
  main_thread.set_wake([&] { ++wakes; });
  EXPECT_EQ(wakes, 0);
  main_thread.post([] {});
  main_thread.post([] {});
  EXPECT_EQ(wakes, 1);
  EXPECT_EQ(main_thread.poll(0ns), 1U);
  EXPECT_EQ(wakes, 2) << "one is left";
  EXPECT_EQ(main_thread.poll(), 1U);
  EXPECT_EQ(wakes, 2);
  main_thread.post([] {});
  EXPECT_EQ(wakes, 3);
  main_thread.set_wake([&] { wakes = 100; });
  EXPECT_EQ(wakes, 100) << "a job waited already";
}

TEST(MainThread, can_be_polled_by_the_loop_that_it_wakes_at_once) {
  MainThread main_thread;
  std::string seen;
  main_thread.set_wake([&] { main_thread.poll(); });
  main_thread.post([&] {
    seen += 'a';
    if (seen.size() < 3) main_thread.post([&] { seen += 'b'; });
  });
  EXPECT_EQ(seen, "ab");
}

TEST(MainThread, waits_for_a_job) {
  MainThread main_thread;
  EXPECT_FALSE(main_thread.wait_for(0ns));
  std::thread poster([&] { main_thread.post([] {}); });
  EXPECT_TRUE(main_thread.wait_for(1min));
  EXPECT_EQ(main_thread.poll(), 1U);
  poster.join();
}

TEST(MainThread, destroys_the_jobs_that_wait_and_refuses_more_once_it_is_destroyed) {
  std::optional<MainThread> main_thread(std::in_place);
  const std::shared_ptr<internal::MainThreadQueue> queue = main_thread->main_thread_queue();
  const auto kept = std::make_shared<int>(0);
  main_thread->post([kept] { ++*kept; });
  EXPECT_EQ(kept.use_count(), 2);
  main_thread.reset();
  EXPECT_EQ(kept.use_count(), 1);
  EXPECT_EQ(*kept, 0);
  EXPECT_THROW(queue->post([] {}), std::runtime_error);
}

TEST(MainThread, is_not_woken_after_its_end) {
  for (int i = 0; i < 200; ++i) {
    const auto alive = std::make_shared<std::atomic<bool>>(true);
    std::optional<MainThread> main_thread(std::in_place);
    main_thread->set_wake([alive] { EXPECT_TRUE(*alive); });
    const std::shared_ptr<internal::MainThreadQueue> queue = main_thread->main_thread_queue();
    std::thread poster([&] {
      try {
        queue->post([] {});
      } catch (const std::runtime_error&) {
        return;  // it came too late
      }
    });
    main_thread.reset();
    *alive = false;
    poster.join();
  }
}

TEST(PolledMainThreads, are_those_of_the_calling_thread_each_once) {
  MainThread mine;
  std::optional<MainThread> of_another;
  std::thread([&] { of_another.emplace(); }).join();
  const std::vector<std::shared_ptr<Executor>> executors = {mine.main_thread_queue(), of_another->main_thread_queue(),
                                                            mine.main_thread_queue()};
  int notified = 0;
  int woken = 0;
  mine.set_wake([&] { ++woken; });
  {
    internal::PolledMainThreads polled(executors, [&] { ++notified; });
    EXPECT_FALSE(polled.empty());
    EXPECT_FALSE(polled.has_jobs());
    of_another->post([] {});
    EXPECT_FALSE(polled.has_jobs());
    mine.post([] {});
    EXPECT_TRUE(polled.has_jobs());
    polled.poll();
    EXPECT_FALSE(polled.has_jobs());
  }
  mine.post([] {});
  EXPECT_EQ(notified, 1) << "not after its end";
  EXPECT_EQ(woken, 2) << "the loop is woken as before";
}

TEST(PollWhile, polls_until_what_it_waits_for_has_ended) {
  MainThread mine;
  const std::vector<std::shared_ptr<Executor>> executors = {mine.main_thread_queue()};
  std::atomic<int> runs = 0;
  const auto wait = [&] {
    EXPECT_FALSE(mine.belongs_here()) << "the thread that polls does not wait";
    for (int i = 0; i < 3; ++i) mine.post([&] { ++runs; });
    while (runs != 3) std::this_thread::yield();
    return true;
  };
  EXPECT_TRUE(internal::poll_while(executors, wait));
  EXPECT_THROW((void)internal::poll_while(executors, []() -> bool { throw std::out_of_range("x"); }),
               std::out_of_range);
  EXPECT_TRUE(internal::poll_while({}, [&] { return mine.belongs_here(); }));
}

}  // namespace main_thread_test
}  // namespace mcp
