// Every allocation fails in turn, from the first of a message to the last, while calls report, ask, are answered and
// become tasks: each time the connection answers the next message, and no slot, suspension or subscription stays taken.
#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asking.hpp"
#include "scarce_memory.hpp"

namespace mcp::protocol {
namespace want_of_memory_calls_test {

using testing::HasSubstr;
using namespace testing_support;

std::string work(const Arguments& arguments, Context& ctx) {
  ctx.progress(1, 2, "half way");
  ctx.log(LogLevel::Error, "a line");
  return "worked on " + arguments.text;
}
std::string quick(const Arguments& arguments, Context&) { return "did " + arguments.text; }
std::string deliver(const Arguments&, Context& ctx) {
  ctx.progress(1, std::nullopt, "packing");
  return "sent to " + ctx.elicit<Delivery>("delivery", "Where to?")->city;
}

const json kClient = json::parse(R"({"elicitation":{"form":{}},"extensions":{"io.modelcontextprotocol/tasks":{}}})");
const json kDelivery = json::parse(R"({"delivery":{"action":"accept","content":{"city":"Bonn"}}})");

/// A server that offers everything, with room for little: what stays taken is missed soon.
struct Scene {
  explicit Scene(Revision era) : is_modern(mcp::is_modern(era)), peer(own, era, kClient, options()) {
    own.server.prompts().add({.name = "review", .arguments = {{.name = "code"}}, .get = [](const auto&, Context&) {
                                return PromptResult{.messages = {{Role::User, Text{"look"}}}};
                              }});
    own.server.resources().add({.resource = {.uri = "note:///1", .name = "one"},
                                .read = [](Context&) { return ResourceContents{.text = "hello"}; }});
    (void)peer.take();
  }

  static DispatcherOptions options() {
    return {.limits = {.max_in_flight = 2, .max_suspended = 2, .max_waiting = 2, .max_subscriptions = 2}};
  }
  /// The line of a request with an id of its own, which last_id has then.
  [[nodiscard]] std::string line(std::string_view method, json params = json::object()) {
    if (is_modern) {
      params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2026-07-28";
      params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = kClient;
    }
    last_id = "x" + std::to_string(++lines_);
    return json{{"jsonrpc", "2.0"}, {"id", last_id}, {"method", method}, {"params", params}}.dump() + "\n";
  }
  [[nodiscard]] std::string call_line(std::string_view tool, json more = json::object()) {
    more["_meta"]["progressToken"] = 1;
    return line("tools/call", AskingPeer<>::call_params(tool, {{"text", "it"}}, std::move(more)));
  }
  /// What came, without memory that fails.
  std::vector<json> take() { return peer.take(); }
  /// The client is not interested in that request any more.
  void cancel(const std::string& id) {
    peer.send({{"method", "notifications/cancelled"}, {"params", {{"requestId", id}}}});
    (void)take();
  }

  std::string last_id;

  const bool is_modern;
  AskingServer own{{written_tool<work>("work"), written_tool<quick>("quick"), written_tool<deliver>("deliver"),
                    written_tool<deliver>("task", {.task = TaskSupport::Optional})}};
  AskingPeer<> peer;

 private:
  int lines_ = 0;
};

class WantOfMemoryCalls : public testing::TestWithParam<Revision> {
 protected:
  void SetUp() override {
    if (!ScarceMemory::kAvailable) GTEST_SKIP() << "the sanitizer's allocations cannot fail";
  }

  /// Sends the line that `prepare` returns with its first allocation failing, then its second, until none fails;
  /// `clean` ends what may be left of it. Each time, a call is answered then.
  static void with_each_allocation_failing(Scene& scene, const std::function<std::string()>& prepare,
                                           const std::function<void(const std::vector<json>&)>& clean) {
    for (const bool from_there_on : {false, true}) {
      for (std::size_t nth = 0;; ++nth) {
        ASSERT_LT(nth, 5000U);
        const std::string line = prepare();
        try {
          const ScarceMemory scarce(nth, from_there_on);
          scene.peer.client.send_bytes(line);
        } catch (const std::bad_alloc&) {
          // In what a transport does under guard.
        }
        const bool was_met = ScarceMemory::was_met();
        clean(scene.take());
        const json answer = scene.peer.call("quick", {{"text", "it"}});
        ASSERT_EQ(text_of(answer), "did it") << line << nth;
        if (!was_met) break;
      }
    }
  }
};

TEST_P(WantOfMemoryCalls, ends_one_request_and_nothing_else) {
  Scene scene(GetParam());
  const std::pair<std::string_view, json> requests[] = {
      {"prompts/list", json::object()},
      {"prompts/get", {{"name", "review"}, {"arguments", {{"code", "x"}}}}},
      {"resources/list", json::object()},
      {"resources/read", {{"uri", "note:///1"}}},
      {"resources/templates/list", json::object()},
      {"nope", json::object()},
      {scene.is_modern ? "server/discover" : "ping", json::object()},
  };
  for (const auto& [method, params] : requests) {
    with_each_allocation_failing(scene, [&] { return scene.line(method, params); }, [](const auto&) {});
  }
  with_each_allocation_failing(scene, [&] { return scene.call_line("work"); }, [](const auto&) {});
}

TEST_P(WantOfMemoryCalls, ends_a_call_that_asks_and_nothing_else) {
  Scene scene(GetParam());
  with_each_allocation_failing(
      scene, [&] { return scene.call_line("deliver"); }, [&](const auto&) { scene.cancel(scene.last_id); });
}

TEST_P(WantOfMemoryCalls, ends_a_call_that_is_answered_and_nothing_else) {
  Scene scene(GetParam());
  std::string first;
  const auto asked = [&]() -> std::string {
    scene.peer.client.send_bytes(scene.call_line("deliver"));
    first = scene.last_id;
    for (const json& message : scene.take()) {
      if (message.contains("method") && message.contains("id")) {
        const json answer = {{"jsonrpc", "2.0"}, {"id", message.at("id")}, {"result", kDelivery.at("delivery")}};
        return answer.dump() + "\n";
      }
      if (!message.contains("result")) continue;
      return scene.call_line(
          "deliver", {{"inputResponses", kDelivery}, {"requestState", message.at("result").at("requestState")}});
    }
    ADD_FAILURE() << "nothing was asked";
    return "\n";
  };
  with_each_allocation_failing(scene, asked, [&](const auto&) { scene.cancel(first); });
}

INSTANTIATE_TEST_SUITE_P(Eras, WantOfMemoryCalls, testing::ValuesIn(kEras),
                         [](const auto& era) { return std::string(mcp::is_modern(era.param) ? "modern" : "legacy"); });

class WantOfMemoryTasks : public WantOfMemoryCalls {};

TEST_P(WantOfMemoryTasks, ends_one_request_about_a_task_and_nothing_else) {
  Scene scene(GetParam());
  const auto begin = [&] {
    const json made = scene.peer.call("task");
    return made.at("result").at("taskId").get<std::string>();
  };
  for (const std::string_view method : {"tasks/get", "tasks/update", "tasks/cancel"}) {
    SCOPED_TRACE(method);
    std::string id;
    with_each_allocation_failing(
        scene,
        [&] {
          id = begin();
          return scene.line(method, {{"taskId", id}, {"inputResponses", kDelivery}});
        },
        [&](const auto&) { (void)scene.peer.ask("tasks/cancel", {{"taskId", id}}); });
  }
  with_each_allocation_failing(
      scene, [&] { return scene.call_line("task"); },
      [&](const std::vector<json>& messages) {
        for (const json& message : messages) {
          if (!message.contains("result") || !message.at("result").contains("taskId")) continue;
          (void)scene.peer.ask("tasks/cancel", {{"taskId", message.at("result").at("taskId")}});
        }
      });
}

INSTANTIATE_TEST_SUITE_P(Modern, WantOfMemoryTasks, testing::Values(Revision::V2026_07_28));

class WantOfMemorySubscriptions : public WantOfMemoryCalls {};

TEST_P(WantOfMemorySubscriptions, loses_one_of_them_and_nothing_else) {
  Scene scene(GetParam());
  const json wanted = {{"notifications", {{"toolsListChanged", true}}}};
  with_each_allocation_failing(
      scene, [&] { return scene.line("subscriptions/listen", wanted); },
      [&](const auto&) { scene.cancel(scene.last_id); });
}

INSTANTIATE_TEST_SUITE_P(Modern, WantOfMemorySubscriptions, testing::Values(Revision::V2026_07_28));

}  // namespace want_of_memory_calls_test
}  // namespace mcp::protocol
