#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include <mcp/result.hpp>
#include <mcp/task.hpp>
#include <mcp/tool_result.hpp>

#include "own_tools.hpp"
#include "transport/threads/timer_thread.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp {
namespace task_test {

using testing::HasSubstr;
using namespace std::chrono_literals;
using namespace testing_support;

/// Resumed by whoever opens it, on his thread.
class Gate {
 public:
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> waiting) {
    const std::lock_guard lock(mutex_);
    waiting_ = waiting;
    changed_.notify_all();
  }
  void await_resume() const noexcept {}

  void open() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_ != nullptr; });
    const auto waiting = std::exchange(waiting_, nullptr);
    lock.unlock();
    waiting.resume();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::coroutine_handle<> waiting_;
};

Gate gate;
std::atomic<int> alive = 0;

/// Counts itself.
struct Counted {
  Counted() { ++alive; }
  ~Counted() { --alive; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
};

Task<std::string> at_once(const std::string& text, Context&) { co_return text; }

Task<std::string> nap(const std::string& text, Context& ctx) {
  const Counted counted;
  co_await ctx.sleep_for(100ms);
  co_return text;
}

Task<> doze(const std::string&, Context& ctx) { co_await ctx.sleep_for(0ms); }

Task<std::string> through_gate(const std::string& text, Context&) {
  const Counted counted;
  co_await gate;
  co_return text;
}

Task<int> length(const std::string& text, Context& ctx) {
  co_await ctx.sleep_for(1ms);
  if (text.empty()) throw ToolError("nothing has no length");
  co_return static_cast<int>(text.size());
}

Task<std::unique_ptr<int>> boxed(const std::string& text, Context& ctx) {
  co_return std::make_unique<int>(co_await length(text, ctx));
}

Task<int> nested(const std::string& text, Context& ctx) {
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += *co_await boxed(text, ctx);
  co_return sum;
}

Task<int> deep(int depth) {
  if (depth == 0) co_return 0;
  co_return 1 + co_await deep(depth - 1);
}
Task<int> deeply(const std::string&, Context&) { co_return co_await deep(1000); }

Task<Result<int>> parsed(const std::string& text, Context&) {
  if (text.empty()) co_return Failure{"send digits"};
  co_return std::stoi(text);
}

Task<ToolResult> blocks(const std::string& text, Context&) { co_return ToolResult("first").add(text); }

Task<double> crash(const std::string&, Context& ctx) {
  co_await ctx.sleep_for(1ms);
  throw std::runtime_error("the secret is 42");
}

/// No coroutine: throws before there is a task.
Task<int> refuse(const std::string&, Context&) { throw ToolError("not today"); }

Task<double> not_a_number(const std::string&, Context&) { co_return std::stod("nan"); }

Task<std::string> patient(const std::string&, Context& ctx) {
  const Counted counted;
  try {
    co_await ctx.sleep_for(1h);
  } catch (const Cancelled&) {
    co_return "cancelled";
  }
  co_return "slept";
}

Task<std::string> impatient(const std::string&, Context& ctx) {
  co_await ctx.sleep_for(1h);
  co_return "slept";
}

using Manual = OwnPeer<protocol::ManualExecutor, protocol::ManualTimers>;
using Inline = OwnPeer<protocol::InlineExecutor, transport::TimerThread>;
using Threads = OwnPeer<transport::WorkerPool, transport::TimerThread>;

void run_all(Manual& peer) {
  while (peer.executor.run_one()) {
  }
}

std::string structured(std::string_view id, int result) {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) +
         R"(,"result":{"content":[{"type":"text","text":"{\"result\":)" + std::to_string(result) +
         R"(}"}],"structuredContent":{"result":)" + std::to_string(result) + "}}}";
}

TEST(Tasks, that_never_wait_are_answered_like_any_tool) {
  Manual peer({task_tool<&at_once>("at_once")});
  EXPECT_EQ(peer.ask(call("1", "at_once", R"({"text":"a"})")), "");
  run_all(peer);
  EXPECT_EQ(peer.answers(), text_result("1", "a"));
}

TEST(Tasks, hold_no_thread_while_they_sleep_and_keep_their_arguments) {
  Manual peer({task_tool<&nap>("nap")});
  const std::string text(100, 'x');
  peer.ask(call("1", "nap", R"({"text":")" + text + "\"}"));
  peer.ask(call("2", "nap", R"({"text":"b"})"));
  run_all(peer);
  EXPECT_EQ(alive, 2);
  peer.timers.advance(99ms);
  EXPECT_EQ(peer.executor.queued(), 0U);
  peer.timers.advance(1ms);
  EXPECT_EQ(peer.executor.queued(), 2U) << "they go on where tools run";
  run_all(peer);
  EXPECT_EQ(peer.answers(), text_result("1", text) + "\n" + text_result("2", "b"));
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(peer.timers.started(), 0U);
}

TEST(Tasks, of_every_kind_of_result) {
  Inline peer({task_tool<&doze>("doze"), task_tool<&length>("length"), task_tool<&nested>("nested"),
               task_tool<&deeply>("deeply"), task_tool<&parsed>("parsed"), task_tool<&blocks>("blocks")});
  EXPECT_EQ(peer.ask(call("1", "doze")), R"({"jsonrpc":"2.0","id":1,"result":{"content":[]}})");
  EXPECT_EQ(peer.ask(call("2", "length", R"({"text":"abc"})")), structured("2", 3));
  EXPECT_EQ(peer.ask(call("3", "nested", R"({"text":"abc"})")), structured("3", 9));
  EXPECT_EQ(peer.ask(call("4", "deeply")), structured("4", 1000));
  EXPECT_EQ(peer.ask(call("5", "parsed", R"({"text":"12"})")), structured("5", 12));
  EXPECT_THAT(peer.ask(call("6", "parsed")), HasSubstr(R"("send digits"}],"isError":true)"));
  EXPECT_THAT(peer.ask(call("7", "blocks", R"({"text":"b"})")), HasSubstr(R"("first"},{"type":"text","text":"b"})"));
}

TEST(Tasks, fail_like_any_tool) {
  Inline peer({task_tool<&length>("length"), task_tool<&nested>("nested"), task_tool<&crash>("crash"),
               task_tool<&refuse>("refuse"), task_tool<&not_a_number>("not_a_number")});
  EXPECT_THAT(peer.ask(call("1", "length")), HasSubstr(R"("nothing has no length"}],"isError":true)"));
  EXPECT_THAT(peer.ask(call("2", "nested")), HasSubstr(R"("nothing has no length"}],"isError":true)"));
  EXPECT_THAT(peer.ask(call("3", "refuse")), HasSubstr(R"("not today"}],"isError":true)"));
  EXPECT_EQ(peer.log.text(), "");
  EXPECT_THAT(peer.ask(call("4", "crash")), HasSubstr(protocol::kToolFailed));
  EXPECT_EQ(peer.log.text(), "tool crash failed: the secret is 42\n");
  EXPECT_THAT(peer.ask(call("5", "not_a_number")), HasSubstr("cannot be written as JSON"));
}

TEST(Tasks, end_on_whatever_thread_resumes_them) {
  Threads peer({task_tool<&through_gate>("gate")}, std::size_t{1});
  peer.ask(call("1", "gate", R"({"text":"a"})"));
  EXPECT_FALSE(peer.executor.drain(std::chrono::steady_clock::now() + 20ms)) << "a suspended task counts as running";
  std::thread([] { gate.open(); }).join();
  EXPECT_EQ(peer.client.outbox().take_one(), text_result("1", "a"));
  EXPECT_TRUE(peer.executor.drain(std::chrono::steady_clock::now() + 1min));
  EXPECT_EQ(alive, 0);
}

TEST(Tasks, are_waited_for_by_the_pool_that_they_are_held_by) {
  std::thread opener;
  {
    Threads peer({task_tool<&through_gate>("gate")}, std::size_t{1});
    peer.ask(call("1", "gate", R"({"text":"a"})"));
    opener = std::thread([] { gate.open(); });
  }
  EXPECT_EQ(alive, 0);
  opener.join();
}

TEST(Tasks, wake_when_they_are_cancelled_and_are_not_answered) {
  Manual peer({task_tool<&patient>("patient")});
  peer.ask(call("1", "patient"));
  run_all(peer);
  EXPECT_EQ(alive, 1);
  peer.ask(cancel("1"));
  run_all(peer);
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(peer.answers(), "");
  EXPECT_EQ(peer.timers.started(), 0U);
}

TEST(Tasks, cancelled_before_they_sleep_do_not_sleep) {
  Manual peer({task_tool<&impatient>("impatient")});
  peer.ask(call("1", "impatient"));
  peer.client.close();
  run_all(peer);
  EXPECT_THAT(peer.answers(), HasSubstr(R"("The call was cancelled before it was finished."}],"isError":true)"));
  EXPECT_EQ(peer.log.text(), "");
}

TEST(Tasks, are_answered_for_when_their_time_is_over) {
  Manual peer({task_tool<&patient>("patient", 50)});
  peer.ask(call("1", "patient"));
  run_all(peer);
  peer.timers.advance(50ms);
  EXPECT_THAT(peer.answers(), HasSubstr("did not finish within 50 ms"));
  EXPECT_EQ(alive, 1);
  run_all(peer);
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(peer.answers(), "");
}

TEST(Tasks, of_200_calls_sleep_together_on_two_workers) {
  Threads peer({task_tool<&nap>("nap")}, std::size_t{2});
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 200; ++i) peer.client.send(call(std::to_string(i), "nap", R"({"text":"a"})"));
  for (int i = 0; i < 200; ++i) (void)peer.client.outbox().take_one();
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_GE(took, 100ms);
  EXPECT_LT(took, 1s) << "one after the other they would take ten seconds";
  EXPECT_LE(peer.executor.workers(), 2U);
}

TEST(Tasks, meet_cancellations_and_timeouts_at_any_moment) {
  Threads peer({task_tool<&nap>("nap", 100), task_tool<&patient>("patient", 3), task_tool<&doze>("doze", 1)},
               std::size_t{4});
  for (int i = 0; i < 300; ++i) {
    const std::string id = std::to_string(i);
    peer.client.send(call(id, i % 3 == 0 ? "nap" : i % 3 == 1 ? "patient" : "doze", R"({"text":"a"})"));
    if (i % 5 == 0) peer.client.send(cancel(id));
    for (int turn = 0; turn < i; ++turn) std::this_thread::yield();
  }
  ASSERT_TRUE(peer.executor.drain(std::chrono::steady_clock::now() + 1min));
  EXPECT_EQ(alive, 0);
  const std::size_t answers = peer.client.outbox().take_all().size();
  EXPECT_GE(answers, 240U);
  EXPECT_LE(answers, 300U);
}

TEST(Sleep, needs_a_server) {
  const Context context{std::stop_token()};
  EXPECT_THROW((void)context.sleep_for(1ms), std::logic_error);
}

}  // namespace task_test
}  // namespace mcp
