#include <gtest/gtest.h>

#include "base/shares.hpp"

namespace mcp::protocol {
namespace shares_test {

using Taken = Shares::Taken;

TEST(Shares, are_half_of_everything_for_each_holder_and_one_at_least) {
  EXPECT_EQ(share_of(100, "ada"), 50U);
  EXPECT_EQ(share_of(3, "ada"), 1U);
  EXPECT_EQ(share_of(1, "ada"), 1U);
  EXPECT_EQ(share_of(0, "ada"), 0U);
}

TEST(Shares, are_everything_for_whoever_is_alone) { EXPECT_EQ(share_of(100, ""), 100U); }

TEST(Shares, belong_to_principals_and_to_addresses_where_there_are_none) {
  EXPECT_EQ(holder_of("ada", "192.0.2.1"), "ada");
  EXPECT_EQ(holder_of("", "192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(holder_of("", ""), "");
}

TEST(Shares, say_whose_is_full) {
  Shares shares(4);
  EXPECT_EQ(shares.take("a"), Taken::Yes);
  EXPECT_EQ(shares.take("a", 2), Taken::ShareIsFull);
  EXPECT_EQ(shares.take("a", 0), Taken::Yes);
  EXPECT_EQ(shares.take("a"), Taken::Yes);
  EXPECT_EQ(shares.take("a"), Taken::ShareIsFull);
  EXPECT_EQ(shares.take("b", 2), Taken::Yes);
  EXPECT_EQ(shares.take("c"), Taken::AllIsFull);
  EXPECT_EQ(shares.take("a"), Taken::AllIsFull);
  EXPECT_EQ(shares.taken(), 4U);
}

TEST(Shares, can_be_given_back) {
  Shares shares(4);
  EXPECT_EQ(shares.take("a", 2), Taken::Yes);
  shares.give_back("a");
  shares.give_back("b");
  EXPECT_EQ(shares.take("a"), Taken::Yes);
  shares.give_back("a", 7);
  EXPECT_EQ(shares.taken(), 0U);
  EXPECT_EQ(shares.take("", 4), Taken::Yes);
}

TEST(Shares, do_not_overflow) {
  Shares shares(4);
  constexpr auto kMost = static_cast<std::size_t>(-1);
  EXPECT_EQ(shares.take("a"), Taken::Yes);
  EXPECT_EQ(shares.take("a", kMost), Taken::AllIsFull);
  EXPECT_EQ(shares.take("", kMost), Taken::AllIsFull);
  EXPECT_EQ(shares.taken(), 1U);
}

}  // namespace shares_test
}  // namespace mcp::protocol
