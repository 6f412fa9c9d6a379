#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <mcp/test/checks.hpp>

#include "transports.hpp"

namespace transport_seam_test {

using namespace std::chrono_literals;
using mcp::test::check_transport;
using mcp::test::CheckReport;
using seams::TransportDefect;

TEST(TransportSeam, messages_of_a_program_keep_the_contract) {
  const CheckReport report = check_transport(seams::serve_by_messages);
  EXPECT_TRUE(report.passed()) << report.text();
}

TEST(TransportSeam, bytes_of_a_program_keep_the_contract) {
  const CheckReport report = check_transport(seams::serve_by_bytes);
  EXPECT_TRUE(report.passed()) << report.text();
}

TEST(TransportSeam, stdio_keeps_the_contract) {
  const CheckReport report = check_transport(seams::serve_by_stdio, {.many_clients = false});
  EXPECT_TRUE(report.passed()) << report.text();
}

TEST(TransportSeam, memory_keeps_the_contract) {
  const CheckReport report = check_transport(seams::serve_in_memory, {.many_clients = false, .large = 500'000});
  EXPECT_TRUE(report.passed()) << report.text();
}

TEST(TransportSeam, http_keeps_the_contract_but_for_the_order_of_separate_requests) {
  const CheckReport report = check_transport(seams::serve_by_http, {.keeps_order = false, .large = 100'000});
  EXPECT_TRUE(report.passed()) << report.text();
}

TEST(TransportSeam, defects_are_found) {
  using enum TransportDefect;
  const std::vector<std::pair<TransportDefect, std::string>> defects = {
      {CutsAtLineEnds, "contents"}, {DropsLargeMessages, "contents"}, {IsNotUtf8, "contents"},
      {Reorders, "bursts"},         {WaitsForAnswers, "slow calls"},  {MixesClients, "clients"},
      {IgnoresClosing, "close"},    {SaysThingsTwice, "bursts"},      {LosesTheEnd, "stop"}};
  for (const auto& [defect, part] : defects) {
    const CheckReport report = check_transport(seams::serve_with(defect), {.large = 100'000, .longest = 200ms});
    EXPECT_FALSE(report.passed()) << part;
    EXPECT_NE(report.text().find(part), std::string::npos) << part << ": " << report.text();
  }
}

}  // namespace transport_seam_test
