#include "http/event_budget.hpp"
#include "http/event_streams.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <list>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "scarce_memory.hpp"

namespace mcp::protocol::http {
namespace event_budget_test {

/// Keeps as much as it is told, which others may change at any time.
class Keeper final : public EventKeeper {
 public:
  Keeper(EventBudget& store, std::size_t kept, std::string_view holder = "ada")
      : store_(store), kept_(kept), holder_(holder) {
    store_.add(*this);
    store_.count(kept_);
  }
  ~Keeper() { store_.remove(*this); }
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  std::string_view holder() const noexcept override { return holder_; }
  std::size_t kept() const noexcept override {
    ++asked;
    return kept_;
  }
  void reduce_to(std::size_t bytes) override {
    ++reduced;
    if (!holds_on && bytes < kept_) drop(kept_ - bytes);
  }
  std::uint64_t oldest_age() const override { return age; }
  std::shared_ptr<StreamObserver> lose(std::uint64_t lost) override {
    EXPECT_EQ(lost, age);
    drop(kept_);
    age = std::numeric_limits<std::uint64_t>::max();
    return observer;
  }
  [[nodiscard]] std::size_t keeps() const noexcept { return kept_; }

  std::shared_ptr<StreamObserver> observer;  // of its stream
  mutable int asked = 0;
  int reduced = 0;
  std::uint64_t age = std::numeric_limits<std::uint64_t>::max();
  bool holds_on = false;  // nothing of what it keeps was shown

 private:
  void drop(std::size_t bytes) {
    kept_ -= bytes;
    store_.discount(bytes);
  }

  EventBudget& store_;
  std::size_t kept_;
  const std::string_view holder_;
};

TEST(KeptEvents, are_found_by_their_numbers) {
  KeptEvents events;
  EXPECT_EQ(events.next_number(), 1U);
  EXPECT_TRUE(events.has_from(1)) << "which is still to come";
  for (const char* text : {"one", "two", "three"}) events.append(7, text);
  events.forget_oldest();
  EXPECT_FALSE(events.has_from(1));
  ASSERT_TRUE(events.has_from(2));
  EXPECT_EQ(events.at(2)->text, "two");
  EXPECT_EQ(events.at(3)->text, "three");
  EXPECT_EQ(events.at(4), events.end());
  EXPECT_EQ(events.newest().number, 3U);
}

TEST(KeptEvents, have_no_gap_where_there_was_no_memory) {
  using testing_support::ScarceMemory;
  if (!ScarceMemory::kAvailable) GTEST_SKIP() << "the sanitizer's allocations cannot fail";
  KeptEvents events;
  events.append(0, "one");
  bool failed = false;
  try {
    const ScarceMemory scarce(0, true);
    events.append(1, "two");
  } catch (const std::bad_alloc&) {
    failed = true;
  }
  ASSERT_TRUE(failed);
  events.append(2, "three");
  ASSERT_TRUE(events.has_from(1));
  EXPECT_EQ(events.at(1)->text, "one");
  EXPECT_EQ(events.at(2)->text, "three");
}

TEST(EventBudget, takes_from_those_that_keep_most) {
  EventBudget store(1600);
  Keeper small(store, 100), large(store, 1000), larger(store, 1100);
  store.make_room();
  EXPECT_EQ(small.keeps(), 100U);
  EXPECT_EQ(large.keeps(), larger.keeps());
  EXPECT_LE(store.kept(), 1600U);
}

TEST(EventBudget, asks_each_keeper_once_before_it_compares_them) {
  EventBudget store(1000);
  std::list<Keeper> keepers;
  for (std::size_t i = 0; i < 64; ++i) keepers.emplace_back(store, 100 + i * 7 % 64);
  store.make_room();
  // While they are sorted, others add events: to ask twice would be to compare by numbers that change.
  for (const Keeper& keeper : keepers) EXPECT_EQ(keeper.asked, 1 + keeper.reduced);
}

TEST(EventBudget, drops_the_stream_that_waits_longest_where_nothing_else_helps) {
  EventBudget store(1000);
  Keeper slow(store, 600), quick(store, 600);
  slow.holds_on = quick.holds_on = true;
  slow.age = store.next_age();
  quick.age = store.next_age();
  (void)store.next_age();
  store.make_room();
  EXPECT_EQ(slow.keeps(), 0U);
  EXPECT_EQ(quick.keeps(), 600U);
}

/// Asks the store when it is told: it must not be locked then.
class CuriousObserver final : public StreamObserver {
 public:
  explicit CuriousObserver(EventBudget& store) : store_(store) {}
  void more() override { keepers = store_.keepers_of("ada"); }
  void on_available() override {}

  std::size_t keepers = 0;

 private:
  EventBudget& store_;
};

TEST(EventBudget, tells_without_a_lock_that_a_stream_is_lost) {
  EventBudget store(1000);
  const auto observer = std::make_shared<CuriousObserver>(store);
  Keeper slow(store, 1200);
  slow.holds_on = true;
  slow.observer = observer;
  slow.age = store.next_age();
  (void)store.next_age();
  store.make_room();
  EXPECT_EQ(observer->keepers, 1U);
}

TEST(EventBudget, keeps_the_newest_event_of_all) {
  EventBudget store(1000);
  Keeper only(store, 2000);
  only.holds_on = true;
  only.age = store.next_age();
  store.make_room();
  EXPECT_EQ(only.keeps(), 2000U);
}

TEST(EventBudget, counts_the_keepers_of_a_holder) {
  EventBudget store(1000);
  const Keeper one(store, 0), two(store, 0), other(store, 0, "grace");
  EXPECT_EQ(store.keepers_of("ada"), 2U);
  EXPECT_EQ(store.keepers_of("grace"), 1U);
  EXPECT_EQ(store.keepers_of("nobody"), 0U);
}

}  // namespace event_budget_test
}  // namespace mcp::protocol::http
