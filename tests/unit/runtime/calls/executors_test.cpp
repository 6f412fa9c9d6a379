// Calls whose handlers an executor of the program runs, on every kind of end.
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/executor.hpp>

#include "asking.hpp"
#include "catalog/executor_bindings.hpp"
#include "kept_jobs.hpp"
#include "offered.hpp"
#include "own_tools.hpp"
#include "transport/threads/timer_thread.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp::protocol {
namespace executors_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;
using namespace testing_support;

int runs = 0;

std::string count_run(const Arguments& arguments, Context&) {
  ++runs;
  return "ran " + arguments.text;
}

std::string deliver(const Arguments&, Context& ctx) {
  ++runs;
  const Elicited<Delivery> form = ctx.elicit<Delivery>("delivery", "Where to?");
  return form.action == ElicitAction::Accept ? form->city : "nowhere";
}

Task<std::string> nap(const Arguments& arguments, Context& ctx) {
  ++runs;
  co_await ctx.sleep_for(100ms);
  ++runs;
  co_return "woke " + arguments.text;
}

template <auto function>
detail::Handler on_main(std::string_view name, const ToolTraits& traits = {}) {
  detail::Handler tool = written_tool<function>(name, traits);
  tool.executor = "main";
  return tool;
}

/// A server whose tools run on `jobs`, and a peer.
struct World {
  explicit World(std::vector<detail::Handler> tools, Revision revision = Revision::V2026_07_28,
                 const DispatcherOptions& options = {}, const json& capabilities = kAllCapabilities)
      : own(std::move(tools)) {
    runs = 0;
    own.server.executor("main", jobs);
    peer.emplace(own, revision, capabilities, options);
  }

  KeptJobs jobs;
  AskingServer own;
  std::optional<AskingPeer<ManualExecutor>> peer;
};

constexpr std::string_view kNotRun = "The program that the server belongs to did not run this; try again later.";

TEST(Executors, run_the_handlers_that_name_them_and_no_others) {
  World world({on_main<&count_run>("here"), written_tool<&count_run>("there")});
  world.peer->start_call("here", {{"text", "a"}});
  world.peer->start_call("there", {{"text", "b"}});
  EXPECT_THAT(world.peer->take(), IsEmpty());
  ASSERT_EQ(world.jobs.size(), 1U);
  ASSERT_TRUE(world.peer->executor.run_one());
  EXPECT_FALSE(world.peer->executor.run_one());
  EXPECT_EQ(text_of(world.peer->take_one()), "ran b");
  world.jobs.run_one();
  EXPECT_EQ(text_of(world.peer->take_one()), "ran a");
}

TEST(Executors, keep_the_order_of_a_burst_of_calls) {
  World world({on_main<&count_run>("here"), written_tool<&count_run>("there")});
  for (const char* text : {"1", "2", "3"}) {
    world.peer->start_call("here", {{"text", text}});
    world.peer->start_call("there", {{"text", text}});
  }
  std::string seen;
  for (int i = 0; i < 3; ++i) {
    world.jobs.run_one();
    world.peer->executor.run_one();
    for (const json& answer : world.peer->take()) seen += text_of(answer) + ' ';
  }
  EXPECT_EQ(seen, "ran 1 ran 1 ran 2 ran 2 ran 3 ran 3 ");
}

TEST(RunOn, is_for_all_handlers_that_name_no_executor) {
  KeptJobs main, others;
  detail::ServerDescriptor descriptor = offered();
  detail::Handler alpha = kNothing;
  alpha.executor = "main";
  const std::vector<detail::ListedTool> tools = {{"alpha", "", "", &alpha, kAlpha}, {"beta", "", "", &kNothing, kBeta}};
  descriptor.tools = tools;
  Server server(descriptor);
  Librarian librarian;
  server.bind(librarian).run_on(others).executor("main", main);
  server.tools().add({.name = "added", .call = [](const json&, Context&) { return ToolResult("called"); }});
  KeptLog log;
  ManualTimers timers;
  const Dispatcher dispatcher(server, {}, log, timers);
  ManualExecutor own;
  transport::MemoryPeer peer(dispatcher, own);  // without a judge: the handlers write one result for every method
  int id = 0;
  const auto runs_on_others = [&](std::string_view method, const std::string& params) {
    peer.send(request(std::to_string(++id), method, params + "," + std::string(kModernMeta) + "}"));
    if (own.queued() != 0 || main.size() != 0 || others.size() != 1) return false;
    others.run_one();
    return peer.outbox().take_all().size() == 1;
  };
  EXPECT_TRUE(runs_on_others("tools/call", R"({"name":"beta")"));
  EXPECT_TRUE(runs_on_others("tools/call", R"({"name":"added","arguments":{})"));
  EXPECT_TRUE(runs_on_others("resources/read", R"({"uri":"file:///fixed")"));
  EXPECT_TRUE(runs_on_others("resources/read", R"({"uri":"file:///notes/x")"));
  EXPECT_TRUE(runs_on_others("resources/list", R"({"cursor":"")"));
  EXPECT_TRUE(runs_on_others("prompts/get", R"({"name":"review","arguments":{"path":"x"})"));
  EXPECT_NE(server.catalog()
                .find_completion(detail::ListedCompletion::Of::Resource, "file:///notes/{path}", "path")
                .computed->executor,
            nullptr);
  peer.send(request("9", "tools/call", R"({"name":"alpha",)" + std::string(kModernMeta) + "}"));
  EXPECT_EQ(others.size(), 0U);
  EXPECT_EQ(main.size(), 1U);
  main.run_one();
  EXPECT_EQ(peer.outbox().take_all().size(), 1U);
}

TEST(Executors, are_not_waited_for_when_the_time_of_a_call_is_over) {
  World world({on_main<&count_run>("here", {.timeout_ms = 50})}, Revision::V2026_07_28,
              {.limits = {.max_in_flight = 2}});
  for (int round = 0; round < 4; ++round) {
    world.peer->start_call("here");
    world.peer->timers.advance(50ms);
    EXPECT_THAT(text_of(world.peer->take_one()), HasSubstr("did not finish within 50 ms"));
    ASSERT_TRUE(world.peer->executor.run_one()) << "the server ends the call on a thread of its own";
    EXPECT_THAT(world.peer->take(), IsEmpty());
  }
  EXPECT_EQ(world.jobs.size(), 4U);
  while (world.jobs.size() != 0) world.jobs.run_one();
  EXPECT_EQ(runs, 0);
  EXPECT_THAT(world.peer->take(), IsEmpty());
}

TEST(Executors, are_not_waited_for_when_a_call_is_cancelled) {
  World world({on_main<&count_run>("here")}, Revision::V2025_11_25, {.limits = {.max_in_flight = 2}});
  for (int round = 0; round < 4; ++round) {
    const int id = world.peer->start_call("here");
    world.peer->send({{"method", "notifications/cancelled"}, {"params", {{"requestId", id}}}});
    ASSERT_TRUE(world.peer->executor.run_one());
  }
  while (world.jobs.size() != 0) world.jobs.run_one();
  EXPECT_EQ(runs, 0);
  EXPECT_THAT(world.peer->take(), IsEmpty());
}

TEST(Executors, that_drop_a_job_cost_an_error) {
  World world({on_main<&count_run>("here")});
  world.peer->start_call("here");
  world.jobs.take() = nullptr;
  ASSERT_TRUE(world.peer->executor.run_one());
  const json answer = world.peer->take_one();
  EXPECT_EQ(text_of(answer), kNotRun);
  EXPECT_TRUE(answer.at("result").at("isError").get<bool>());
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(world.peer->log.text(), "tool here was not run: the executor \"main\" dropped it\n");
}

TEST(Executors, that_refuse_a_job_cost_an_error_whose_reason_the_log_has) {
  World world({on_main<&count_run>("here")});
  world.jobs.refuse();
  world.peer->start_call("here");
  ASSERT_TRUE(world.peer->executor.run_one());
  EXPECT_EQ(text_of(world.peer->take_one()), kNotRun);
  EXPECT_THAT(world.peer->log.text(), HasSubstr("the executor \"main\" refused a job: no more jobs today\n"));
}

TEST(Executors, may_run_a_job_once_whatever_they_do_with_its_copies) {
  World world({on_main<&count_run>("here")});
  world.peer->start_call("here");
  const std::function<void()> job = world.jobs.take();
  const std::function<void()> copy = job;
  job();
  copy();
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(text_of(world.peer->take_one()), "ran ");
}

TEST(Executors, may_run_a_job_before_post_returns) {
  struct AtOnce final : mcp::Executor {
    void post(std::function<void()> job) override { job(); }
  } at_once;
  AskingServer own({on_main<&count_run>("here"), on_main<&nap>("nap")});
  own.server.executor("main", at_once);
  AskingPeer<ManualExecutor> peer(own);
  EXPECT_EQ(text_of(peer.call("here")), "ran ");
  peer.start_call("nap");
  peer.timers.advance(100ms);
  EXPECT_EQ(text_of(peer.take_one()), "woke ");
}

TEST(Executors, resume_coroutines) {
  World world({on_main<&nap>("nap")});
  world.peer->start_call("nap", {{"text", "Ada"}});
  world.jobs.run_one();
  EXPECT_EQ(runs, 1);
  world.peer->timers.advance(100ms);
  EXPECT_EQ(runs, 1) << "not on the thread of the timers";
  EXPECT_EQ(world.peer->executor.queued(), 0U);
  world.jobs.run_one();
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(text_of(world.peer->take_one()), "woke Ada");
}

TEST(Executors, that_do_not_resume_a_coroutine_end_it) {
  World world({on_main<&nap>("nap")});
  world.peer->start_call("nap");
  world.jobs.run_one();
  world.peer->timers.advance(100ms);
  world.jobs.take() = nullptr;
  ASSERT_TRUE(world.peer->executor.run_one());
  EXPECT_EQ(runs, 1);
  EXPECT_TRUE(world.peer->take_one().at("result").at("isError").get<bool>());
}

TEST(Executors, run_a_handler_that_asks_again) {
  for (const Revision revision : kEras) {
    World world({on_main<&deliver>("deliver")}, revision);
    world.peer->start_call("deliver");
    world.jobs.run_one();
    const json question = world.peer->take_one();
    const json answer = {{"action", "accept"}, {"content", {{"city", "Paris"}}}};
    if (is_modern(revision)) {
      world.peer->start_call(
          "deliver", json::object(),
          {{"inputResponses", {{"delivery", answer}}}, {"requestState", question.at("result").at("requestState")}});
    } else {
      world.peer->send({{"id", question.at("id")}, {"result", answer}});
    }
    // A sealed state is opened on a thread of the server.
    EXPECT_EQ(world.peer->executor.run_one(), is_modern(revision));
    EXPECT_EQ(runs, 1);
    world.jobs.run_one();
    EXPECT_EQ(runs, 2);
    EXPECT_EQ(text_of(world.peer->take_one()), "Paris");
  }
}

TEST(Executors, are_not_waited_for_when_a_call_is_cancelled_that_was_answered) {
  World world({on_main<&deliver>("deliver")}, Revision::V2025_11_25);
  const int id = world.peer->start_call("deliver");
  world.jobs.run_one();
  const json question = world.peer->take_one();
  world.peer->send({{"id", question.at("id")}, {"result", {{"action", "decline"}}}});
  world.peer->send({{"method", "notifications/cancelled"}, {"params", {{"requestId", id}}}});
  ASSERT_TRUE(world.peer->executor.run_one());
  world.jobs.run_one();
  EXPECT_EQ(runs, 1);
  EXPECT_THAT(world.peer->take(), IsEmpty());
}

TEST(Executors, run_tasks) {
  World world({on_main<&count_run>("here", {.task = TaskSupport::Required})}, Revision::V2026_07_28, {},
              kTaskCapabilities);
  world.peer->start_call("here", {{"text", "a"}});
  EXPECT_EQ(world.jobs.size(), 0U);
  ASSERT_TRUE(world.peer->executor.run_one()) << "what makes the task";
  const json task = world.peer->take_one();
  const json id = task.at("result").at("taskId");
  EXPECT_EQ(runs, 0) << "its client knows it before it runs";
  world.jobs.run_one();
  EXPECT_EQ(runs, 1);
  ASSERT_TRUE(world.peer->executor.run_one()) << "what writes the end to the store";
  world.peer->start("tasks/get", {{"taskId", id}});
  EXPECT_EQ(world.jobs.size(), 0U) << "methods of tasks do not run the program's code";
  ASSERT_TRUE(world.peer->executor.run_one());
  EXPECT_EQ(world.peer->take_one().at("result").at("result").at("content").at(0).at("text"), "ran a");
}

TEST(Executors, are_not_waited_for_when_a_task_is_cancelled) {
  World world({on_main<&count_run>("here", {.task = TaskSupport::Required})}, Revision::V2026_07_28,
              {.limits = {.max_in_flight = 2}}, kTaskCapabilities);
  for (int round = 0; round < 4; ++round) {
    world.peer->start_call("here");
    ASSERT_TRUE(world.peer->executor.run_one());
    const json id = world.peer->take_one().at("result").at("taskId");
    world.peer->start("tasks/cancel", {{"taskId", id}});
    while (world.peer->executor.run_one()) {
    }
    (void)world.peer->take_one();
    world.peer->start("tasks/get", {{"taskId", id}});
    ASSERT_TRUE(world.peer->executor.run_one());
    EXPECT_EQ(world.peer->take_one().at("result").at("status"), "cancelled");
  }
  while (world.jobs.size() != 0) world.jobs.run_one();
  EXPECT_EQ(runs, 0);
}

TEST(Executors, that_are_closed_leave_no_call_without_an_answer) {
  World world({on_main<&count_run>("here"), on_main<&nap>("nap")});
  world.peer->start_call("nap");
  world.jobs.run_one();
  world.peer->start_call("here");
  world.peer->client.close_executors();
  ASSERT_TRUE(world.peer->executor.run_one());
  EXPECT_EQ(text_of(world.peer->take_one()), "The server is shutting down.");
  world.peer->start_call("here");
  ASSERT_TRUE(world.peer->executor.run_one());
  EXPECT_EQ(text_of(world.peer->take_one()), "The server is shutting down.");
  world.peer->timers.advance(100ms);
  ASSERT_TRUE(world.peer->executor.run_one());
  EXPECT_TRUE(world.peer->take_one().at("result").at("isError").get<bool>()) << "the coroutine ended";
  while (world.jobs.size() != 0) world.jobs.run_one();
  EXPECT_EQ(runs, 1);
}

TEST(Executors, may_keep_a_job_for_longer_than_there_is_a_server) {
  KeptJobs jobs;
  {
    AskingServer own({on_main<&count_run>("here")});
    own.server.executor("main", jobs);
    AskingPeer<ManualExecutor> peer(own);
    peer.start_call("here");
    peer.client.close_executors();
    ASSERT_TRUE(peer.executor.run_one());
    (void)peer.take();
  }
  const int before = runs;
  jobs.run_one();
  EXPECT_EQ(runs, before);
}

TEST(Executors, are_left_half_of_the_slots_by_calls_of_others_and_no_more) {
  World world({on_main<&count_run>("here"), written_tool<&count_run>("there")}, Revision::V2026_07_28,
              {.limits = {.max_in_flight = 4}});
  world.peer->start_call("here");
  world.peer->start_call("here");
  world.peer->start_call("here");
  EXPECT_EQ(text_of(world.peer->take_one()),
            "The server is busy with calls that wait for the same thread; try again later.");
  world.peer->start_call("there");
  world.peer->executor.run_one();
  EXPECT_EQ(text_of(world.peer->take_one()), "ran ");
  world.jobs.run_one();
  world.jobs.run_one();
  EXPECT_EQ(world.peer->take().size(), 2U);
}

TEST(Executors, answer_once_however_close_the_end_of_a_call_is_to_its_start) {
  using Threads = OwnPeer<transport::WorkerPool, transport::TimerThread>;
  detail::Handler count = fixture_tool("count");
  count.timeout_ms = 1;
  count.executor = "main";
  Threads peer({count}, std::size_t{2});
  KeptJobs jobs;
  peer.server.executor("main", jobs);
  constexpr int kCalls = 400;
  std::atomic<bool> over = false;
  std::thread runner([&] {
    for (int i = 0; i < kCalls && !over; ++i) {
      const std::function<void()> job = jobs.take();
      if (i % 3 != 0) job();  // else it is dropped
    }
  });
  for (int i = 0; i < kCalls; ++i) {
    peer.client.send(call(std::to_string(i), "count"));
    if (i % 5 == 0) peer.client.send(cancel(std::to_string(i)));
  }
  ASSERT_TRUE(peer.executor.drain(std::chrono::steady_clock::now() + 1min));
  over = true;
  jobs.post([] {});
  runner.join();
  const std::size_t answers = peer.client.outbox().take_all().size();
  EXPECT_LE(answers, std::size_t{kCalls});
  EXPECT_GE(answers, std::size_t{kCalls - kCalls / 5}) << "all but those that were cancelled";
}

TEST(ExecutorNames, are_looked_for_before_a_server_is_served) {
  AskingServer own({on_main<&count_run>("here"), on_main<&count_run>("there"), written_tool<&count_run>("elsewhere")});
  EXPECT_EQ(own.server.unbound(),
            "Handlers are to run on executors (.executor) that the server does not have:\n"
            "  \"main\" (tool here, tool there)\n"
            "Give the server one of each before running it: `server.executor(\"name\", executor)` in an own main "
            "(NO_MAIN in mcp_add_server()).");
  KeptJobs jobs;
  own.server.executor("main", jobs).executor("gui", jobs);
  EXPECT_EQ(own.server.unbound(), "");
  EXPECT_THAT(own.server.executors().unused(), ElementsAre("gui"));
  EXPECT_THROW(own.server.executor("", jobs), std::invalid_argument);
}

TEST(ExecutorNames, may_be_given_another_executor) {
  AskingServer own({on_main<&count_run>("here")});
  KeptJobs first, second;
  own.server.executor("main", first).executor("main", second);
  AskingPeer<ManualExecutor> peer(own);
  peer.start_call("here");
  EXPECT_EQ(first.size(), 0U);
  second.run_one();
  EXPECT_EQ(text_of(peer.take_one()), "ran ");
}

}  // namespace executors_test
}  // namespace mcp::protocol
