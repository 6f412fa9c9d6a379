// notifications/message: what a handler logs, at the levels that a client asked for.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asking.hpp"
#include "requests/client.hpp"

namespace mcp::protocol {
namespace logging_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using namespace testing_support;

constexpr LogLevel kLevels[] = {LogLevel::Debug, LogLevel::Info,     LogLevel::Notice, LogLevel::Warning,
                                LogLevel::Error, LogLevel::Critical, LogLevel::Alert,  LogLevel::Emergency};

AskingServer& logging(AskingServer& own) {
  own.add("log", [](const json&, Context& ctx) {
    for (const LogLevel level : kLevels) ctx.log(level, "text");
    return ToolResult("done");
  });
  return own;
}

/// The levels of what a call of "log" brings.
std::vector<std::string> levels_of(AskingPeer<>& peer, json more = json::object()) {
  peer.start_call("log", json::object(), std::move(more));
  std::vector<std::string> levels;
  const std::vector<json> sent = peer.take();
  EXPECT_TRUE(sent.back().contains("result"));
  for (const json& message : sent) {
    if (message.contains("method")) levels.push_back(message.at("params").at("level"));
  }
  return levels;
}

json at_level(json level) { return {{"_meta", {{"io.modelcontextprotocol/logLevel", std::move(level)}}}}; }

TEST(Logging, of_a_modern_request_is_what_it_asks_for) {
  AskingServer own;
  logging(own);
  AskingPeer peer(own);
  EXPECT_THAT(levels_of(peer), IsEmpty()) << "nobody asked";
  EXPECT_THAT(levels_of(peer, at_level("debug")), SizeIs(8));
  EXPECT_THAT(levels_of(peer, at_level("error")), ElementsAre("error", "critical", "alert", "emergency"));
  EXPECT_THAT(levels_of(peer, at_level("emergency")), ElementsAre("emergency"));
  EXPECT_THAT(levels_of(peer), IsEmpty()) << "the next request says nothing";
}

TEST(Logging, at_a_level_that_is_none_is_a_bad_param) {
  AskingServer own;
  logging(own);
  AskingPeer peer(own);
  for (const json& level : {json("loud"), json(""), json("Error"), json(3), json(nullptr)}) {
    EXPECT_THAT(error_of(peer.call("log", json::object(), at_level(level))), HasSubstr("-32602 Invalid params: _meta"));
  }
  AskingPeer legacy(own, Revision::V2025_11_25);
  for (const json& params : {json{{"level", "loud"}}, json{{"level", 3}}, json::object()}) {
    EXPECT_THAT(error_of(legacy.ask("logging/setLevel", params)), HasSubstr("-32602"));
  }
}

TEST(Logging, of_a_session_is_what_it_asked_for_last) {
  AskingServer own;
  logging(own);
  for (const Revision revision :
       {Revision::V2024_11_05, Revision::V2025_03_26, Revision::V2025_06_18, Revision::V2025_11_25}) {
    AskingPeer peer(own, revision);
    EXPECT_THAT(levels_of(peer), SizeIs(7)) << "from info on by default";
    EXPECT_EQ(peer.ask("logging/setLevel", {{"level", "alert"}}).at("result"), json::object());
    EXPECT_THAT(levels_of(peer), ElementsAre("alert", "emergency"));
    EXPECT_THAT(levels_of(peer, at_level("debug")), SizeIs(2)) << "not by request";
    (void)peer.ask("logging/setLevel", {{"level", "debug"}});
    EXPECT_THAT(levels_of(peer), SizeIs(8));
  }
}

TEST(Logging, of_one_session_is_not_that_of_another) {
  AskingServer own;
  logging(own);
  AskingPeer first(own, Revision::V2025_11_25), second(own, Revision::V2025_11_25);
  (void)first.ask("logging/setLevel", {{"level", "emergency"}});
  EXPECT_THAT(levels_of(first), SizeIs(1));
  EXPECT_THAT(levels_of(second), SizeIs(7));
}

TEST(Logging, has_no_method_of_its_own_in_modern_requests) {
  AskingServer own;
  AskingPeer peer(own);
  EXPECT_THAT(error_of(peer.ask("logging/setLevel", {{"level", "debug"}})), HasSubstr("-32601"));
}

TEST(Logging, takes_texts_and_any_json_with_the_name_of_a_logger) {
  AskingServer own;
  own.add("log", [](const json&, Context& ctx) {
    ctx.log(LogLevel::Error, "caf\xE9 \"\n");
    ctx.log(LogLevel::Error, json{{"a", {1, nullptr}}}, "oven\xE9");
    ctx.log(LogLevel::Error, json("caf\xE9"));
    return ToolResult("done");
  });
  AskingPeer peer(own);
  peer.start_call("log", json::object(), at_level("debug"));
  const std::vector<json> sent = peer.take();
  ASSERT_THAT(sent, SizeIs(4));
  EXPECT_EQ(sent[0].at("method"), "notifications/message");
  EXPECT_EQ(sent[0].at("params"), json({{"level", "error"}, {"data", "caf\xEF\xBF\xBD \"\n"}}));
  EXPECT_EQ(sent[1].at("params"),
            json({{"level", "error"}, {"logger", "oven\xEF\xBF\xBD"}, {"data", {{"a", {1, nullptr}}}}}));
  EXPECT_EQ(sent[2].at("params").at("data"), "caf\xEF\xBF\xBD");
}

TEST(Logging, of_a_flood_is_bounded) {
  AskingServer own;
  own.add("log", [](const json&, Context& ctx) {
    for (int i = 0; i < 5'000; ++i) ctx.log(LogLevel::Error, "again");
    return ToolResult("done");
  });
  AskingPeer peer(own);
  const std::size_t count = levels_of(peer, at_level("debug")).size();
  EXPECT_GE(count, 128U);
  EXPECT_LE(count, 1'000U);
}

TEST(LogLevels, have_the_names_of_the_protocol) {
  for (const LogLevel level : kLevels) {
    LogLevel read{};
    EXPECT_TRUE(read_log_level(name_of(level), read));
    EXPECT_EQ(read, level);
  }
  LogLevel read{};
  EXPECT_FALSE(read_log_level("warn", read));
}

}  // namespace logging_test
}  // namespace mcp::protocol
