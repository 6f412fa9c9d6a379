#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <mcp/rate_store.hpp>
#include <mcp/test/checks.hpp>

#include "memory_rate_store.hpp"
#include "seams.hpp"
#include "store_process.hpp"

namespace rate_store_seam_test {

using namespace std::chrono_literals;
using mcp::Rate;
using mcp::RateUse;
using mcp::test::check_rate_store;
using mcp::test::CheckReport;
using seams::MemoryRateStore;

constexpr Rate kSlow{0.001, 10};

TEST(RateStoreSeam, memory_keeps_the_contract) {
  const auto store = std::make_shared<MemoryRateStore>();
  const CheckReport report = check_rate_store([&] { return store; });
  EXPECT_TRUE(report.passed()) << report.text();
}

TEST(RateStoreSeam, a_store_that_fails_throws_and_serves_again_afterwards) {
  seams::StoreProcess process;
  const auto store = seams::remote_rate_store(process.socket_path());
  RateUse use{.key = "ada", .count = 10};
  process.set_faults({{"refused", 1}});
  EXPECT_THROW(store->spend("calls", kSlow, {&use, 1}), std::runtime_error);
  use.count = 0;
  store->spend("calls", kSlow, {&use, 1});
  EXPECT_EQ(use.wait, 0ns) << "what was refused was not taken";
  process.set_faults({{"unanswered", 1}});
  use.count = 10;
  EXPECT_THROW(store->spend("calls", kSlow, {&use, 1}), std::runtime_error);
  use.count = 0;
  store->spend("calls", kSlow, {&use, 1});
  EXPECT_GT(use.wait, 0ns) << "what had no answer was taken";
}

enum class Defect : unsigned char {
  OneBucketForAll,
  IgnoresLimit,
  GoesBelowZeroWithoutEnd,
  StopsAtZero,
  NeverFills,
  HoldsMoreThanItsBurst,
  CutsKeysAtZero,
  TakesTheFirstUseAlone,
  LooksBeforeItTakes,
  KnowsItsOwnAlone,
};

/// An implementation with a defect.
class Defective final : public mcp::RateStore {
 public:
  explicit Defective(Defect defect) : defect_(defect) {}

  void spend(std::string_view limit, const Rate& rate, std::span<RateUse> uses) override {
    if (defect_ == Defect::IgnoresLimit) limit = "all";
    for (RateUse& use : uses) {
      std::string key(use.key);
      if (defect_ == Defect::OneBucketForAll) key = "all";
      if (defect_ == Defect::CutsKeysAtZero) key = key.c_str();
      use.wait = spend(std::string(limit) + '\n' + key, rate, use.count);
      if (defect_ == Defect::TakesTheFirstUseAlone) return;
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Bucket {
    double tokens;
    Clock::time_point filled;
  };

  std::chrono::nanoseconds spend(const std::string& name, const Rate& rate, std::uint32_t count) {
    std::unique_lock lock(mutex_);
    const auto now = Clock::now();
    Bucket& bucket = buckets_.try_emplace(name, Bucket{rate.burst, now}).first->second;
    Bucket changed = bucket;
    if (defect_ == Defect::LooksBeforeItTakes && count == 1) {
      lock.unlock();
      std::this_thread::sleep_for(100us);  // another thread comes between
      lock.lock();
    }
    const double seconds = std::chrono::duration<double>(now - changed.filled).count();
    if (defect_ != Defect::NeverFills) changed.tokens += std::max(0.0, seconds) * rate.per_second;
    if (defect_ != Defect::HoldsMoreThanItsBurst) changed.tokens = std::min(changed.tokens, rate.burst);
    changed.filled = now;
    changed.tokens -= count;
    if (defect_ == Defect::StopsAtZero) changed.tokens = std::max(0.0, changed.tokens);
    if (defect_ != Defect::GoesBelowZeroWithoutEnd) changed.tokens = std::max(-rate.burst, changed.tokens);
    bucket = changed;
    return std::chrono::nanoseconds(std::llround(std::max(0.0, 1 - changed.tokens) / rate.per_second * 1e9));
  }

  const Defect defect_;
  std::mutex mutex_;
  std::map<std::string, Bucket> buckets_;
};

class RateStoreSeamDefect : public testing::TestWithParam<Defect> {};

TEST_P(RateStoreSeamDefect, is_found) {
  const auto shared = std::make_shared<Defective>(GetParam());
  const CheckReport report = check_rate_store([&]() -> std::shared_ptr<mcp::RateStore> {
    if (GetParam() == Defect::KnowsItsOwnAlone) return std::make_shared<Defective>(GetParam());
    return shared;
  });
  EXPECT_FALSE(report.passed());
  EXPECT_NE(report.text(), "");
}

INSTANTIATE_TEST_SUITE_P(Defects, RateStoreSeamDefect,
                         testing::Values(Defect::OneBucketForAll, Defect::IgnoresLimit, Defect::GoesBelowZeroWithoutEnd,
                                         Defect::StopsAtZero, Defect::NeverFills, Defect::HoldsMoreThanItsBurst,
                                         Defect::CutsKeysAtZero, Defect::TakesTheFirstUseAlone,
                                         Defect::LooksBeforeItTakes, Defect::KnowsItsOwnAlone));

}  // namespace rate_store_seam_test
