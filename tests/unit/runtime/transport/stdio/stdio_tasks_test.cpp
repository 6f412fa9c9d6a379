// Coroutines and time-outs over stdio: answers that come from other threads than a worker's, and shutting down.
#include <atomic>
#include <coroutine>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "own_tools.hpp"
#include "pipes.hpp"
#include "transport/stdio/stdio.hpp"
#include "transport/threads/timer_thread.hpp"

namespace mcp::transport {
namespace stdio_tasks_test {

using testing::HasSubstr;
using namespace std::chrono_literals;
using namespace testing_support;

Task<std::string> nap(const std::string& text, Context& ctx) {
  co_await ctx.sleep_for(100ms);
  co_return text;
}

Task<std::string> impatient(const std::string&, Context& ctx) {
  co_await ctx.sleep_for(1h);
  co_return "slept";
}

/// Whoever waits to be resumed by a test.
std::atomic<void*> waiting = nullptr;

struct Wait {
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> coroutine) const noexcept { waiting = coroutine.address(); }
  void await_resume() const noexcept {}
};

Task<std::string> wait(const std::string& text, Context&) {
  co_await Wait();
  co_return text;
}

void resume() {
  void* coroutine = nullptr;
  while ((coroutine = waiting.exchange(nullptr)) == nullptr) std::this_thread::yield();
  std::coroutine_handle<>::from_address(coroutine).resume();
}

class Serving {
 public:
  Serving(std::vector<detail::Handler> tools, const StdioOptions& options)
      : own_(std::move(tools)), server_(dispatcher_, between(options, in.read_end(), out.write_end()), log_) {
    thread_ = std::thread([this] { finished_ = server_.serve(stop); });
    send(initialize("2025-11-25"));
    EXPECT_THAT(receive(), HasSubstr("result"));
  }
  ~Serving() {
    if (thread_.joinable()) (void)ended();
  }

  void send(const std::string& message) { in.write(message + "\n"); }
  std::string receive() { return out.read_line(); }
  /// What serve() returned once the client has closed its end.
  bool ended() {
    in.close_write();
    thread_.join();
    return finished_;
  }

  Pipe in;
  Pipe out;
  WakeUp stop;
  fixture::Stage stage;

 private:
  OwnServer own_;
  mcp::Server unbound_ = own_.server(stage);
  KeptLog log_;
  TimerThread timers_;
  protocol::Dispatcher dispatcher_{unbound_, {}, log_, timers_};
  StdioServer server_;
  bool finished_ = false;
  std::thread thread_;
};

StdioOptions two_workers(std::chrono::milliseconds grace = 1min) {
  StdioOptions options;
  options.max_workers = 2;
  options.grace = grace;
  return options;
}

TEST(StdioTasks, of_200_calls_sleep_together_on_two_workers) {
  Serving serving({task_tool<&nap>("nap")}, two_workers());
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 200; ++i) serving.send(call(std::to_string(i), "nap", R"({"text":"a"})"));
  for (int i = 0; i < 200; ++i) EXPECT_THAT(serving.receive(), HasSubstr(R"("text":"a")"));
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_GE(took, 100ms);
  EXPECT_LT(took, 2s) << "one after the other they would take ten seconds";
  EXPECT_TRUE(serving.ended());
}

TEST(StdioTasks, are_answered_at_once_by_whatever_thread_they_end_on) {
  Serving serving({task_tool<&wait>("wait")}, two_workers());
  for (int i = 0; i < 10; ++i) {
    serving.send(call("1", "wait", R"({"text":"a"})"));
    resume();
    EXPECT_EQ(serving.receive(), text_result("1", "a"));
  }
}

TEST(StdioTasks, time_out_at_once_while_all_workers_are_stuck) {
  detail::Handler stuck = fixture_tool("stuck");
  stuck.timeout_ms = 30;
  Serving serving({stuck}, two_workers());
  for (int i = 0; i < 3; ++i) serving.send(call(std::to_string(i), "stuck"));
  for (int i = 0; i < 3; ++i) EXPECT_THAT(serving.receive(), HasSubstr("did not finish within 30 ms"));
  serving.stage.release();
  EXPECT_TRUE(serving.ended());
}

TEST(StdioTasks, that_sleep_are_woken_and_answered_when_the_client_goes) {
  Serving serving({task_tool<&impatient>("impatient")}, two_workers());
  serving.send(call("1", "impatient"));
  serving.send(request("2", "ping"));
  EXPECT_THAT(serving.receive(), HasSubstr(R"("id":2)"));
  EXPECT_TRUE(serving.ended());
  EXPECT_THAT(serving.receive(), HasSubstr("The call was cancelled before it was finished."));
}

TEST(StdioTasks, that_nobody_resumes_are_waited_for_no_longer_than_the_grace_time) {
  Serving serving({task_tool<&wait>("wait")}, two_workers(30ms));
  serving.send(call("1", "wait", R"({"text":"a"})"));
  serving.send(request("2", "ping"));
  EXPECT_THAT(serving.receive(), HasSubstr(R"("id":2)"));
  EXPECT_FALSE(serving.ended());
  resume();  // else the destructor waits, where a program leaves
}

}  // namespace stdio_tasks_test
}  // namespace mcp::transport
