#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <latch>
#include <memory>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "transport/threads/leader_followers.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp::transport {
namespace leader_followers_test {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class Task final : public protocol::Job {
 public:
  explicit Task(std::function<void()> work, protocol::LatencyHistory* of = nullptr) : work_(std::move(work)) {
    history = of;
  }
  void run(protocol::WorkerScratch&) noexcept override { work_(); }

 private:
  std::function<void()> work_;
};

/// Runs what is posted, on whichever thread drives it.
class Loop final : public EventLoop {
 public:
  void post(std::function<void()> what) {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(what));
    changed_.notify_one();
  }

  void wait() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !posted_.empty(); });
    run_one(lock);
  }
  void poll() override {
    std::unique_lock lock(mutex_);
    if (!posted_.empty()) run_one(lock);
  }
  void interrupt() override {
    post([] {});
  }

 private:
  void run_one(std::unique_lock<std::mutex>& lock) {
    const auto what = std::move(posted_.front());
    posted_.pop_front();
    lock.unlock();
    const int before = drivers_++;
    EXPECT_EQ(before, 0) << "two threads drive the loop";
    what();
    --drivers_;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> posted_;
  std::atomic<int> drivers_{0};
};

/// A pool whose threads say that they are its own.
class Pool final : public protocol::Executor {
 public:
  void submit(protocol::Job& first) override {
    for (protocol::Job* job = &first; job != nullptr; job = job->next) ++submitted;
    pool_.submit(first);
  }

  std::atomic<int> submitted{0};

 private:
  WorkerPool pool_{4};
};

/// A group of threads at work.
class Working {
 public:
  Working() : thread_([this] { leader_followers.run(); }) {}
  ~Working() {
    leader_followers.stop();
    thread_.join();
  }

  /// On the loop.
  void post(std::function<void()> what) { loop.post(std::move(what)); }
  /// Submits a chain of jobs, on the loop.
  void submit(std::vector<Task*> tasks) {
    post([this, tasks] {
      for (std::size_t i = 0; i + 1 < tasks.size(); ++i) tasks[i]->next = tasks[i + 1];
      leader_followers.submit(*tasks.front());
    });
  }
  /// Submits one and waits until it ran.
  void run(std::function<void()> work, protocol::LatencyHistory* history = nullptr) {
    std::latch done(1);
    Task task(
        [&] {
          work();
          done.count_down();
        },
        history);
    submit({&task});
    done.wait();
    settle();
  }
  /// Waits until the loop has come round.
  void settle() {
    for (int i = 0; i < 2; ++i) {
      std::latch round(1);
      post([&] { round.count_down(); });
      round.wait();
    }
  }
  /// Called by a job: blocks it until another thread drives the loop, for the others have taken it for slow.
  void block() {
    std::latch led(1);
    post([&] { led.count_down(); });
    led.wait();
  }
  bool join(milliseconds time) { return leader_followers.join(Clock::now() + time); }

  Loop loop;
  Pool pool;
  LeaderFollowers leader_followers{loop, pool};

 private:
  std::thread thread_;
};

TEST(LeaderFollowers, runs_quick_jobs_on_the_thread_that_leads_in_their_order) {
  Working working;
  std::vector<int> order;
  std::vector<std::thread::id> threads;
  std::thread::id leader;
  std::latch done(40);  // more than in one burst
  std::deque<Task> tasks;
  std::vector<Task*> chain;
  for (int i = 0; i < 40; ++i) {
    tasks.emplace_back([&, i] {
      order.push_back(i);
      threads.push_back(std::this_thread::get_id());
      done.count_down();
    });
    chain.push_back(&tasks.back());
  }
  working.post([&] { leader = std::this_thread::get_id(); });
  working.submit(chain);
  done.wait();
  working.settle();
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  // A job that the machine held up may have been taken for slow.
  if (working.leader_followers.size() == 2 && working.pool.submitted == 0) {
    EXPECT_EQ(std::count(threads.begin(), threads.end(), leader), 40);
  }
}

TEST(LeaderFollowers, goes_on_while_a_job_blocks_and_gives_the_jobs_behind_it_to_the_pool) {
  Working working;
  std::latch release(1), blocked(1), behind(2), freed(1);
  Task slow([&] {
    blocked.count_down();
    release.wait();
    freed.count_down();
  });
  Task one([&] { behind.count_down(); }), two([&] { behind.count_down(); });
  working.submit({&slow, &one, &two});
  blocked.wait();
  behind.wait();  // while the first blocks
  EXPECT_EQ(working.pool.submitted, 2);
  working.settle();  // and the loop goes on
  release.count_down();
  freed.wait();
}

TEST(LeaderFollowers, knows_who_leads) {
  Working working;
  bool on_the_loop = false, in_a_job = false, twice = false, after = true, elsewhere = true;
  working.post([&] { on_the_loop = working.leader_followers.try_run_here(); });
  working.run([&] {
    in_a_job = working.leader_followers.try_run_here();
    twice = working.leader_followers.try_run_here();
  });
  EXPECT_TRUE(on_the_loop);
  EXPECT_TRUE(in_a_job);
  EXPECT_TRUE(twice);

  std::latch release(1), blocked(1), over(1);
  Task slow([&] {
    blocked.count_down();
    release.wait();
    after = working.leader_followers.try_run_here() || working.leader_followers.try_run_here();
    over.count_down();
  });
  working.submit({&slow});
  blocked.wait();
  working.settle();  // by another thread
  release.count_down();
  over.wait();
  EXPECT_FALSE(after);
  std::thread([&] { elsewhere = working.leader_followers.try_run_here(); }).join();
  EXPECT_FALSE(elsewhere);
  EXPECT_FALSE(working.leader_followers.try_run_here());
  Working other;
  other.post([&] { elsewhere = working.leader_followers.try_run_here(); });
  other.settle();
  EXPECT_FALSE(elsewhere);
}

TEST(LeaderFollowers, is_led_by_nobody_within_a_job) {
  Working working;
  bool on_the_loop = false, in_a_job = true, entered = false, elsewhere = true;
  working.post([&] { on_the_loop = working.leader_followers.leads(); });
  working.run([&] {
    in_a_job = working.leader_followers.leads();
    entered = working.leader_followers.try_run_here() && working.leader_followers.leads();
  });
  std::thread([&] { elsewhere = working.leader_followers.leads(); }).join();
  EXPECT_TRUE(on_the_loop);
  EXPECT_FALSE(in_a_job);
  EXPECT_TRUE(entered);
  EXPECT_FALSE(elsewhere);
}

TEST(LeaderFollowers, leaves_the_lead_to_a_job_that_entered) {
  Working working;
  std::latch entered(1), release(1), over(1);
  std::atomic<bool> others{false};
  Task task([&] {
    EXPECT_TRUE(working.leader_followers.try_run_here());
    entered.count_down();
    release.wait();
    EXPECT_FALSE(others);
    over.count_down();
  });
  working.submit({&task});
  entered.wait();
  working.post([&] { others = true; });
  Working other;  // whose watcher looks as often
  for (int i = 0; i < 5; ++i) other.run([&] { other.block(); });
  release.count_down();
  over.wait();
  working.settle();
  EXPECT_TRUE(others);
}

TEST(LeaderFollowers, gives_jobs_that_were_slow_of_late_to_the_pool_until_they_are_quick_again) {
  Working working;
  protocol::LatencyHistory history;
  const auto block = [&] { working.block(); };
  working.run(block, &history);
  EXPECT_GT(history.pooled_runs_left, 0);
  EXPECT_EQ(working.pool.submitted, 0);
  const int runs = history.pooled_runs_left;
  for (int i = 1; i <= runs; ++i) {
    working.run([] {}, &history);
    ASSERT_EQ(working.pool.submitted, i);
  }
  EXPECT_EQ(history.pooled_runs_left, 0);
  bool led = false;
  working.run([&] { led = working.leader_followers.try_run_here(); }, &history);  // a trial
  EXPECT_EQ(working.pool.submitted, runs);
  EXPECT_TRUE(led);
  history.pooled_runs_left = 0;
  history.pooled_runs = runs;
  working.run(block, &history);  // one that fails costs more
  EXPECT_EQ(history.pooled_runs_left, 2 * runs);
}

TEST(LeaderFollowers, does_not_grow_with_each_job_that_blocks) {
  Working working;
  for (int i = 0; i < 100; ++i) {
    working.run([&] { working.block(); });
  }
  EXPECT_LE(working.leader_followers.size(), 8U);
}

TEST(LeaderFollowers, stops_while_a_job_blocks_and_is_joined_when_that_is_over) {
  std::latch release(1), blocked(1);
  Task slow([&] {
    blocked.count_down();
    release.wait();
  });
  Working working;
  working.submit({&slow});
  blocked.wait();
  working.leader_followers.stop();
  const auto start = Clock::now();
  EXPECT_FALSE(working.join(milliseconds(20)));
  EXPECT_GE(Clock::now() - start, milliseconds(20));
  release.count_down();
  EXPECT_TRUE(working.join(std::chrono::minutes(1)));
}

TEST(LeaderFollowers, stops_at_once_without_work_and_before_it_began) {
  for (int i = 0; i < 50; ++i) {
    Working working;
    working.leader_followers.stop();
    EXPECT_TRUE(working.join(std::chrono::minutes(1)));
  }
  Loop loop;
  Pool pool;
  LeaderFollowers never(loop, pool);
}

TEST(LeaderFollowers, runs_each_job_once_whether_it_is_slow_or_quick) {
  constexpr int kRounds = 1000;
  Working working;
  std::mt19937 random(7);
  protocol::LatencyHistory histories[3];
  std::deque<Task> tasks;
  std::vector<std::atomic<int>> ran(kRounds);
  std::latch done(kRounds);
  int unshared = 0;  // of the event loop: who runs there may touch it
  std::atomic<int> entered{0};
  for (int i = 0; i < kRounds; ++i) {
    const int kind = random() % 40 == 0 ? 2 : static_cast<int>(random() % 2);
    tasks.emplace_back(
        [&, i, kind] {
          if (kind == 2) working.block();
          ++ran[static_cast<std::size_t>(i)];
          const auto touch = [&] {
            ++unshared;
            ++entered;
            done.count_down();
          };
          if (working.leader_followers.try_run_here()) {
            touch();
          } else {
            working.post(touch);
          }
        },
        &histories[kind]);
  }
  for (int i = 0; i < kRounds;) {
    std::vector<Task*> chain;
    for (std::size_t size = 1 + random() % 4; size > 0 && i < kRounds; --size) {
      chain.push_back(&tasks[static_cast<std::size_t>(i++)]);
    }
    working.submit(chain);
    if (random() % 8 == 0) working.settle();
  }
  done.wait();
  working.settle();
  for (const auto& times : ran) EXPECT_EQ(times, 1);
  working.post([&] { EXPECT_EQ(unshared, kRounds); });
  working.settle();
  EXPECT_EQ(entered, kRounds);
}

}  // namespace leader_followers_test
}  // namespace mcp::transport
