// How a server is tested: a client in the same process, whose user, model and roots are a script. Each test runs once
// with a client of the newest revision and once with one that still has sessions.
#include <gtest/gtest.h>
#include <mcp/mcp.hpp>
#include <mcp/test/client.hpp>

#include <string>

#include "approval_tests.mcp.hpp"

namespace {

using mcp::test::accept;

class Approval : public testing::TestWithParam<mcp::Revision> {
 protected:
  /// A basket with one desk, which costs more than may be spent without a word.
  std::string basket_with_a_desk() {
    const std::string basket = client.call("create_basket").text();
    EXPECT_FALSE(client.call("add_item", {{"basket", basket}, {"item", "desk"}}).is_error());
    return basket;
  }

  mcp::test::Client client{mcp::generated::approval_tests::server(), {.revision = GetParam()}};
};

TEST_P(Approval, asks_before_it_spends_more_than_100) {
  client.answer_form(accept({{"approve", true}, {"delivery", "express"}}));

  const auto receipt = client.call("order", {{"basket", basket_with_a_desk()}});

  ASSERT_EQ(client.questions().size(), 1U);
  EXPECT_TRUE(std::string(client.questions()[0].at("message")).ends_with("for 250?"));
  EXPECT_EQ(receipt.structured().at("total"), 250);
  EXPECT_EQ(receipt.structured().at("delivery"), "express");
  // The number that the user agreed to is the one that was ordered.
  const std::string number = receipt.structured().at("order");
  EXPECT_EQ(std::string(client.questions()[0].at("message")), "Order " + number + " for 250?");
}

TEST_P(Approval, spends_nothing_when_the_user_declines) {
  client.answer_form(mcp::test::decline());
  const std::string basket = basket_with_a_desk();

  EXPECT_TRUE(client.call("order", {{"basket", basket}}).is_error());

  EXPECT_EQ(client.call("add_item", {{"basket", basket}, {"item", "pen"}}).structured().at("result"), 252);
}

TEST_P(Approval, forgets_a_basket_that_was_ordered) {
  client.answer_form(accept({{"approve", true}}));
  const std::string basket = basket_with_a_desk();
  EXPECT_FALSE(client.call("order", {{"basket", basket}}).is_error());

  const auto again = client.call("order", {{"basket", basket}});

  EXPECT_TRUE(again.is_error());
  EXPECT_NE(again.text().find("create_basket"), std::string::npos) << again.text();
}

TEST_P(Approval, writes_reminders_with_the_clients_model) {
  client.answer_sample(mcp::test::say("Dear customer"));
  EXPECT_EQ(client.call("write_reminder", {{"order", "A-1"}}).text(), "Dear customer");
}

TEST_P(Approval, keeps_receipts_in_the_clients_roots) {
  client.with_roots({{.uri = "file:///home/ada", .name = "home"}});
  EXPECT_EQ(client.call("receipt_places").structured().at("result"), mcp::json({"file:///home/ada/receipts"}));
}

INSTANTIATE_TEST_SUITE_P(Eras, Approval, testing::Values(mcp::Revision::V2025_11_25, mcp::Revision::V2026_07_28),
                         [](const auto& era) { return mcp::is_modern(era.param) ? "modern" : "with_sessions"; });

TEST(Audit, asks_within_the_request_and_goes_on_as_a_task) {
  mcp::test::Client client(mcp::generated::approval_tests::server(), {.tasks = true});
  client.answer_form(accept({{"consent", true}}));
  EXPECT_EQ(client.call("audit", {{"order", "A-1"}}).text(), "A-1 is in order.");
}

}  // namespace
