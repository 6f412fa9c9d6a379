#include <atomic>
#include <deque>
#include <functional>
#include <latch>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "transport/threads/worker_pool.hpp"

namespace mcp::transport {
namespace worker_pool_test {

using Clock = std::chrono::steady_clock;

class Task final : public protocol::Job {
 public:
  explicit Task(std::function<void()> work) : work_(std::move(work)) {}
  void run(protocol::WorkerScratch&) noexcept override { work_(); }

 private:
  std::function<void()> work_;
};

/// Jobs linked into a chain.
class Chain {
 public:
  void add(std::function<void()> work) {
    tasks_.emplace_back(std::move(work));
    if (tasks_.size() > 1) tasks_[tasks_.size() - 2].next = &tasks_.back();
  }
  protocol::Job& first() { return tasks_.front(); }

 private:
  std::deque<Task> tasks_;
};

bool drain(WorkerPool& pool) { return pool.drain(Clock::now() + std::chrono::minutes(1)); }

TEST(WorkerPool, starts_with_one_worker_and_runs_jobs_in_order) {
  std::vector<int> order;
  Chain chain;
  for (int i = 0; i < 100; ++i) chain.add([&order, i] { order.push_back(i); });
  WorkerPool pool(1);
  EXPECT_EQ(pool.workers(), 1U);
  pool.submit(chain.first());
  ASSERT_TRUE(drain(pool));
  for (int i = 0; i < 100; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST(WorkerPool, adds_workers_so_that_slow_jobs_hold_nobody_up) {
  std::latch release(1);
  std::latch fast(1);
  Chain chain;
  for (int i = 0; i < 63; ++i) chain.add([&] { release.wait(); });
  chain.add([&] { fast.count_down(); });
  WorkerPool pool(64);
  pool.submit(chain.first());
  fast.wait();  // while 63 jobs block as many workers
  EXPECT_GE(pool.workers(), 64U);
  release.count_down();
  ASSERT_TRUE(drain(pool));
}

TEST(WorkerPool, wakes_sleeping_workers_before_it_adds_new_ones) {
  WorkerPool pool(4);
  for (int round = 0; round < 50; ++round) {
    std::latch all_at_once(4);
    Chain chain;
    for (int i = 0; i < 4; ++i) chain.add([&] { all_at_once.arrive_and_wait(); });
    pool.submit(chain.first());
    ASSERT_TRUE(drain(pool));
  }
  EXPECT_EQ(pool.workers(), 4U);
}

TEST(WorkerPool, lets_a_reader_wait_for_quick_jobs_and_not_for_slow_ones) {
  std::latch release(1);
  Chain slow;
  slow.add([&] { release.wait(); });
  slow.add([] {});
  WorkerPool pool(1);
  EXPECT_TRUE(pool.wait_for_capacity());
  pool.submit(slow.first());
  EXPECT_FALSE(pool.wait_for_capacity() && pool.wait_for_capacity());
  release.count_down();
  ASSERT_TRUE(drain(pool));
  EXPECT_TRUE(pool.wait_for_capacity());
}

TEST(WorkerPool, never_exceeds_its_limit) {
  std::atomic<int> running{0};
  std::atomic<int> most{0};
  std::latch done(200);
  Chain chain;
  for (int i = 0; i < 200; ++i) {
    chain.add([&] {
      const int now = ++running;
      for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::yield();
      --running;
      done.count_down();
    });
  }
  WorkerPool pool(3);
  pool.submit(chain.first());
  done.wait();
  EXPECT_LE(most.load(), 3);
  EXPECT_LE(pool.workers(), 3U);
}

TEST(WorkerPool, drain_gives_up_at_its_deadline_and_not_before) {
  std::latch release(1);
  Chain chain;
  chain.add([&] { release.wait(); });
  WorkerPool pool(2);
  EXPECT_TRUE(pool.drain(Clock::now()));
  pool.submit(chain.first());
  const auto deadline = Clock::now() + std::chrono::milliseconds(20);
  EXPECT_FALSE(pool.drain(deadline));
  EXPECT_GE(Clock::now(), deadline);
  release.count_down();
  EXPECT_TRUE(drain(pool));
}

TEST(WorkerPool, runs_what_is_queued_before_it_ends) {
  std::atomic<int> ran{0};
  Chain chain;
  for (int i = 0; i < 1000; ++i) chain.add([&] { ++ran; });
  {
    WorkerPool pool(4);
    pool.submit(chain.first());
  }
  EXPECT_EQ(ran.load(), 1000);
}

/// Counts what a pool tells.
class Counting final : public PoolListener {
 public:
  void burst_over() override {
    if (!was_over.exchange(true)) bursts.count_down();
  }
  void stalled() override {
    if (!was_stalled.exchange(true)) stall.count_down();
  }

  std::latch bursts{1};
  std::latch stall{1};
  std::atomic<bool> was_stalled{false};
  std::atomic<bool> was_over{false};
};

TEST(WorkerPool, tells_when_a_burst_is_over) {
  Counting counting;
  Chain chain;
  chain.add([] {});
  WorkerPool pool(1, &counting);
  pool.submit(chain.first());
  counting.bursts.wait();
}

/// Keeps the order of what a pool tells of jobs.
class Ordering final : public PoolListener {
 public:
  void burst_over() override {}
  void stalled() override {}
  void before_job() override { order += '('; }
  void after_job() override { order += ')'; }

  std::string order;  // of one worker
};

TEST(WorkerPool, tells_before_and_after_each_job) {
  Ordering ordering;
  Chain chain;
  for (int i = 0; i < 3; ++i) chain.add([&] { ordering.order += 'j'; });
  {
    WorkerPool pool(1, &ordering);
    pool.submit(chain.first());
    ASSERT_TRUE(drain(pool));
  }
  EXPECT_EQ(ordering.order, "(j)(j)(j)");
}

TEST(WorkerPool, tells_when_jobs_wait_behind_a_slow_one) {
  Counting counting;
  std::latch release(1);
  Chain chain;
  chain.add([&] { release.wait(); });
  chain.add([] {});
  {
    WorkerPool pool(1, &counting);
    pool.submit(chain.first());
    counting.stall.wait();
    release.count_down();
    ASSERT_TRUE(drain(pool));
    counting.bursts.wait();
  }
}

}  // namespace worker_pool_test
}  // namespace mcp::transport
