#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include <mcp/test/checks.hpp>
#include <mcp/used_states.hpp>

#include "mrtr/used_states.hpp"
#include "seams.hpp"
#include "store_process.hpp"

namespace used_states_seam_test {

using mcp::StateUse;
using mcp::test::check_used_states;
using mcp::test::CheckReport;

const auto kNow = std::chrono::system_clock::now();

TEST(UsedStatesSeam, memory_keeps_the_contract) {
  const auto states = std::make_shared<mcp::protocol::MemoryUsedStates>();
  const CheckReport report = check_used_states([&] { return states; });
  EXPECT_TRUE(report.passed()) << report.text();
}

TEST(UsedStatesSeam, a_store_that_fails_throws_and_serves_again_afterwards) {
  seams::StoreProcess store;
  const auto states = seams::remote_used_states(store.socket_path());
  store.set_faults({{"refused", 1}});
  EXPECT_THROW((void)states->use("a", "", kNow, kNow), std::runtime_error);
  EXPECT_EQ(states->use("a", "", kNow, kNow), StateUse::First) << "a use that was refused does not count";
  store.set_faults({{"unanswered", 1}});
  EXPECT_THROW((void)states->use("b", "", kNow, kNow), std::runtime_error);
  EXPECT_EQ(states->use("b", "", kNow, kNow), StateUse::Again) << "a use without an answer counts";
}

/// An implementation with a defect.
class Defective final : public mcp::UsedStates {
 public:
  enum class Defect : unsigned char { ForgetsHolder, ForgetsAtExpiry, LooksBeforeItMarks, KnowsItsOwnAlone };

  explicit Defective(Defect defect) : defect_(defect) {}

  StateUse use(std::string_view nonce, std::string_view holder, TimePoint expiry, TimePoint now) override {
    if (defect_ == Defect::ForgetsAtExpiry && now >= expiry) return StateUse::First;
    std::string key(nonce);
    if (defect_ == Defect::ForgetsHolder) key.append("\n").append(holder);
    if (defect_ == Defect::LooksBeforeItMarks) {
      {
        const std::lock_guard lock(mutex_);
        if (used_.contains(key)) return StateUse::Again;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));  // another thread comes between
    }
    const std::lock_guard lock(mutex_);
    const bool is_new = used_.insert(key).second;
    return is_new || defect_ == Defect::LooksBeforeItMarks ? StateUse::First : StateUse::Again;
  }

 private:
  const Defect defect_;
  std::mutex mutex_;
  std::set<std::string, std::less<>> used_;
};

class UsedStatesSeamDefect : public testing::TestWithParam<Defective::Defect> {};

TEST_P(UsedStatesSeamDefect, is_found) {
  const auto shared = std::make_shared<Defective>(GetParam());
  const CheckReport report = check_used_states([&]() -> std::shared_ptr<mcp::UsedStates> {
    if (GetParam() == Defective::Defect::KnowsItsOwnAlone) return std::make_shared<Defective>(GetParam());
    return shared;
  });
  EXPECT_FALSE(report.passed());
  EXPECT_NE(report.text(), "");
}

INSTANTIATE_TEST_SUITE_P(Defects, UsedStatesSeamDefect,
                         testing::Values(Defective::Defect::ForgetsHolder, Defective::Defect::ForgetsAtExpiry,
                                         Defective::Defect::LooksBeforeItMarks, Defective::Defect::KnowsItsOwnAlone));

}  // namespace used_states_seam_test
