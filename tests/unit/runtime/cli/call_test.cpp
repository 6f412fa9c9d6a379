// `--call` of tools that run on executors of the program.
#include <optional>
#include <sstream>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/executor.hpp>

#include "asking.hpp"
#include "cli/commands.hpp"
#include "kept_jobs.hpp"

namespace mcp::cli {
namespace call_test {

using testing::HasSubstr;
using namespace std::chrono_literals;
using namespace testing_support;

std::optional<std::thread::id> ran_on;

Task<std::string> nap(const Arguments& arguments, Context& ctx) {
  co_await ctx.sleep_for(1ms);
  ran_on = std::this_thread::get_id();
  co_return arguments.text;
}

struct Called {
  explicit Called(Executor& executor) {
    ran_on.reset();
    own.server.run_on(executor);
    status = call(own.server, {.executor_report = 10ms}, "nap", R"({"text":"Ada"})", out, err);
  }

  AskingServer own{{written_tool<&nap>("nap")}};
  std::ostringstream out, err;
  int status = -1;
};

TEST(Call, runs_a_tool_of_the_main_thread_on_the_thread_that_calls) {
  MainThread main_thread;
  const Called called(main_thread);
  EXPECT_EQ(called.status, 0) << called.err.str();
  EXPECT_EQ(called.out.str(), "Ada\n");
  EXPECT_EQ(ran_on, std::this_thread::get_id());
}

TEST(Call, waits_for_an_executor_of_another_thread) {
  KeptJobs jobs;
  std::thread other([&] {
    const std::function<void()> first = jobs.take();
    first();
    jobs.run_one();
  });
  const Called called(jobs);
  EXPECT_EQ(called.status, 0) << called.err.str();
  EXPECT_EQ(called.out.str(), "Ada\n");
  EXPECT_EQ(ran_on, other.get_id());
  other.join();
}

TEST(Call, of_a_tool_whose_executor_is_gone_is_an_error) {
  std::optional<MainThread> main_thread(std::in_place);
  AskingServer own({written_tool<&nap>("nap")});
  own.server.run_on(*main_thread);
  main_thread.reset();
  std::ostringstream out, err;
  EXPECT_EQ(call(own.server, {}, "nap", "{}", out, err), 1);
  EXPECT_THAT(err.str(), HasSubstr("did not run this"));
}

}  // namespace call_test
}  // namespace mcp::cli
