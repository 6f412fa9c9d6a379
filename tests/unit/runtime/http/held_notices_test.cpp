// What a call of a modern client reports before it is known whether the client lacks a capability: that is an error of
// HTTP, which cannot follow once a stream has begun.
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asking.hpp"
#include "http/exchange.hpp"
#include "http/world.hpp"

namespace mcp::protocol::http {
namespace held_notices_test {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using namespace testing_support;

std::string report(const Arguments&, Context& ctx) {
  ctx.progress(1, 2, "half way");
  return "done";
}
std::string report_and_ask(const Arguments&, Context& ctx) {
  ctx.progress(1, 2, "half way");
  return ctx.elicit<Delivery>("delivery", "Where to?")->city;
}

/// A tool that may ask for a form, as generated code says.
template <auto function>
detail::Handler asking_tool(std::string_view name) {
  detail::Handler tool = written_tool<function>(name);
  tool.asks = detail::kAsksForms;
  return tool;
}

struct Place {
  /// What a client gets that asks for progress, and can answer nothing.
  std::string call(const char* tool) {
    const auto client = std::make_shared<Client>(endpoint, loop_resources);
    client->exchange.set_owner(client);
    Sent sent = modern_call(tool);
    sent.body.insert(sent.body.find("\"_meta\":{") + 9, R"("progressToken":7,)");
    World::with(sent, [&](const Request& request) { client->exchange.take(request); });
    loop_resources.calls.submit(executor);
    while (executor.run_one()) loop.run();
    return client->paper.take();
  }

  AskingServer own{{asking_tool<report>("report"), asking_tool<report_and_ask>("ask"), written_tool<report>("plain")}};
  KeptLog log;
  ManualTimers timers;
  Dispatcher dispatcher{own.server, {}, log, timers};
  CountedIds ids;
  Endpoint endpoint{dispatcher, {}, {}, ids};
  Bench loop;
  LoopResources loop_resources{dispatcher, loop};
  ManualExecutor executor;
};

TEST(HeldNotices, go_out_in_front_of_the_answer) {
  Place place;
  const std::string answer = place.call("report");
  EXPECT_THAT(answer, StartsWith(R"([stream]data: {"jsonrpc":"2.0","method":"notifications/progress")"));
  EXPECT_THAT(answer, HasSubstr("half way"));
  EXPECT_THAT(answer, HasSubstr("\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\""));
  EXPECT_EQ(answer, place.call("plain")) << "the same as where nothing has to be held back";
}

TEST(HeldNotices, are_dropped_where_the_client_lacks_a_capability) {
  Place place;
  const std::string answer = place.call("ask");
  EXPECT_THAT(answer, StartsWith("400 application/json"));
  EXPECT_THAT(answer, HasSubstr("requiredCapabilities"));
  EXPECT_THAT(answer, Not(HasSubstr("half way")));
  EXPECT_FALSE(place.dispatcher.held_answers().spent());
}

}  // namespace held_notices_test
}  // namespace mcp::protocol::http
