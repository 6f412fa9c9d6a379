#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>

#include <mcp/handle_store.hpp>
#include <mcp/test/checks.hpp>

#include "api/memory_handle_store.hpp"
#include "seams.hpp"
#include "store_process.hpp"

namespace handle_store_seam_test {

using namespace std::chrono_literals;
using mcp::HandleKey;
using mcp::HandleLimits;
using mcp::HandleReplace;
using mcp::StoredHandle;
using mcp::detail::MemoryHandleStore;
using mcp::test::check_handle_store;
using mcp::test::CheckReport;

constexpr HandleLimits kLimits{1min, 100};
constexpr HandleKey kKey{"basket", "basket_1", "ada"};

TEST(HandleStoreSeam, memory_keeps_the_contract) {
  const auto store = std::make_shared<MemoryHandleStore>();
  const CheckReport report = check_handle_store([&] { return store; });
  EXPECT_TRUE(report.passed()) << report.text();
}

TEST(HandleStoreSeam, a_store_that_fails_throws_and_serves_again_afterwards) {
  seams::StoreProcess process;
  const auto store = seams::remote_handle_store(process.socket_path());
  process.set_faults({{"refused", 1}});
  EXPECT_THROW(store->add(kKey, "0", kLimits), std::runtime_error);
  EXPECT_FALSE(store->find(kKey, kLimits)) << "what was refused was not added";
  store->add(kKey, "0", kLimits);
  process.set_faults({{"unanswered", 1}});
  EXPECT_THROW((void)store->replace(kKey, 1, "1", kLimits), std::runtime_error);
  EXPECT_EQ(store->find(kKey, kLimits)->text, "1") << "what had no answer was written";
}

enum class Defect : unsigned char {
  IgnoresPrincipal,
  IgnoresTable,
  NeverExpires,
  ReadingIsNoUse,
  ReplacesAnyVersion,
  LooksBeforeItReplaces,
  VersionIsTheText,
  DropsTheOldestOfAll,
  KeepsAll,
  KnowsItsOwnAlone,
};

/// An implementation with a defect.
class Defective final : public mcp::HandleStore {
 public:
  explicit Defective(Defect defect) : defect_(defect) {}

  void add(const HandleKey& key, std::string_view text, const HandleLimits& limits) override {
    memory_.add(seen(key), text, seen(limits));
    if (defect_ != Defect::DropsTheOldestOfAll) return;
    const std::lock_guard lock(mutex_);
    auto& order = order_[std::string(key.table)];
    order.emplace_back(std::string(key.table), std::string(key.id), std::string(key.principal));
    if (order.size() <= limits.max) return;
    const auto& [table, id, principal] = order.front();
    memory_.erase({table, id, principal});
    order.erase(order.begin());
  }
  std::optional<StoredHandle> find(const HandleKey& key, const HandleLimits& limits) override {
    if (defect_ == Defect::ReadingIsNoUse && born(key) + limits.lifetime < Clock::now()) return std::nullopt;
    std::optional<StoredHandle> found = memory_.find(seen(key), limits);
    if (found && defect_ == Defect::VersionIsTheText) found->version = std::hash<std::string>()(found->text);
    return found;
  }
  HandleReplace replace(const HandleKey& key, std::uint64_t version, std::string_view text,
                        const HandleLimits& limits) override {
    const std::optional<StoredHandle> found = memory_.find(seen(key), limits);
    if (!found) return HandleReplace::Missing;
    const bool reads_first = defect_ == Defect::LooksBeforeItReplaces || defect_ == Defect::VersionIsTheText;
    if (defect_ == Defect::VersionIsTheText) version += found->version - std::hash<std::string>()(found->text);
    if (reads_first && found->version != version) return HandleReplace::Changed;
    if (defect_ == Defect::LooksBeforeItReplaces) std::this_thread::sleep_for(1ms);  // another thread comes between
    const bool writes_over = defect_ == Defect::ReplacesAnyVersion || defect_ == Defect::LooksBeforeItReplaces;
    for (;;) {
      const HandleReplace outcome = memory_.replace(seen(key), version, text, limits);
      if (!writes_over || outcome != HandleReplace::Changed) return outcome;
      version = memory_.find(seen(key), limits).value_or(StoredHandle{}).version;
    }
  }
  bool erase(const HandleKey& key) override { return memory_.erase(seen(key)); }
  std::size_t size(std::string_view table) override {
    return memory_.size(defect_ == Defect::IgnoresTable ? "all" : table);
  }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] HandleKey seen(HandleKey key) const {
    if (defect_ == Defect::IgnoresPrincipal) key.principal = "anybody";
    if (defect_ == Defect::IgnoresTable) key.table = "all";
    return key;
  }
  [[nodiscard]] HandleLimits seen(HandleLimits limits) const {
    if (defect_ == Defect::NeverExpires) limits.lifetime = 1h;
    if (defect_ == Defect::KeepsAll) limits.max = 1'000'000;
    return limits;
  }
  Clock::time_point born(const HandleKey& key) {
    const std::lock_guard lock(mutex_);
    return born_.try_emplace(std::string(key.id), Clock::now()).first->second;
  }

  const Defect defect_;
  MemoryHandleStore memory_;
  std::mutex mutex_;
  std::map<std::string, Clock::time_point> born_;  // when a value was found first
  std::map<std::string, std::vector<std::tuple<std::string, std::string, std::string>>> order_;
};

class HandleStoreSeamDefect : public testing::TestWithParam<Defect> {};

TEST_P(HandleStoreSeamDefect, is_found) {
  const auto shared = std::make_shared<Defective>(GetParam());
  const CheckReport report = check_handle_store([&]() -> std::shared_ptr<mcp::HandleStore> {
    if (GetParam() == Defect::KnowsItsOwnAlone) return std::make_shared<Defective>(GetParam());
    return shared;
  });
  EXPECT_FALSE(report.passed());
  EXPECT_NE(report.text(), "");
}

INSTANTIATE_TEST_SUITE_P(Defects, HandleStoreSeamDefect,
                         testing::Values(Defect::IgnoresPrincipal, Defect::IgnoresTable, Defect::NeverExpires,
                                         Defect::ReadingIsNoUse, Defect::ReplacesAnyVersion,
                                         Defect::LooksBeforeItReplaces, Defect::VersionIsTheText,
                                         Defect::DropsTheOldestOfAll, Defect::KeepsAll, Defect::KnowsItsOwnAlone));

}  // namespace handle_store_seam_test
