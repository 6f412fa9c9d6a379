#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asking.hpp"
#include "judged_peer.hpp"
#include "peer.hpp"
#include "session/connection.hpp"

namespace mcp::protocol {
namespace connection_test {

using testing::HasSubstr;
using testing::StartsWith;
using namespace testing_support;

const std::string kPong = R"({"jsonrpc":"2.0","id":1,"result":{}})";

std::string error_start(std::string_view id, int code) {
  return R"({"jsonrpc":"2.0",)" + (id.empty() ? std::string() : R"("id":)" + std::string(id) + ",") +
         R"("error":{"code":)" + std::to_string(code) + ",";
}

TEST(Connection, answers_parse_errors_with_a_null_id_until_2025_06_18_and_without_an_id_later) {
  const std::string broken = R"({"jsonrpc":"2.0","id":1,"method":"ping)";
  Peer fresh;
  EXPECT_THAT(fresh.ask(broken), StartsWith(error_start("null", -32700)));
  for (const std::string_view revision : {"2024-11-05", "2025-03-26", "2025-06-18"}) {
    Peer peer;
    peer.ask(initialize(revision));
    EXPECT_THAT(peer.ask(broken), StartsWith(error_start("null", -32700))) << revision;
  }
  Peer newest;
  newest.ask(initialize("2025-11-25"));
  EXPECT_THAT(newest.ask(broken), StartsWith(error_start("", -32700)));
}

TEST(Connection, answers_parse_errors_without_an_id_after_a_modern_message) {
  Peer peer;
  EXPECT_THAT(peer.ask("{"), StartsWith(error_start("null", -32700)));
  peer.ask(request("1", "server/discover", "{" + std::string(kModernMeta) + "}"));
  EXPECT_THAT(peer.ask("{"), StartsWith(error_start("", -32700)));
  EXPECT_THAT(peer.ask("7"), StartsWith(error_start("", -32600)));
  peer.ask(initialize("2025-06-18"));
  EXPECT_THAT(peer.ask("{"), StartsWith(error_start("null", -32700)));
}

TEST(Connection, refuses_a_batch_of_too_many_messages_with_one_error) {
  Peer peer({}, 4 << 20);
  peer.ask(initialize("2025-03-26"));
  const auto ones = [](std::size_t count) {
    std::string batch = "[1";
    for (std::size_t i = 1; i < count; ++i) batch += ",1";
    return batch + "]";
  };
  const std::string answer = peer.ask(ones(10'001));
  EXPECT_THAT(answer, StartsWith(error_start("null", -32600)));
  EXPECT_THAT(answer, HasSubstr("limit of 10000"));
  EXPECT_LT(answer.size(), 300U);
  EXPECT_THAT(peer.ask(ones(10'000)), StartsWith("[" + error_start("null", -32600)));
}

TEST(Connection, gives_way_between_the_calls_of_a_batch) {
  Peer peer(Limits{.max_in_flight = 2});
  peer.ask(initialize("2025-03-26"));
  std::string batch = "[" + call("0", "count");
  for (int i = 1; i < 9; ++i) batch += "," + call(std::to_string(i), "count");
  const std::string answer = peer.ask(batch + "]");
  EXPECT_THAT(answer, testing::Not(HasSubstr("busy")));
  EXPECT_EQ(peer.stage.count(), 10);
}

TEST(Connection, survives_ten_thousand_nested_arrays) {
  Peer peer;
  const std::string nested = std::string(10000, '[') + std::string(10000, ']');
  EXPECT_THAT(peer.ask(nested), StartsWith(error_start("null", -32700)));
  EXPECT_THAT(peer.ask(std::string(10000, '[')), StartsWith(error_start("null", -32700)));
  EXPECT_THAT(peer.ask(request("1", "ping", R"({"x":)" + nested + "}")), StartsWith(error_start("null", -32700)));
  EXPECT_EQ(peer.ask(request("1", "ping")), kPong);
}

TEST(Connection, refuses_what_is_not_utf8) {
  Peer peer;
  EXPECT_THAT(peer.ask(request("1", "pi\xFFng")), StartsWith(error_start("null", -32700)));
  EXPECT_THAT(peer.ask(request("1", "ping", "{\"x\":\"\xC3\"}")), StartsWith(error_start("null", -32700)));
  EXPECT_EQ(peer.ask(request("1", "ping")), kPong);
}

TEST(Connection, answers_every_truncation_of_a_request_with_a_parse_error) {
  Peer peer;
  const std::string whole = request("1", "ping");
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_THAT(peer.ask(whole.substr(0, size)), StartsWith(error_start("null", -32700))) << size;
  }
}

TEST(Connection, refuses_batches_outside_sessions_of_2025_03_26) {
  const std::string batch = "[" + request("1", "ping") + "]";
  Peer fresh;
  EXPECT_THAT(fresh.ask(batch), StartsWith(error_start("null", -32600)));
  for (const std::string_view revision : {"2024-11-05", "2025-06-18"}) {
    Peer peer;
    peer.ask(initialize(revision));
    EXPECT_THAT(peer.ask(batch), StartsWith(error_start("null", -32600))) << revision;
  }
  Peer newest;
  newest.ask(initialize("2025-11-25"));
  EXPECT_THAT(newest.ask(batch), StartsWith(error_start("", -32600)));
  Peer peer;
  peer.ask(initialize("2025-03-26"));
  EXPECT_EQ(peer.ask(batch), "[" + kPong + "]");
  EXPECT_THAT(peer.ask("[]"), StartsWith(error_start("null", -32600)));
}

TEST(Connection, refuses_a_handshake_inside_a_batch) {
  Peer peer;
  EXPECT_THAT(peer.ask("[" + initialize("2025-03-26") + "]"), StartsWith(error_start("null", -32600)));
  EXPECT_THAT(peer.ask(request("1", "tools/list")), StartsWith(error_start("1", -32602)));
}

TEST(Connection, echoes_real_and_big_ids_inside_batches) {
  Peer peer;
  peer.ask(initialize("2025-03-26"));
  EXPECT_EQ(peer.ask("[" + request("1.0", "ping") + "," + request("18446744073709551616", "ping") + "," +
                     request("2e0", "ping") + "]"),
            R"([{"jsonrpc":"2.0","id":1.0,"result":{}},{"jsonrpc":"2.0","id":18446744073709551616,"result":{}},)"
            R"({"jsonrpc":"2.0","id":2e0,"result":{}}])");
}

TEST(Connection, sends_a_batch_when_its_last_call_is_done) {
  Peer<ManualExecutor> peer;
  peer.ask(initialize("2025-03-26"));
  EXPECT_EQ(peer.ask("[" + call("1", "count") + "," + call("2", "count") + "]"), "");
  EXPECT_EQ(peer.executor.queued(), 2U);
  peer.executor.run_one();
  EXPECT_TRUE(peer.client.outbox().take_all().empty());
  peer.executor.run_one();
  EXPECT_EQ(peer.client.outbox().take_all().size(), 1U);
}

TEST(Connection, says_both_ways_in_before_a_handshake) {
  Peer peer;
  const std::string answer = peer.ask(request("1", "tools/list"));
  EXPECT_THAT(answer, StartsWith(error_start("1", -32602)));
  EXPECT_THAT(answer, HasSubstr("initialize"));
  EXPECT_THAT(answer, HasSubstr("io.modelcontextprotocol/protocolVersion"));
  EXPECT_EQ(peer.ask(request("1", "ping")), kPong);
}

TEST(Connection, never_answers_notifications_and_responses) {
  Peer peer;
  for (const char* message :
       {R"({"jsonrpc":"2.0","method":"tools/call"})", R"({"jsonrpc":"2.0","method":"x","params":7})",
        R"({"jsonrpc":"2.0","id":1,"result":7})", R"({"jsonrpc":"2.0","id":null,"error":{}})",
        R"({"jsonrpc":"2.0","method":"x","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"v9"}}})"}) {
    EXPECT_EQ(peer.ask(message), "") << message;
  }
}

TEST(Connection, refuses_repeated_members_of_params) {
  Peer peer;
  peer.ask(initialize("2025-06-18"));
  EXPECT_THAT(peer.ask(request("1", "tools/call", R"({"name":"count","name":"add"})")),
              StartsWith(error_start("1", -32602)));
  EXPECT_THAT(peer.ask(request("1", "tools/call", R"({"name":"count","arguments":{},"arguments":{}})")),
              StartsWith(error_start("1", -32602)));
  EXPECT_THAT(peer.ask(request("1", "tools/list", R"({"_meta":{},"_meta":{}})")), StartsWith(error_start("1", -32602)));
}

TEST(Connection, knows_methods_by_declared_capabilities) {
  mcp::detail::ServerDescriptor bare = fixture::descriptor();
  bare.capabilities = {};
  bare.tools = {};
  const mcp::Server server(bare);
  KeptLog log;
  ManualTimers timers;
  const Dispatcher dispatcher(server, {}, log, timers);
  InlineExecutor executor;
  testing_support::JudgedPeer peer(dispatcher, executor);
  EXPECT_THAT(peer.exchange(request("1", "tools/list", "{" + std::string(kModernMeta) + "}")).at(0),
              StartsWith(error_start("1", -32601)));
}

TEST(Connection, gives_the_same_answers_wherever_the_input_is_cut) {
  std::string input;
  for (const std::string& message : {initialize("2025-06-18"), call("1", "add", R"({"a":1,"b":2})"),
                                     request("\"x\"", "ping"), std::string("{\r"), request("1.0", "tools/list")}) {
    input += message + "\n\n \r\n";
  }
  // Calls wait until the bytes at hand are read, so the order depends on the cut.
  const auto answers = [&](std::size_t first, std::size_t step) {
    Peer peer;
    peer.client.send_bytes(std::string_view(input).substr(0, first));
    for (std::size_t at = first; at < input.size(); at += step) {
      peer.client.send_bytes(std::string_view(input).substr(at, step));
    }
    auto all = peer.client.outbox().take_all();
    std::sort(all.begin(), all.end());
    return all;
  };
  const auto expected = answers(0, input.size());
  ASSERT_EQ(expected.size(), 5U);
  for (std::size_t cut = 0; cut <= input.size(); ++cut) ASSERT_EQ(answers(cut, input.size()), expected) << cut;
  EXPECT_EQ(answers(0, 1), expected);
}

TEST(Connection, takes_null_for_what_is_not_there) {
  for (const bool is_modern : {false, true}) {
    Peer peer;
    if (!is_modern) peer.ask(initialize("2025-11-25"));
    const std::string meta = is_modern ? "," + std::string(kModernMeta) : R"(,"_meta":null)";
    EXPECT_THAT(peer.ask(request("1", "tools/call", R"({"name":"count","arguments":null)" + meta + "}")),
                HasSubstr("\"content\""));
    EXPECT_THAT(peer.ask(request("2", "tools/list", R"({"cursor":null)" + meta + "}")), HasSubstr("\"tools\":["));
    EXPECT_THAT(peer.ask(request("3", "tools/list", R"({"cursor":"")" + meta + "}")), HasSubstr("\"tools\":["));
    if (!is_modern) {
      EXPECT_THAT(peer.ask(request("4", "tools/list", "null")), HasSubstr("\"tools\":["));
    }
    EXPECT_THAT(peer.ask(request("5", "tools/call", R"({"name":null)" + meta + "}")), HasSubstr("-32602"));
  }
}

TEST(Connection, checks_answers_where_nothing_was_asked) {
  for (const char* const more : {R"("inputResponses":5)", R"("inputResponses":[])", R"("requestState":7)",
                                 R"("inputResponses":{},"inputResponses":{})", R"("requestState":null)"}) {
    Peer peer;
    const std::string params = R"({"name":"add","arguments":{"a":1,"b":2},)" + std::string(more) + ",";
    EXPECT_THAT(peer.ask(request("1", "tools/call", params + std::string(kModernMeta) + "}")),
                StartsWith(error_start("1", -32602)))
        << more;
    peer.ask(initialize("2025-11-25"));
    EXPECT_THAT(peer.ask(request("1", "tools/call", params + R"("_meta":{}})")), HasSubstr("\"content\""))
        << "no word of that revision";
  }
}

TEST(Connection, starts_over_with_another_initialize) {
  Peer peer;
  peer.ask(initialize("2024-11-05"));
  peer.ask(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  EXPECT_THAT(peer.ask(initialize("2025-11-25")), HasSubstr(R"("protocolVersion":"2025-11-25")"));
  EXPECT_THAT(peer.ask("{"), StartsWith(error_start("", -32700))) << "the shape of the new revision";
  EXPECT_EQ(peer.ask(request("1", "ping")), kPong);
  EXPECT_THAT(peer.ask(R"({"jsonrpc":"2.0","id":"init","method":"initialize","params":{}})"),
              StartsWith(error_start("\"init\"", -32602)));
  EXPECT_THAT(peer.ask("{"), StartsWith(error_start("", -32700))) << "one that is wrong changes nothing";
}

TEST(Connection, mixes_no_questions_of_sessions_that_followed_each_other) {
  AskingServer own;
  own.add("deliver", [](const json&, Context& ctx) {
    try {
      return ToolResult(ctx.elicit<Delivery>("delivery", "Where to?")->city);
    } catch (const ClientError&) {
      return ToolResult(ctx.elicit<Delivery>("again", "Where to, then?")->city);
    }
  });
  AskingPeer peer(own, Revision::V2025_11_25);
  const int first = peer.start_call("deliver");
  const json old_question = peer.take_one();
  peer.send({{"id", "again"},
             {"method", "initialize"},
             {"params",
              {{"protocolVersion", "2025-11-25"},
               {"capabilities", kAllCapabilities},
               {"clientInfo", {{"name", "other"}, {"version", "1"}}}}}});
  bool answered = false;
  for (const json& message : peer.take()) {
    EXPECT_NE(message.value("method", ""), "elicitation/create") << "nobody is there to be asked: " << message;
    answered = answered || message.value("id", json()) == first;
  }
  EXPECT_TRUE(answered) << "the old call ends";
  peer.send({{"method", "notifications/initialized"}});
  const int second = peer.start_call("deliver");
  const json question = peer.take_one();
  EXPECT_NE(question.at("id"), old_question.at("id"));
  peer.send({{"id", old_question.at("id")}, {"result", {{"action", "accept"}, {"content", {{"city", "Ulm"}}}}}});
  EXPECT_THAT(peer.take(), testing::IsEmpty()) << "a late answer to the old client's question";
  peer.send({{"id", question.at("id")}, {"result", {{"action", "accept"}, {"content", {{"city", "Bonn"}}}}}});
  const json answer = peer.take_one();
  EXPECT_EQ(answer.at("id"), second);
  EXPECT_EQ(text_of(answer), "Bonn");
}

TEST(Connection, takes_its_own_revision_in_the_metadata_of_a_session) {
  const std::string meta = R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25"}})";
  Peer peer;
  EXPECT_THAT(peer.ask(request("1", "ping", meta)), StartsWith(error_start("1", -32022)));
  peer.ask(initialize("2025-11-25"));
  EXPECT_EQ(peer.ask(request("1", "ping", meta)), kPong);
  peer.ask(initialize("2025-06-18"));
  EXPECT_THAT(peer.ask(request("1", "ping", meta)), StartsWith(error_start("1", -32022)));
}

TEST(Connection, takes_no_request_with_the_id_of_an_open_subscription) {
  Peer peer;
  const std::string meta = std::string(kModernMeta);
  peer.ask(request("7", "subscriptions/listen", R"({"notifications":{"toolsListChanged":true},)" + meta + "}"));
  for (const char* const id : {"7", "7.0"}) {
    EXPECT_THAT(peer.ask(request(id, "tools/list", "{" + meta + "}")), StartsWith(error_start(id, -32600)));
  }
  EXPECT_THAT(peer.ask(request("8", "tools/list", "{" + meta + "}")), HasSubstr("\"tools\":["));
  peer.ask(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7.0}})");
  EXPECT_THAT(peer.ask(request("7", "tools/list", "{" + meta + "}")), HasSubstr("\"tools\":["));
}

}  // namespace connection_test
}  // namespace mcp::protocol
