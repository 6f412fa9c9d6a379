// notifications/progress: what a handler reports, and what a client hears of it.
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asking.hpp"
#include "mrtr/request_context.hpp"

namespace mcp::protocol {
namespace progress_test {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using namespace std::chrono_literals;
using namespace testing_support;

json with_token(json token) { return {{"_meta", {{"progressToken", std::move(token)}}}}; }

/// All that comes for a call of `tool` with that token: the params of the notifications.
std::vector<json> progress_of(AskingPeer<>& peer, std::string_view tool, json token) {
  const int id = peer.start_call(tool, json::object(), with_token(std::move(token)));
  std::vector<json> sent = peer.take(), all;
  EXPECT_EQ(sent.back().value("id", json()), id) << "the answer is the last";
  sent.pop_back();
  for (const json& message : sent) {
    EXPECT_EQ(message.at("method"), "notifications/progress");
    EXPECT_FALSE(message.contains("id"));
    all.push_back(message.at("params"));
  }
  return all;
}

AskingServer& reporting(AskingServer& own) {
  own.add("report", [](const json&, Context& ctx) {
    ctx.progress(1);
    ctx.progress(2, 4, "half");
    ctx.progress(4.5, 5);
    return ToolResult("done");
  });
  return own;
}

TEST(Progress, has_the_token_as_it_came) {
  AskingServer own;
  reporting(own);
  for (const Revision era : kEras) {
    AskingPeer peer(own, era);
    for (const json& token : {json("t"), json(""), json("7"), json(7), json(0), json(-3), json(9007199254740993)}) {
      SCOPED_TRACE(token.dump());
      const std::vector<json> all = progress_of(peer, "report", token);
      ASSERT_THAT(all, SizeIs(3));
      EXPECT_EQ(all[0].dump(), (json{{"progressToken", token}, {"progress", 1}}).dump());
      EXPECT_EQ(all[1].at("total"), 4);
      EXPECT_EQ(all[1].at("message"), "half");
      EXPECT_EQ(all[2].at("progress"), 4.5);
    }
  }
}

TEST(Progress, has_a_message_since_2025_03_26) {
  AskingServer own;
  reporting(own);
  for (const std::string_view name : revision_names()) {
    SCOPED_TRACE(name);
    const Revision revision = *revision_named(name);
    AskingPeer peer(own, revision);
    const std::vector<json> all = progress_of(peer, "report", 1);
    ASSERT_THAT(all, SizeIs(3));
    EXPECT_EQ(all[1].contains("message"), revision >= Revision::V2025_03_26);
    EXPECT_EQ(all[1].at("total"), 4);
  }
}

TEST(Progress, is_for_those_who_ask_for_it) {
  AskingServer own;
  reporting(own);
  for (const Revision era : kEras) {
    AskingPeer peer(own, era);
    EXPECT_EQ(text_of(peer.call("report")), "done");
    EXPECT_EQ(text_of(peer.call("report", json::object(), {{"_meta", {{"other", 1}}}})), "done");
  }
  AskingPeer legacy(own, Revision::V2025_11_25);
  for (const json& token : {json(nullptr), json(true), json::array(), json::object()}) {
    EXPECT_EQ(text_of(legacy.call("report", json::object(), with_token(token))), "done") << token;
  }
}

TEST(Progress, grows) {
  AskingServer own;
  own.add("back", [](const json&, Context& ctx) {
    for (const double done : {2.0, 2.0, 1.0, 3.0, -1.0, 3.5, std::numeric_limits<double>::quiet_NaN(),
                              std::numeric_limits<double>::infinity(), 4.0}) {
      ctx.progress(done);
    }
    ctx.progress(5, std::numeric_limits<double>::infinity());
    ctx.progress(6, 1);
    return ToolResult("done");
  });
  AskingPeer peer(own);
  std::vector<double> numbers;
  for (const json& params : progress_of(peer, "back", 1)) numbers.push_back(params.at("progress"));
  EXPECT_THAT(numbers, ElementsAre(2, 3, 3.5, 4, 6));
}

TEST(Progress, of_a_flood_is_bounded) {
  AskingServer own;
  own.add("flood", [](const json&, Context& ctx) {
    for (int i = 1; i <= 20'000; ++i) ctx.progress(i);
    return ToolResult("done");
  });
  AskingPeer peer(own);
  const auto start = std::chrono::steady_clock::now();
  const std::size_t first = progress_of(peer, "flood", 1).size();
  const auto most = static_cast<std::size_t>((std::chrono::steady_clock::now() - start) / 20ms) + 33;
  EXPECT_GE(first, 32U);
  EXPECT_LE(first, most);
  EXPECT_GE(progress_of(peer, "flood", 2).size(), 32U) << "each request has its own measure";
}

TEST(Progress, has_texts_that_are_utf8) {
  AskingServer own;
  own.add("odd", [](const json&, Context& ctx) {
    ctx.progress(1, std::nullopt, "caf\xE9 \"\n");
    return ToolResult("done");
  });
  AskingPeer peer(own);
  const std::vector<json> all = progress_of(peer, "odd", 1);
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].at("message"), "caf\xEF\xBF\xBD \"\n");
}

TEST(Progress, has_a_token_that_is_an_integer_in_another_spelling) {
  AskingServer own;
  reporting(own);
  for (const Revision era : kEras) {
    AskingPeer peer(own, era);
    const std::vector<json> all = progress_of(peer, "report", json(7.0));
    ASSERT_THAT(all, SizeIs(3));
    EXPECT_EQ(all[0].at("progressToken"), 7);
    if (!is_modern(era)) {
      EXPECT_THAT(progress_of(peer, "report", json(7.5)), IsEmpty());
    }
  }
}

TEST(Calls, send_nothing_more_once_they_are_cancelled) {
  for (const Revision era : kEras) {
    for (const char* const id : {"1", "1.0"}) {
      AskingServer own;
      std::function<void()> in_the_midst;
      own.add("stubborn", [&](const json&, Context& ctx) {
        ctx.progress(1);
        ctx.log(LogLevel::Emergency, "before");
        in_the_midst();
        ctx.progress(2);
        ctx.log(LogLevel::Emergency, "after");
        return ToolResult("done");
      });
      AskingPeer<ManualExecutor> peer(own, era);
      in_the_midst = [&] {
        EXPECT_THAT(peer.take(), SizeIs(2));
        peer.send({{"method", "notifications/cancelled"},
                   {"params", {{"requestId", json::parse(id)}, {"reason", "the user said stop\n\xC3\xA9"}}}});
      };
      peer.start_call("stubborn", json::object(),
                      {{"_meta", {{"progressToken", 1}, {"io.modelcontextprotocol/logLevel", "debug"}}}});
      peer.executor.run_one();
      EXPECT_THAT(peer.take(), IsEmpty()) << "no report, no answer";
      EXPECT_THAT(peer.log.text(),
                  testing::HasSubstr("tool stubborn was cancelled by its client: the user said stop\n\xC3\xA9"));
    }
  }
}

TEST(Calls, log_a_part_of_a_long_reason_for_their_cancellation) {
  AskingServer own;
  std::function<void()> in_the_midst;
  own.add("stubborn", [&](const json&, Context&) {
    in_the_midst();
    return ToolResult("done");
  });
  AskingPeer<ManualExecutor> peer(own);
  in_the_midst = [&] {
    peer.send(
        {{"method", "notifications/cancelled"}, {"params", {{"requestId", 1}, {"reason", std::string(100'000, 'x')}}}});
  };
  peer.start_call("stubborn");
  peer.executor.run_one();
  EXPECT_THAT(peer.log.text(), testing::HasSubstr("xxx"));
  EXPECT_LT(peer.log.text().size(), 400U);
}

TEST(Progress, ends_with_the_answer) {
  const AskingServer own;
  AskingPeer peer(own);
  peer.client.judge().sent(request("1", "tools/call", "{" + std::string(kModernMeta) + "}"));
  Document document;
  ASSERT_EQ(document.parse_copy(R"({"progressToken":1})"), "");
  const RequestMeta meta(document.root());
  RequestContext context(peer.dispatcher.calls());
  context.begin({.revision = Revision::V2026_07_28,
                 .id = "1",
                 .method = "tools/call",
                 .params = std::nullopt,
                 .meta = &meta,
                 .reply = &peer.client.outbox().sink()},
                Asking::Allowed);
  context.reporter().progress(1, std::nullopt, {});
  EXPECT_THAT(peer.take(), SizeIs(1));
  context.reporter().close();
  context.reporter().progress(2, std::nullopt, {});
  context.reporter().log(LogLevel::Emergency, "1", {});
  EXPECT_THAT(peer.take(), IsEmpty());
}

TEST(Progress, is_dropped_once_the_call_is_cancelled_or_out_of_time) {
  AskingServer own({written_tool<[](const Arguments&, Context& ctx) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait(lock, ctx.stop_token(), [] { return false; });
    ctx.progress(1);
    ctx.log(LogLevel::Emergency, "late");
    return std::string("late");
  }>("slow", {.timeout_ms = 10})});
  for (const Revision era : kEras) {
    test::Client client(own.server, {.revision = era});
    client.set_log_level(LogLevel::Debug);
    EXPECT_TRUE(client.call("slow", json::object(), {.on_progress = [](const json&) { ADD_FAILURE(); }}).is_error());
    client.settle();
    EXPECT_THAT(client.notifications(), IsEmpty());
  }
}

TEST(Progress, of_prompts_and_resources_is_sent_too) {
  AskingServer own;
  own.server.resources().add({.resource = {.uri = "note:///1", .name = "one"}, .read = [](Context& ctx) {
                                ctx.progress(1);
                                return ResourceContents{.text = "hello"};
                              }});
  own.server.prompts().add({.name = "write", .get = [](const auto&, Context& ctx) {
                              ctx.progress(1);
                              return PromptResult{.messages = {{Role::User, Text{"hello"}}}};
                            }});
  for (const Revision era : kEras) {
    test::Client client(own.server, {.revision = era});
    int reports = 0;
    const test::RequestOptions options{.on_progress = [&](const json&) { ++reports; }};
    (void)client.read("note:///1", options);
    (void)client.prompt("write", json::object(), options);
    EXPECT_EQ(reports, 2);
  }
}

TEST(Throttle, lets_a_burst_through_and_then_a_steady_rate) {
  Throttle throttle(10ms, 3);
  const std::chrono::steady_clock::time_point start{1h};
  EXPECT_TRUE(throttle.take(start) && throttle.take(start) && throttle.take(start));
  EXPECT_FALSE(throttle.take(start));
  EXPECT_FALSE(throttle.take(start + 9ms));
  EXPECT_TRUE(throttle.take(start + 10ms));
  EXPECT_FALSE(throttle.take(start + 10ms));
  EXPECT_TRUE(throttle.take(start + 1s) && throttle.take(start + 1s) && throttle.take(start + 1s));
  EXPECT_FALSE(throttle.take(start + 1s)) << "no more than a burst is saved";
  throttle.refill();
  EXPECT_TRUE(throttle.take(start + 1s));
}

TEST(Progress, race_of_reports_and_the_end) {
  AskingServer own;
  own.add("threads", [](const json&, Context& ctx) {
    std::vector<std::thread> all;
    for (int t = 0; t < 4; ++t) {
      all.emplace_back([&ctx, t] {
        for (int i = 0; i < 50; ++i) {
          ctx.progress(4 * i + t);
          ctx.log(LogLevel::Error, "x");
          (void)ctx.meta();
        }
      });
    }
    for (std::thread& thread : all) thread.join();
    return ToolResult("done");
  });
  for (const Revision era : kEras) {
    test::Client client(own.server, {.revision = era});
    client.set_log_level(LogLevel::Debug);
    double last = -1;
    const auto check = [&](const json& params) {
      EXPECT_GT(params.at("progress").get<double>(), last);
      last = params.at("progress").get<double>();
    };
    EXPECT_EQ(client.call("threads", json::object(), {.on_progress = check}).text(), "done");
  }
}

}  // namespace progress_test
}  // namespace mcp::protocol
