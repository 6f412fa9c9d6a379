// Tools whose answers count once (.single_use).
#include <mcp/protocol/used_states.hpp>

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asking.hpp"

namespace mcp::protocol {
namespace single_use_test {

using testing::HasSubstr;
using namespace testing_support;

std::string deliver(const Arguments&, Context& ctx) { return ctx.elicit<Delivery>("delivery", "Where to?")->city; }

AskingServer server(bool single_use) {
  return AskingServer({written_tool<&deliver>("deliver", {.single_use = single_use})});
}

json reply(std::string_view city) { return {{"delivery", {{"action", "accept"}, {"content", {{"city", city}}}}}}; }

/// The answer to a question, with the state of `asked`.
json retry(const json& asked, std::string_view city) {
  return {{"inputResponses", reply(city)}, {"requestState", asked.at("result").at("requestState")}};
}

TEST(Single_use, takes_a_state_once) {
  const AskingServer own = server(true);
  AskingPeer client(own);
  const json asked = client.call("deliver");
  EXPECT_EQ(text_of(client.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
  const json again = client.call("deliver", json::object(), retry(asked, "Paris"));
  EXPECT_EQ(again.at("error").at("code"), -32602);
  EXPECT_THAT(again.at("error").at("message"), HasSubstr("was used before"));
}

TEST(Single_use, does_not_take_answers_without_a_state) {
  const AskingServer own = server(true);
  AskingPeer client(own);
  const json asked = client.call("deliver", json::object(), {{"inputResponses", reply("Bonn")}});
  EXPECT_EQ(asked.at("result").at("resultType"), "input_required");
  EXPECT_EQ(text_of(client.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
}

TEST(Single_use, is_not_for_tools_that_do_not_say_so) {
  const AskingServer own = server(false);
  AskingPeer client(own);
  const json asked = client.call("deliver");
  EXPECT_EQ(text_of(client.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
  EXPECT_EQ(text_of(client.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
}

TEST(Single_use, means_nothing_to_clients_with_sessions) {
  const AskingServer own = server(true);
  AskingPeer client(own, Revision::V2025_11_25);
  const json question = client.call("deliver");
  client.send({{"id", question.at("id")}, {"result", reply("Bonn").at("delivery")}});
  EXPECT_EQ(text_of(client.take_one()), "Bonn");
}

}  // namespace single_use_test
}  // namespace mcp::protocol
