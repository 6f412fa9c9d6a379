#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <mcp/change_bus.hpp>
#include <mcp/test/checks.hpp>

#include "seams.hpp"
#include "store_process.hpp"
#include "subscriptions/memory_change_bus.hpp"

namespace change_bus_seam_test {

using mcp::Change;
using mcp::ChangeSubscriber;
using mcp::protocol::MemoryChangeBus;
using mcp::test::check_change_bus;
using mcp::test::CheckReport;

TEST(ChangeBusSeam, memory_keeps_the_contract) {
  const auto bus = std::make_shared<MemoryChangeBus>();
  const CheckReport report = check_change_bus([&] { return bus; });
  EXPECT_TRUE(report.passed()) << report.text();
}

class GapSubscriber final : public ChangeSubscriber {
 public:
  void on_change(const Change&) noexcept override {}
  void on_gap() noexcept override {
    const std::lock_guard lock(mutex_);
    has_gap_ = true;
    changed_.notify_all();
  }
  [[nodiscard]] bool wait_for_gap() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(10), [&] { return has_gap_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool has_gap_ = false;
};

TEST(ChangeBusSeam, a_store_that_fails_throws_and_tells_that_changes_may_be_lost) {
  seams::StoreProcess process;
  const auto bus = seams::remote_change_bus(process.socket_path());
  GapSubscriber subscriber;
  bus->subscribe(subscriber);
  process.set_faults({{"refused", 5}});
  EXPECT_TRUE(subscriber.wait_for_gap());
  bus->unsubscribe(subscriber);
  process.kill();
  EXPECT_THROW(bus->publish({}, subscriber), std::runtime_error);
}

enum class Defect : unsigned char { Echoes, CutsTheUri, LosesSome };

/// The bus in memory, with a defect.
class Defective final : public mcp::ChangeBus {
 public:
  explicit Defective(Defect defect) : defect_(defect) {}

  void publish(const Change& change, const ChangeSubscriber& publisher) override {
    const std::lock_guard lock(mutex_);

    if (defect_ == Defect::LosesSome && ++published_ % 7 == 0) return;
    Change told = change;
    if (defect_ == Defect::CutsTheUri) told.uri.resize(std::min<std::size_t>(told.uri.size(), 255));
    for (ChangeSubscriber* const subscriber : subscribers_) {
      if (subscriber != &publisher || defect_ == Defect::Echoes) subscriber->on_change(told);
    }
  }
  void subscribe(ChangeSubscriber& subscriber) override {
    const std::lock_guard lock(mutex_);
    subscribers_.push_back(&subscriber);
  }
  void unsubscribe(ChangeSubscriber& subscriber) noexcept override {
    const std::lock_guard lock(mutex_);
    std::erase(subscribers_, &subscriber);
  }

 private:
  const Defect defect_;
  std::mutex mutex_;
  std::vector<ChangeSubscriber*> subscribers_;
  int published_ = 0;
};

class ChangeBusSeamDefect : public testing::TestWithParam<Defect> {};

TEST_P(ChangeBusSeamDefect, is_found) {
  const auto shared = std::make_shared<Defective>(GetParam());
  const CheckReport report =
      check_change_bus([&]() -> std::shared_ptr<mcp::ChangeBus> { return shared; }, std::chrono::milliseconds(200));
  EXPECT_FALSE(report.passed());
}

INSTANTIATE_TEST_SUITE_P(Defects, ChangeBusSeamDefect,
                         testing::Values(Defect::Echoes, Defect::CutsTheUri, Defect::LosesSome));

}  // namespace change_bus_seam_test
