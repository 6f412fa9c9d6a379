// Calls that wait for a legacy client's answer without a thread, and every way in which that ends.
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asking.hpp"
#include "calls/call_table.hpp"
#include "judged_peer.hpp"
#include "transport/threads/timer_thread.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp::protocol {
namespace parking_test {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using namespace std::chrono_literals;
using namespace testing_support;

constexpr Revision kLegacy = Revision::V2025_11_25;

std::string deliver(Context& ctx) { return ctx.elicit<Delivery>("delivery", "Where to?")->city; }

json bonn() { return {{"action", "accept"}, {"content", {{"city", "Bonn"}}}}; }

void add_deliver(AskingServer& own) {
  own.add("deliver", [](const json&, Context& ctx) { return ToolResult(deliver(ctx)); });
  own.add("careful", [](const json&, Context& ctx) {
    try {
      return ToolResult(deliver(ctx));
    } catch (const ClientError& error) {
      return ToolResult(std::to_string(error.code()) + " " + error.what());
    }
  });
}

TEST(Suspension, a_call_that_waits_holds_no_thread) {
  AskingServer own;
  add_deliver(own);
  AskingPeer<ManualExecutor> peer(own, kLegacy);
  const int id = peer.start_call("deliver");
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_EQ(peer.executor.queued(), 0U);
  const json question = peer.take_one();
  peer.send({{"id", question.at("id")}, {"result", bonn()}});
  EXPECT_THAT(peer.take(), IsEmpty());
  EXPECT_TRUE(peer.executor.run_one());
  const json answer = peer.take_one();
  EXPECT_EQ(answer.at("id"), id);
  EXPECT_EQ(text_of(answer), "Bonn");
  EXPECT_FALSE(peer.executor.run_one());
  EXPECT_EQ(peer.timers.started(), 0U);
}

TEST(Suspension, an_error_of_the_client_is_an_exception) {
  AskingServer own;
  add_deliver(own);
  AskingPeer peer(own, kLegacy);
  const auto refused = [&](std::string_view tool, json error) {
    const json question = peer.call(tool);
    peer.send({{"id", question.at("id")}, {"error", std::move(error)}});
    return peer.take_one();
  };
  EXPECT_EQ(text_of(refused("careful", {{"code", -1}, {"message", "not now"}})),
            "-1 The client refused the question: not now");
  EXPECT_EQ(text_of(refused("careful", {{"code", 7}, {"message", "x"}})), "7 The client refused the question: x");
  EXPECT_EQ(text_of(refused("careful", {{"code", "x"}, {"message", 7}})), "0 The client refused the question");
  const json uncaught = refused("deliver", {{"code", -1}, {"message", "not now"}});
  EXPECT_EQ(uncaught.at("result").at("isError"), true);
  EXPECT_EQ(text_of(uncaught), "The client refused the question: not now");
}

TEST(Suspension, an_error_is_remembered_while_the_handler_asks_on) {
  AskingServer own;
  own.add("two", [](const json&, Context& ctx) {
    std::string text;
    try {
      text = ctx.elicit<Delivery>("first", "First?")->city;
    } catch (const ClientError& error) {
      text = error.what();
    }
    return ToolResult(text + "; " + deliver(ctx));
  });
  AskingPeer peer(own, kLegacy);
  const json first = peer.call("two");
  peer.send({{"id", first.at("id")}, {"error", {{"code", -1}, {"message", "no"}}}});
  const json second = peer.take_one();
  EXPECT_EQ(second.at("params").at("message"), "Where to?");
  peer.send({{"id", second.at("id")}, {"result", bonn()}});
  EXPECT_EQ(text_of(peer.take_one()), "The client refused the question: no; Bonn");
}

TEST(Suspension, a_handler_that_asks_again_after_an_error_asks_the_client_again) {
  AskingServer own;
  own.add("persistent", [](const json&, Context& ctx) {
    for (int failures = 0;;) {
      try {
        return ToolResult(deliver(ctx) + " after " + std::to_string(failures));
      } catch (const ClientError&) {
        ++failures;
      }
    }
  });
  AskingPeer peer(own, kLegacy, kAllCapabilities, {.limits = {.max_rounds = 3}});
  const auto refused = [&](const json& question) {
    peer.send({{"id", question.at("id")}, {"error", {{"code", -1}, {"message", "no"}}}});
    return peer.take_one();
  };
  const json second = refused(peer.call("persistent"));
  peer.send({{"id", second.at("id")}, {"result", bonn()}});
  EXPECT_EQ(text_of(peer.take_one()), "Bonn after 0") << "the last answer counts";
  const json answer = refused(refused(refused(peer.call("persistent"))));
  EXPECT_EQ(text_of(answer), "The request asked the client more than 3 times over.") << "and this ends";
}

TEST(Suspension, responses_that_nobody_awaits_are_ignored) {
  AskingServer own;
  add_deliver(own);
  AskingPeer peer(own, kLegacy);
  const json question = peer.call("deliver");
  const int id = question.at("id");
  for (const json& other : {json(id + 1), json(std::to_string(id)), json(0), json("init"), json(-id)}) {
    peer.send({{"id", other}, {"result", bonn()}});
    EXPECT_THAT(peer.take(), IsEmpty()) << other;
  }
  peer.send({{"id", id}, {"result", bonn()}});
  EXPECT_EQ(text_of(peer.take_one()), "Bonn");
  peer.send({{"id", id}, {"result", bonn()}});
  EXPECT_THAT(peer.take(), IsEmpty()) << "a second answer";
}

TEST(Suspension, questions_of_calls_at_once_are_told_apart) {
  AskingServer own;
  add_deliver(own);
  AskingPeer peer(own, kLegacy);
  const int first = peer.start_call("deliver");
  const int second = peer.start_call("deliver");
  const std::vector<json> questions = peer.take();
  ASSERT_THAT(questions, SizeIs(2));
  EXPECT_NE(questions[0].at("id"), questions[1].at("id"));
  peer.send({{"id", questions[1].at("id")}, {"result", {{"action", "accept"}, {"content", {{"city", "2"}}}}}});
  const json answer = peer.take_one();
  EXPECT_EQ(answer.at("id"), second);
  EXPECT_EQ(text_of(answer), "2");
  peer.send({{"id", questions[0].at("id")}, {"result", bonn()}});
  EXPECT_EQ(peer.take_one().at("id"), first);
}

TEST(Suspension, a_client_that_takes_too_long_is_told_and_the_handler_too) {
  AskingServer own;
  add_deliver(own);
  AskingPeer peer(own, kLegacy, kAllCapabilities, {.limits = {.client_timeout = 90s}});
  const json question = peer.call("careful");
  peer.timers.advance(89s);
  EXPECT_THAT(peer.take(), IsEmpty());
  peer.timers.advance(1s);
  const std::vector<json> sent = peer.take();
  ASSERT_THAT(sent, SizeIs(2));
  EXPECT_EQ(sent[0].at("method"), "notifications/cancelled");
  EXPECT_EQ(sent[0].at("params").at("requestId"), question.at("id"));
  EXPECT_EQ(text_of(sent[1]), "0 The client did not answer within 90 s.");
  peer.send({{"id", question.at("id")}, {"result", bonn()}});
  EXPECT_THAT(peer.take(), IsEmpty()) << "too late";
  EXPECT_EQ(peer.timers.started(), 0U);
}

TEST(Suspension, what_was_answered_in_time_counts_when_the_rest_is_not) {
  AskingServer own;
  own.add("two", [](const json&, Context& ctx) {
    try {
      (void)ctx.ask(form<Delivery>("delivery", "Where to?"), list_roots("roots"));
    } catch (const ClientError&) {
      return ToolResult("partly: " + deliver(ctx));
    }
    return ToolResult("all");
  });
  AskingPeer peer(own, kLegacy, kAllCapabilities, {.limits = {.client_timeout = 90s}});
  peer.start_call("two");
  const std::vector<json> questions = peer.take();
  ASSERT_THAT(questions, SizeIs(2));
  peer.send({{"id", questions[0].at("id")}, {"result", bonn()}});
  peer.timers.advance(90s);
  const std::vector<json> sent = peer.take();
  ASSERT_THAT(sent, SizeIs(2));
  EXPECT_EQ(sent[0].at("params").at("requestId"), questions[1].at("id")) << "one question alone is open";
  EXPECT_EQ(text_of(sent[1]), "partly: Bonn");
}

TEST(Suspension, a_cancelled_call_takes_its_question_back) {
  AskingServer own;
  add_deliver(own);
  AskingPeer peer(own, kLegacy);
  const int id = peer.start_call("deliver");
  const json question = peer.take_one();
  peer.send({{"method", "notifications/cancelled"}, {"params", {{"requestId", id}}}});
  const json told = peer.take_one();
  EXPECT_EQ(told.at("method"), "notifications/cancelled");
  EXPECT_EQ(told.at("params").at("requestId"), question.at("id"));
  peer.send({{"id", question.at("id")}, {"result", bonn()}});
  EXPECT_THAT(peer.take(), IsEmpty());
  EXPECT_EQ(peer.timers.started(), 0U);
  const json next = peer.call("deliver");
  peer.send({{"id", next.at("id")}, {"result", bonn()}});
  EXPECT_EQ(text_of(peer.take_one()), "Bonn") << "the slot is good for another call";
}

TEST(Suspension, a_call_that_was_cancelled_before_it_parks_asks_nothing) {
  AskingServer own;
  AskingPeer<>* peer = nullptr;
  own.add("late", [&](const json&, Context& ctx) {
    peer->send({{"method", "notifications/cancelled"}, {"params", {{"requestId", 1}}}});
    return ToolResult(deliver(ctx));
  });
  AskingPeer made(own, kLegacy);
  peer = &made;
  made.start_call("late");
  EXPECT_THAT(made.take(), IsEmpty());
}

TEST(Suspension, a_client_that_goes_away_ends_its_questions) {
  AskingServer own;
  add_deliver(own);
  AskingPeer peer(own, kLegacy);
  (void)peer.call("careful");
  peer.client.close();
  const std::vector<json> sent = peer.take();
  ASSERT_THAT(sent, SizeIs(2));
  EXPECT_EQ(sent[0].at("method"), "notifications/cancelled");
  EXPECT_EQ(text_of(sent[1]), "0 The client went away before it answered, or the server is shutting down.");
}

TEST(Suspension, who_asks_a_client_that_is_gone_is_told_at_once) {
  AskingServer own;
  own.add("stubborn", [](const json&, Context& ctx) {
    int failures = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      try {
        (void)ctx.elicit<Delivery>(key("delivery", i), "Where to?");
      } catch (const ClientError&) {
        ++failures;
      }
    }
    return ToolResult(std::to_string(failures));
  });
  AskingPeer<ManualExecutor> peer(own, kLegacy);
  peer.start_call("stubborn");
  EXPECT_TRUE(peer.executor.run_one());
  peer.client.close();
  while (peer.executor.run_one()) {
  }
  EXPECT_EQ(text_of(peer.take().back()), "3");
  EXPECT_EQ(peer.timers.started(), 0U);
}

TEST(Suspension, the_timeout_of_a_tool_is_that_of_its_handler_alone) {
  AskingServer own(
      {written_tool<[](const Arguments&, Context& ctx) { return deliver(ctx); }>("timed", {.timeout_ms = 100})});
  AskingPeer<ManualExecutor> peer(own, kLegacy);
  peer.start_call("timed");
  peer.timers.advance(99ms);
  EXPECT_TRUE(peer.executor.run_one());
  const json question = peer.take_one();
  peer.timers.advance(5min);
  EXPECT_THAT(peer.take(), IsEmpty()) << "the user thinks";
  peer.send({{"id", question.at("id")}, {"result", bonn()}});
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_EQ(text_of(peer.take_one()), "Bonn");
  EXPECT_EQ(peer.timers.started(), 0U);

  peer.start_call("timed");
  peer.timers.advance(100ms);
  EXPECT_THAT(text_of(peer.take_one()), HasSubstr("did not finish within 100 ms"));
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_THAT(peer.take(), IsEmpty()) << "nothing is asked for it";
}

TEST(Suspension, reports_go_on_where_they_were_when_the_handler_runs_again) {
  AskingServer own;
  own.add("report", [](const json&, Context& ctx) {
    ctx.progress(1);
    const std::string city = deliver(ctx);
    ctx.progress(2);
    return ToolResult(city);
  });
  AskingPeer peer(own, kLegacy);
  peer.start_call("report", json::object(), {{"_meta", {{"progressToken", "t"}}}});
  std::vector<json> sent = peer.take();
  ASSERT_THAT(sent, SizeIs(2));
  EXPECT_EQ(sent[0].at("params").at("progress"), 1);
  peer.send({{"id", sent[1].at("id")}, {"result", bonn()}});
  sent = peer.take();
  ASSERT_THAT(sent, SizeIs(2));
  EXPECT_EQ(sent[0].at("params").at("progress"), 2) << "1 came already";
}

// --- Races, for ThreadSanitizer.

/// Threads, and a real clock.
struct Threads {
  explicit Threads(const AskingServer& own, const Limits& limits = {})
      : dispatcher(own.server, {.limits = limits}, log, timers), client(dispatcher, pool), pool(4) {
    client.send(
        R"({"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"t","version":"1"}}})");
    client.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    (void)client.outbox().take_one();
  }

  KeptLog log;
  transport::TimerThread timers;
  Dispatcher dispatcher;
  testing_support::JudgedPeer client;
  transport::WorkerPool pool;
};

std::string answer_to(const json& question) {
  return json{{"jsonrpc", "2.0"}, {"id", question.at("id")}, {"result", bonn()}}.dump();
}

TEST(Suspension, race_of_cancellation_and_the_answer) {
  AskingServer own;
  add_deliver(own);
  Threads peer(own);
  int answered = 0;
  for (int i = 1; i <= 300; ++i) {
    peer.client.send(call(std::to_string(i), "deliver"));
    const json question = json::parse(peer.client.outbox().take_one());
    ASSERT_TRUE(question.contains("method")) << question;
    peer.client.send(answer_to(question));
    peer.client.send(cancel(std::to_string(i)));
    ASSERT_TRUE(peer.pool.drain(std::chrono::steady_clock::now() + 1min));
    for (const std::string& message : peer.client.outbox().take_all()) {
      answered += json::parse(message).value("id", json()) == i;
    }
  }
  EXPECT_LE(answered, 300);
  peer.client.send(call("1000", "deliver"));
  peer.client.send(answer_to(json::parse(peer.client.outbox().take_one())));
  EXPECT_THAT(peer.client.outbox().take_one(), HasSubstr("Bonn"));
}

TEST(Suspension, race_of_cancellation_and_parking) {
  AskingServer own;
  add_deliver(own);
  Threads peer(own);
  for (int i = 1; i <= 300; ++i) {
    peer.client.send(call(std::to_string(i), "deliver"));
    peer.client.send(cancel(std::to_string(i)));
  }
  ASSERT_TRUE(peer.pool.drain(std::chrono::steady_clock::now() + 1min));
  for (const std::string& message : peer.client.outbox().take_all()) {
    EXPECT_TRUE(json::parse(message).contains("method")) << "no answer: " << message;
  }
}

TEST(Suspension, race_of_disconnecting_and_asking) {
  AskingServer own;
  add_deliver(own);
  for (int i = 0; i < 50; ++i) {
    Threads peer(own);
    for (int j = 1; j <= 4; ++j) peer.client.send(call(std::to_string(j), j % 2 != 0 ? "deliver" : "careful"));
    if (i % 2 != 0) (void)peer.client.outbox().take_one();
    peer.client.close();
    ASSERT_TRUE(peer.pool.drain(std::chrono::steady_clock::now() + 1min));
    int answers = 0;
    for (const std::string& message : peer.client.outbox().take_all())
      answers += json::parse(message).contains("result");
    EXPECT_EQ(answers, 4);
  }
}

TEST(Suspension, race_of_patience_and_the_answer) {
  AskingServer own;
  add_deliver(own);
  Threads peer(own, {.client_timeout = 1ms});
  for (int i = 1; i <= 200; ++i) {
    peer.client.send(call(std::to_string(i), "careful"));
    bool answered = false;
    while (!answered) {
      const json message = json::parse(peer.client.outbox().take_one());
      answered = message.value("id", json()) == i && message.contains("result");
      if (message.value("method", "") == "elicitation/create") {
        for (int turn = 0; turn < i; ++turn) std::this_thread::yield();  // now before the time-out, now behind
        peer.client.send(answer_to(message));
      }
    }
  }
}

TEST(Suspension, race_of_shutting_down_with_everything) {
  AskingServer own(
      {written_tool<[](const Arguments&, Context& ctx) { return deliver(ctx); }>(
           "task", {.task = detail::TaskSupport::Optional}),
       written_tool<[](const Arguments&, Context& ctx) { return deliver(ctx); }>("timed", {.timeout_ms = 1})});
  add_deliver(own);
  own.add("report", [](const json&, Context& ctx) {
    for (int i = 0; i < 20; ++i) {
      ctx.progress(i);
      ctx.log(LogLevel::Error, "still here");
    }
    return ToolResult(deliver(ctx));
  });
  for (int i = 0; i < 30; ++i) {
    for (const Revision era : kEras) {
      test::Client client(own.server, {.revision = era, .tasks = true});
      client.on_form([](const json&) { return test::accept({{"city", "Bonn"}}); });
      client.on_url([](const json&) { return test::accept(); });
      std::vector<test::Pending> calls;
      for (const char* const tool : {"deliver", "careful", "task", "timed", "report"}) {
        calls.push_back(client.start_call(tool, json::object(), {.on_progress = [](const json&) {}}));
      }
      if (i % 3 == 1) (void)client.notifications();
      if (i % 3 == 2) calls[0].cancel();
      client.close();
    }
  }
}

}  // namespace parking_test
}  // namespace mcp::protocol
