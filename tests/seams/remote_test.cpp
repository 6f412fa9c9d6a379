// Every seam's implementation that asks another process keeps its contract.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "seams.hpp"
#include "store_process.hpp"

namespace remote_test {

using mcp::test::CheckReport;
using seams::CheckProcess;
using seams::Seam;
using seams::StoreProcess;

/// Some implementations ask the store when they are made.
bool passes(const Seam& seam, const StoreProcess& store) {
  try {
    return seam.check_remote(store.socket_path()).passed();
  } catch (const std::runtime_error&) {
    return false;
  }
}

class Remote : public testing::TestWithParam<Seam> {};

TEST_P(Remote, keeps_its_contract) {
  const StoreProcess store;
  const CheckReport report = GetParam().check_remote(store.socket_path());
  EXPECT_TRUE(report.passed()) << report.text();
}

TEST_P(Remote, keeps_its_contract_when_it_is_slow) {
  StoreProcess store;
  store.set_faults({{"delay_us", 300}});
  const CheckReport report = GetParam().check_remote(store.socket_path());
  EXPECT_TRUE(report.passed()) << report.text();
}

TEST_P(Remote, keeps_its_contract_for_two_processes_at_a_time) {
  const StoreProcess store;
  CheckProcess other{std::string(GetParam().name), store};
  const CheckReport report = GetParam().check_remote(store.socket_path());
  EXPECT_TRUE(report.passed()) << report.text();
  EXPECT_EQ(other.problems(), "");
}

TEST_P(Remote, is_found_out_when_its_process_is_gone) {
  StoreProcess store;
  store.kill();
  EXPECT_FALSE(passes(GetParam(), store));
}

INSTANTIATE_TEST_SUITE_P(Seams, Remote, testing::ValuesIn(seams::all()),
                         [](const auto& of) { return std::string(of.param.name); });

}  // namespace remote_test
