// Faults that are planted into messages of each kind are found by the judge in C++; judge_test.py does it member by
// member.
#include "judge.hpp"

#include <string>

#include <gtest/gtest.h>

namespace messages {
namespace judge_test {

using nlohmann::json;

constexpr std::string_view kOld = "2025-06-18", kModern = "2026-07-28";
constexpr std::string_view kMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";

std::string asked(std::string_view method, bool is_modern) {
  return R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + R"(","params":{)" +
         std::string(is_modern ? kMeta : "") + "}}";
}

/// A message that is good in a conversation, and what makes it wrong: each text of `faults` is applied by itself, as a
/// JSON merge patch.
struct Case {
  std::string_view asked;  // the method
  std::string_view revision;
  std::string_view good;
  std::vector<std::string_view> faults;
};

const Case kCases[] = {
    {"ping",
     kOld,
     R"({"jsonrpc":"2.0","id":1,"result":{}})",
     {R"({"id":2})", R"({"id":null})", R"({"jsonrpc":null})", R"({"jsonrpc":"1.0"})", R"({"extra":1})",
      R"({"result":null})", R"({"result":{"extra":1}})", R"({"result":{"resultType":"complete"}})",
      R"({"result":{"_meta":[]}})", R"({"error":{"code":-32600,"message":""}})"}},
    {"tools/list",
     kModern,
     R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[],"ttlMs":1,"cacheScope":"public"}})",
     {R"({"result":{"resultType":null}})", R"({"result":{"tools":null}})", R"({"result":{"tools":{}}})",
      R"({"result":{"tools":[{"name":"x"}]}})", R"({"result":{"tools":[{"name":"x","inputSchema":{"type":"array"}}]}})",
      R"({"result":{"ttlMs":"1"}})", R"({"result":{"ttlMs":1.5}})", R"({"result":{"cacheScope":"all"}})",
      R"({"result":{"nextCursor":7}})"}},
    {"tools/call",
     kOld,
     R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"x"}]}})",
     {R"({"result":{"content":[{"type":"text"}]}})", R"({"result":{"content":[{"type":"video","text":"x"}]}})",
      R"({"result":{"content":[{"type":"text","text":"x","title":"y"}]}})", R"({"result":{"isError":1}})",
      R"({"result":{"structuredContent":[1]}})",
      R"({"result":{"content":[{"type":"resource_link","uri":"a:b","name":"c","icons":[]}]}})"}},
    {"tools/call",
     kModern,
     R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"}}}})",
     {R"({"result":{"inputRequests":{"a":{"method":"ping"}}}})", R"({"result":{"requestState":1}})",
      R"({"result":{"content":[]}})"}},
    {"tools/call",
     kModern,
     R"({"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"x","data":{"requiredCapabilities":{}}}})",
     {R"({"error":{"code":-32002}})", R"({"error":{"code":"x"}})", R"({"error":{"message":null}})",
      R"({"error":{"data":{"requiredCapabilities":[]}}})", R"({"error":{"extra":1}})"}},
    {"tools/call",
     kOld,
     R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":2,"message":"x"}})",
     {R"({"id":1})", R"({"params":{"progress":"2"}})", R"({"params":{"progressToken":null}})", R"({"params":null})",
      R"({"method":"notifications/regress"})"}},
    {"tools/call",
     kOld,
     R"({"jsonrpc":"2.0","id":"s-1","method":"elicitation/create","params":{"message":"x",
       "requestedSchema":{"type":"object","properties":{"a":{"type":"string"}}}}})",
     {R"({"id":null})", R"({"params":{"requestedSchema":{"properties":{"a":{"type":"object"}}}}})",
      R"({"params":{"requestedSchema":{"properties":{"a":{"default":"x"}}}}})", R"({"params":{"mode":"form"}})",
      R"({"method":"elicitation/delete"})"}}};

TEST(Judge, finds_each_planted_fault_and_no_other) {
  for (const Case& each : kCases) {
    const auto judged = [&](const json& message) {
      Judge judge;
      if (each.revision != kModern) judge.set_session(each.revision);
      judge.sent(asked(each.asked, each.revision == kModern));
      return judge.received(message.dump());
    };
    const json good = json::parse(each.good);
    EXPECT_EQ(judged(good), "") << each.good;
    for (const std::string_view fault : each.faults) {
      json bad = good;
      bad.merge_patch(json::parse(fault));
      EXPECT_NE(judged(bad), "") << bad;
    }
  }
}

TEST(Judge, knows_by_the_handshake_what_a_session_speaks) {
  Judge judge;
  judge.sent(asked("initialize", false));
  const std::string opened =
      R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05","capabilities":{},"serverInfo":{"name":"a","version":"1"}}})";
  EXPECT_EQ(judge.received(opened), "");
  EXPECT_EQ(judge.session(), "2024-11-05");
  EXPECT_NE(judge.received("[]"), "");
  const std::string progress =
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":2,"message":"x"}})";
  EXPECT_NE(judge.received(progress), "") << "a message came with 2025-03-26";
}

TEST(Judge, wants_one_answer_to_a_request) {
  Judge judge;
  judge.set_session(kOld);
  judge.sent(asked("ping", false));
  const std::string answer = R"({"jsonrpc":"2.0","id":1,"result":{}})";
  EXPECT_EQ(judge.unanswered(), 1U);
  EXPECT_EQ(judge.received(answer), "");
  EXPECT_EQ(judge.unanswered(), 0U);
  EXPECT_NE(judge.received(answer), "");
  EXPECT_NE(judge.received("{"), "");
}

TEST(Judge, refuses_a_type_that_the_table_does_not_have) {
  EXPECT_THROW((void)problems_with("Nothing", json::object(), kModern), std::invalid_argument);
}

}  // namespace judge_test
}  // namespace messages
