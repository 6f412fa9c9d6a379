// What modern clients carry between the rounds of a request, and every way in which it may come back wrong.
#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asking.hpp"
#include "base/sealing.hpp"
#include "mrtr/request_state.hpp"

namespace mcp::protocol {
namespace request_state_test {

using testing::HasSubstr;
using testing::StartsWith;
using namespace std::chrono_literals;
using namespace testing_support;

const std::chrono::system_clock::time_point kNow{std::chrono::hours(480000)};

StateSubject subject() { return {"tools/call", "deliver", "digest", 7, "ada"}; }

RequestState filled() {
  RequestState state;
  state.round = 3;
  state.answers["a"] = {"d1", R"({"action":"accept"})"};
  state.values["once"] = "42";
  state.asked["b"] = "d2";
  state.nonce = "once";
  state.expiry = kNow + 10min;
  return state;
}

std::string problem_with(const StateSubject& read, std::chrono::milliseconds later = 0ms) {
  const std::string text = write_state(filled(), subject());
  std::string_view problem;
  return read_state(text, read, kNow + later, problem) ? "none" : std::string(problem);
}

TEST(RequestState, comes_back_as_it_was) {
  const std::string text = write_state(filled(), subject());
  std::string_view problem;
  const auto state = read_state(text, subject(), kNow, problem);
  ASSERT_TRUE(state);
  EXPECT_EQ(state->round, 3U);
  EXPECT_EQ(state->answers.at("a").digest, "d1");
  EXPECT_EQ(state->answers.at("a").json, R"({"action":"accept"})");
  EXPECT_EQ(state->values.at("once"), "42");
  EXPECT_EQ(state->asked.at("b"), "d2");
  EXPECT_EQ(state->nonce, "once");
  EXPECT_EQ(state->expiry, kNow + 10min);
}

TEST(RequestState, belongs_to_one_request) {
  EXPECT_EQ(problem_with(subject()), "none");
  StateSubject other = subject();
  other.method = "prompts/get";
  EXPECT_EQ(problem_with(other), "belongs to another request");
  other = subject();
  other.name = "erase";
  EXPECT_EQ(problem_with(other), "belongs to another request");
  other = subject();
  other.principal = "eve";
  EXPECT_EQ(problem_with(other), "belongs to another request");
  other.principal = "";
  EXPECT_EQ(problem_with(other), "belongs to another request");
  other = subject();
  other.arguments = "other digest";
  EXPECT_EQ(problem_with(other), "belongs to a request with other arguments");
  other = subject();
  other.contract = 8;
  EXPECT_THAT(problem_with(other), StartsWith("belongs to another version of what was asked for"));
}

TEST(RequestState, has_an_end) {
  EXPECT_EQ(problem_with(subject(), 10min), "none");
  EXPECT_EQ(problem_with(subject(), 10min + 1ms), "has expired; start the request over, without it");
}

TEST(RequestState, that_is_none_is_not_readable) {
  const std::string good = write_state(filled(), subject());
  for (const std::string& text :
       {std::string(), std::string("x"), std::string("\x04\0\0\0", 4), good.substr(0, good.size() / 2), good + "x"}) {
    std::string_view problem;
    EXPECT_FALSE(read_state(text, subject(), kNow, problem));
    EXPECT_EQ(problem, "is not readable");
  }
  for (std::size_t i = 0; i < good.size(); ++i) {  // whatever is changed, nothing is thrown
    std::string changed = good;
    changed[i] = static_cast<char>(changed[i] ^ 0x41);
    std::string_view problem;
    (void)read_state(changed, subject(), kNow, problem);
  }
}

TEST(RequestState, that_never_expires_is_not_readable) {
  // The expiry stands behind the version and the empty name of a process, in eight bytes with the lowest first.
  constexpr std::size_t kExpiry = 16;
  std::string text = write_state(filled(), subject());
  for (std::size_t i = 0; i < 8; ++i) text[kExpiry + i] = static_cast<char>(i < 7 ? 0xFF : 0x7F);
  std::string_view problem;
  EXPECT_FALSE(read_state(text, subject(), kNow, problem)) << "more than the clock counts";
  EXPECT_EQ(problem, "is not readable");
}

TEST(RequestState, of_another_version_says_so) {
  std::string text = write_state(filled(), subject());
  text[0] = static_cast<char>(text[0] + 1);
  std::string_view problem;
  EXPECT_FALSE(read_state(text, subject(), kNow, problem));
  EXPECT_EQ(problem, "is of another version of this server");
}

TEST(RequestState, may_have_any_bytes) {
  RequestState state = filled();
  const std::string bytes("\0\xff\xfe\n", 4);
  state.answers[bytes] = {bytes, bytes};
  state.attempts[bytes] = 3;
  StateSubject who = subject();
  who.principal = bytes;
  std::string_view problem;
  const auto read = read_state(write_state(state, who), who, kNow, problem);
  ASSERT_TRUE(read) << problem;
  EXPECT_EQ(read->answers.at(bytes).json, bytes);
  EXPECT_EQ(read->attempts.at(bytes), 3U);
}

// --- Through a server.

std::string deliver(const Arguments& arguments, Context& ctx) {
  return arguments.text + std::to_string(arguments.count) + ctx.elicit<Delivery>("delivery", "Where to?")->city;
}

json reply() { return {{"delivery", {{"action", "accept"}, {"content", {{"city", "Bonn"}}}}}}; }

json retry_of(const json& asked) {
  return {{"inputResponses", reply()}, {"requestState", asked.at("result").at("requestState")}};
}

TEST(RequestStates, of_a_retry_are_those_of_the_request) {
  AskingServer own({written_tool<deliver>("deliver")});
  AskingPeer peer(own);
  const json asked = peer.call("deliver", {{"text", "to "}});
  EXPECT_EQ(text_of(peer.call("deliver", {{"text", "to "}}, retry_of(asked))), "to 3Bonn");
  EXPECT_EQ(text_of(peer.call("deliver", {{"count", 3}, {"text", "to "}}, retry_of(asked))), "to 3Bonn")
      << "a default that is spelled out changes nothing";
  EXPECT_EQ(text_of(peer.call("deliver", {{"count", 3.0}, {"text", "to "}}, retry_of(asked))), "to 3Bonn");
  EXPECT_EQ(error_of(peer.call("deliver", {{"text", "from "}}, retry_of(asked))),
            "-32602 Invalid params: requestState belongs to a request with other arguments");
  EXPECT_EQ(error_of(peer.call("deliver", {{"text", "to "}, {"count", 4}}, retry_of(asked))),
            "-32602 Invalid params: requestState belongs to a request with other arguments");
}

TEST(RequestStates, of_other_tools_and_methods_are_refused) {
  AskingServer own({written_tool<deliver>("deliver"), written_tool<deliver>("send")});
  own.server.prompts().add(
      {.name = "deliver", .get = [](const auto&, Context& ctx) {
         return PromptResult{.messages = {{Role::User, Text{ctx.elicit<Delivery>("delivery", "Where to?")->city}}}};
       }});
  AskingPeer peer(own);
  const json asked = peer.call("deliver");
  EXPECT_EQ(error_of(peer.call("send", json::object(), retry_of(asked))),
            "-32602 Invalid params: requestState belongs to another request");
  json params = retry_of(asked);
  params["name"] = "deliver";
  EXPECT_EQ(error_of(peer.ask("prompts/get", params)),
            "-32602 Invalid params: requestState belongs to another request");
}

TEST(RequestStates, of_another_contract_are_refused) {
  const auto sealer = std::make_shared<const Sealer>(Sealer::random());
  const DispatcherOptions options{.sealer = sealer};
  AskingServer before({written_tool<deliver>("deliver", {.contract = 1})});
  AskingServer after({written_tool<deliver>("deliver", {.contract = 2})});
  AskingServer same({written_tool<deliver>("deliver", {.contract = 1})});
  AskingPeer old(before, Revision::V2026_07_28, kAllCapabilities, options);
  AskingPeer current(after, Revision::V2026_07_28, kAllCapabilities, options);
  AskingPeer replica(same, Revision::V2026_07_28, kAllCapabilities, options);
  const json asked = old.call("deliver");
  EXPECT_THAT(error_of(current.call("deliver", json::object(), retry_of(asked))),
              StartsWith("-32602 Invalid params: requestState belongs to another version of what was asked for"));
  EXPECT_EQ(text_of(replica.call("deliver", json::object(), retry_of(asked))), "3Bonn") << "any replica can go on";
}

TEST(RequestStates, that_were_changed_or_sealed_elsewhere_are_refused) {
  AskingServer own({written_tool<deliver>("deliver")});
  AskingPeer peer(own), elsewhere(own);
  const json asked = peer.call("deliver");
  const std::string refused =
      "-32602 Invalid params: requestState cannot be opened: it was changed, or sealed by another server";
  EXPECT_EQ(error_of(elsewhere.call("deliver", json::object(), retry_of(asked))), refused);
  const std::string state = asked.at("result").at("requestState");
  for (const std::size_t at : {std::size_t{0}, state.size() / 2, state.size() - 1}) {
    std::string changed = state;
    changed[at] = changed[at] == 'A' ? 'B' : 'A';
    EXPECT_EQ(error_of(peer.call("deliver", json::object(), {{"inputResponses", reply()}, {"requestState", changed}})),
              refused);
  }
  for (const char* const none : {"", "x", "AAAA", "{}"}) {
    EXPECT_EQ(error_of(peer.call("deliver", json::object(), {{"inputResponses", reply()}, {"requestState", none}})),
              refused);
  }
}

std::chrono::system_clock::time_point clock_now = kNow;

TEST(RequestStates, expire) {
  clock_now = kNow;
  AskingServer own({written_tool<deliver>("deliver")});
  AskingPeer peer(own, Revision::V2026_07_28, kAllCapabilities,
                  {.limits = {.state_lifetime = 60s}, .clock = [] { return clock_now; }});
  const json asked = peer.call("deliver");
  clock_now += 60s;
  EXPECT_EQ(text_of(peer.call("deliver", json::object(), retry_of(asked))), "3Bonn");
  clock_now += 1ms;
  EXPECT_EQ(error_of(peer.call("deliver", json::object(), retry_of(asked))),
            "-32602 Invalid params: requestState has expired; start the request over, without it");
}

TEST(RequestStates, are_bound_to_who_was_authenticated) {
  AskingServer own({written_tool<deliver>("deliver")});
  AskingPeer peer(own);
  const json params = AskingPeer<>::call_params("deliver", json::object());
  const json asked = peer.ask_as("ada", "tools/call", params);
  json again = params;
  again.update(retry_of(asked));
  EXPECT_EQ(error_of(peer.ask_as("eve", "tools/call", again)),
            "-32602 Invalid params: requestState belongs to another request");
  EXPECT_EQ(error_of(peer.ask_as("", "tools/call", again)),
            "-32602 Invalid params: requestState belongs to another request");
  EXPECT_EQ(text_of(peer.ask_as("ada", "tools/call", again)), "3Bonn");
}

TEST(RequestStates, of_tools_that_read_their_arguments_themselves_know_those_too) {
  AskingServer own;
  own.add("any", [](const json& arguments, Context& ctx) {
    return ToolResult(arguments.dump() + ctx.elicit<Delivery>("delivery", "Where to?")->city);
  });
  AskingPeer peer(own);
  const json asked = peer.call("any", {{"a", 1}, {"b", {{"c", 2}, {"d", "x"}}}});
  const std::string state = asked.at("result").at("requestState");
  const auto call_with = [&](std::string_view arguments) {
    const std::string params = R"({"name":"any","arguments":)" + std::string(arguments) + R"(,"inputResponses":)" +
                               reply().dump() + R"(,"requestState":")" + state + R"(",)" + std::string(kModernMeta) +
                               "}";
    std::string message = request("9", "tools/call", params);
    const std::string none = R"(clientCapabilities":{})";
    message.replace(message.find(none), none.size(), R"(clientCapabilities":{"elicitation":{}})");
    return json::parse(peer.client.exchange(message).at(0));
  };
  EXPECT_THAT(text_of(call_with(R"({ "b":{"d":"x","c":2}, "a":1 })")), HasSubstr("Bonn")) << "in another order";
  EXPECT_THAT(error_of(call_with(R"({"a":1,"b":{"c":3,"d":"x"}})")), HasSubstr("other arguments"));
}

TEST(RequestStates, are_refused_before_the_handler_runs) {
  AskingServer own;
  int runs = 0;
  own.add("count", [&](const json&, Context&) { return ToolResult(std::to_string(++runs)); });
  AskingPeer peer(own);
  EXPECT_THAT(error_of(peer.call("count", json::object(), {{"requestState", "x"}})), HasSubstr("cannot be opened"));
  EXPECT_EQ(runs, 0);
}

}  // namespace request_state_test
}  // namespace mcp::protocol
