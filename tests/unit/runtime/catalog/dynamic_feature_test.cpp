// What a server got at run time lives until it is removed and the last call of it is over.
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asking.hpp"
#include "catalog/dynamic_feature.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp::protocol {
namespace addition_test {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;
using namespace testing_support;

/// What a function holds; lets a test see whether it was destroyed.
using Held = std::shared_ptr<int>;

DynamicTool tool(std::string name, Held held, std::function<std::string(Context&)> call = nullptr) {
  return {.name = std::move(name), .call = [held = std::move(held), call = std::move(call)](const json&, Context& ctx) {
            return ToolResult((call ? call(ctx) : "called") + std::to_string(*held));
          }};
}

TEST(DynamicFeature, is_freed_when_it_is_removed) {
  const AskingServer own;
  const Held held = std::make_shared<int>(7);
  for (int i = 0; i < 20'000; ++i) {
    own.server.tools().add(tool("tool", held));
    own.server.tools().remove("tool");
  }
  EXPECT_EQ(held.use_count(), 1);
  for (int i = 0; i < 100; ++i) {
    own.server.prompts().add({.name = "prompt", .get = [held](const auto&, Context&) { return PromptResult{}; }});
    own.server.prompts().remove("prompt");
    own.server.resources().add(
        {.resource = {.uri = "a:1", .name = "a"}, .read = [held](Context&) { return ResourceContents{}; }});
    own.server.resources().remove("a:1");
  }
  EXPECT_EQ(held.use_count(), 1);
}

TEST(DynamicFeature, lives_while_somebody_holds_it) {
  const AskingServer own;
  const Held held = std::make_shared<int>(7);
  own.server.tools().add(tool("tool", held));
  auto found = own.server.catalog().find_tool("tool");
  own.server.tools().remove("tool");
  EXPECT_EQ(held.use_count(), 2);
  EXPECT_EQ(found->name, "tool");
  found.reset();
  EXPECT_EQ(held.use_count(), 1);
}

std::string declared(const Arguments&, Context&) { return "declared"; }

TEST(DynamicFeature, is_counted_and_what_was_declared_is_not) {
  const AskingServer own({written_tool<declared>("declared")});
  EXPECT_EQ(own.server.catalog().find_tool("declared").use_count(), 0);
}

TEST(DynamicFeature, finishes_a_call_that_waited_when_it_was_removed) {
  const AskingServer own;
  const Held held = std::make_shared<int>(7);
  own.server.tools().add(tool("tool", held));
  AskingPeer<ManualExecutor> peer(own);
  peer.start_call("tool");
  own.server.tools().remove("tool");
  EXPECT_EQ(held.use_count(), 2);
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_EQ(text_of(peer.take_one()), "called7");
  EXPECT_EQ(held.use_count(), 1);
  EXPECT_THAT(error_of(peer.ask("tools/call", {{"name", "tool"}})), HasSubstr("Unknown tool"));
}

TEST(DynamicFeature, may_remove_itself_in_a_call) {
  const AskingServer own;
  const Held held = std::make_shared<int>(7);
  own.server.tools().add(tool("tool", held, [&](Context&) {
    own.server.tools().remove("tool");
    own.server.tools().add(tool("tool", held));
    return std::string("removed");
  }));
  AskingPeer peer(own);
  peer.start_call("tool");
  EXPECT_EQ(text_of(peer.take().back()), "removed7");
  EXPECT_EQ(text_of(peer.call("tool")), "called7");
  EXPECT_EQ(held.use_count(), 2);
}

TEST(DynamicFeature, may_be_removed_by_what_its_function_held) {
  const AskingServer own;
  // Removes another tool when it is destroyed.
  const auto remover = [&](std::string name) {
    return Held(new int(0), [&own, name = std::move(name)](int* value) {
      delete value;
      own.server.tools().remove(name);
    });
  };
  own.server.tools().add(tool("last", std::make_shared<int>(0)));
  own.server.tools().add(tool("tool", remover("last")));
  own.server.tools().remove("tool");
  EXPECT_EQ(own.server.catalog().find_tool("last"), nullptr);
}

TEST(DynamicFeature, goes_on_with_a_call_that_waited_for_its_client) {
  const AskingServer own;
  const Held held = std::make_shared<int>(7);
  own.server.tools().add(
      tool("tool", held, [](Context& ctx) { return ctx.elicit<Delivery>("delivery", "Where to?")->city; }));
  AskingPeer peer(own, Revision::V2025_11_25);
  const json question = peer.call("tool");
  own.server.tools().remove("tool");
  (void)peer.take();
  EXPECT_EQ(held.use_count(), 2);
  peer.send({{"id", question.at("id")}, {"result", {{"action", "accept"}, {"content", {{"city", "Bonn"}}}}}});
  EXPECT_EQ(text_of(peer.take_one()), "Bonn7");
  EXPECT_EQ(held.use_count(), 1);
}

TEST(DynamicFeature, is_freed_after_calls_that_were_cancelled_or_refused) {
  const AskingServer own;
  const Held held = std::make_shared<int>(7);
  DynamicTool strict = tool("tool", held);
  strict.input_schema = R"({"type":"object","required":["x"]})";
  own.server.tools().add(std::move(strict));
  AskingPeer<ManualExecutor> peer(own);
  const int id = peer.start_call("tool", {{"x", 1}});
  peer.send({{"method", "notifications/cancelled"}, {"params", {{"requestId", id}}}});
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_THAT(peer.take(), IsEmpty());
  EXPECT_THAT(text_of(peer.call("tool")), HasSubstr("x"));
  EXPECT_THAT(error_of(peer.call("tool", {{"x", 1}}, {{"inputResponses", 1}})), HasSubstr("-32602"));
  own.server.tools().remove("tool");
  EXPECT_EQ(held.use_count(), 1);
}

struct Pool final : Executor {
  void submit(Job& first) override { workers.submit(first); }
  void hold() noexcept override { workers.hold(); }
  void release() noexcept override { workers.release(); }

  transport::WorkerPool workers{3};
};

TEST(DynamicFeature, comes_and_goes_while_it_is_called) {
  const AskingServer own;
  const Held held = std::make_shared<int>(7);
  constexpr int kRounds = 300;
  {
    AskingPeer<Pool> peer(own);
    std::atomic<bool> done = false;
    std::thread changer([&] {
      for (int i = 0; i < kRounds; ++i) {
        own.server.tools().add(tool("tool", held));
        std::this_thread::yield();
        own.server.tools().remove("tool");
      }
      done = true;
    });
    while (!done) peer.start_call("tool");
    changer.join();
    EXPECT_TRUE(peer.executor.workers.drain(std::chrono::steady_clock::now() + 1min));
    for (const json& answer : peer.take()) {
      const std::string text = answer.contains("error") ? error_of(answer) : text_of(answer);
      EXPECT_THAT(text, AnyOf("called7", HasSubstr("Unknown tool"), HasSubstr("busy")));
    }
  }
  EXPECT_EQ(held.use_count(), 1);
}

TEST(AddedHistories, are_used_again_as_if_they_were_new) {
  AddedHistories histories;
  LatencyHistory& first = histories.take();
  LatencyHistory& second = histories.take();
  EXPECT_NE(&first, &second);
  first.pooled_runs_left = 5;
  first.pooled_runs = 64;
  first.slow_runs = 1;
  histories.give_back(first);
  LatencyHistory& again = histories.take();
  EXPECT_EQ(&again, &first);
  EXPECT_EQ(again.pooled_runs_left + again.pooled_runs + again.slow_runs, 0);
}

}  // namespace addition_test
}  // namespace mcp::protocol
