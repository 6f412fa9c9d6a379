#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include <mcp/event_store.hpp>
#include <mcp/test/checks.hpp>

#include "seams.hpp"
#include "store_process.hpp"
#include "stores/memory_event_store.hpp"

namespace event_store_seam_test {

using namespace std::chrono_literals;
using mcp::EventLimits;
using mcp::StreamEvent;
using mcp::StreamPart;
using mcp::protocol::MemoryEventStore;
using mcp::test::check_event_store;
using mcp::test::CheckReport;

constexpr EventLimits kLimits{.lifetime = 1h, .bytes = 10'000};

TEST(EventStoreSeam, memory_keeps_the_contract) {
  const auto store = std::make_shared<MemoryEventStore>();
  const CheckReport report = check_event_store([&] { return store; });
  EXPECT_TRUE(report.passed()) << report.text();
}

TEST(EventStoreSeam, memory_forgets_streams_that_have_ended_where_there_is_no_room) {
  MemoryEventStore store;
  for (std::uint64_t stream = 1; stream <= 100; ++stream) {
    const StreamEvent event{.session = "s", .stream = stream, .number = 1, .message = "{}", .is_last = stream > 1};
    store.append({&event, 1}, {.lifetime = 1h, .bytes = 1000});
  }
  EXPECT_TRUE(store.read("s", 1, 0, 1000).is_known) << "it goes on";
  EXPECT_FALSE(store.read("s", 2, 0, 1000).is_known);
  EXPECT_TRUE(store.read("s", 100, 0, 1000).is_known);
}

TEST(EventStoreSeam, a_store_that_fails_throws_and_serves_again_afterwards) {
  seams::StoreProcess process;
  const auto store = seams::remote_event_store(process.socket_path());
  const StreamEvent event{.session = "s", .stream = 1, .number = 1, .message = "{}"};
  process.set_faults({{"refused", 1}});
  EXPECT_THROW(store->append({&event, 1}, kLimits), std::runtime_error);
  EXPECT_FALSE(store->read("s", 1, 0, 1000).is_known) << "what was refused was not kept";
  process.set_faults({{"unanswered", 1}});
  EXPECT_THROW(store->append({&event, 1}, kLimits), std::runtime_error);
  store->append({&event, 1}, kLimits);
  EXPECT_EQ(store->read("s", 1, 0, 1000).events.size(), 1U) << "what had no answer was kept, and is there once";
}

enum class Defect : unsigned char {
  KeepsTwice,
  Replaces,
  MixesSessions,
  MixesStreams,
  ForgetsEmptyEnds,
  ReadsFromTheEvent,
  HidesKnownStreams,
  ReadsOverGaps,
  IgnoresPortions,
  RemovesOneStream,
  NeverEnds,
  DiesWithItsFirstEvent,
  KeepsNoNewest,
  KnowsItsOwnAlone,
};

/// An implementation with a defect.
class Defective final : public mcp::EventStore {
 public:
  explicit Defective(Defect defect) : defect_(defect) {}

  void append(std::span<const StreamEvent> events, const EventLimits& limits) override {
    const std::lock_guard lock(mutex_);
    std::vector<StreamEvent> changed(events.begin(), events.end());
    EventLimits own = limits;
    for (StreamEvent& event : changed) {
      if (has(Defect::MixesSessions)) event.session = "s";
      if (has(Defect::MixesStreams)) event.stream = 1;
    }
    if (has(Defect::ForgetsEmptyEnds)) {
      std::erase_if(changed, [](const StreamEvent& event) { return event.is_last && event.message.empty(); });
    }
    if (has(Defect::NeverEnds)) own.lifetime = 1h;
    if (has(Defect::KeepsNoNewest) && limits.bytes < 1'000'000) own.bytes = 1;
    if (has(Defect::KeepsNoNewest) && limits.bytes < 1'000'000 && changed.front().number > 200) return;
    if (has(Defect::DiesWithItsFirstEvent) && changed.front().number > 1) own.lifetime = 100ms;
    if (has(Defect::Replaces)) replaced_.insert(replaced_.end(), changed.begin(), changed.end());
    if (has(Defect::KeepsTwice)) twice_.insert(twice_.end(), changed.begin(), changed.end());
    memory_.append(changed, own);
  }
  StreamPart read(std::string_view session, std::uint64_t stream, std::uint64_t after,
                  std::size_t most_bytes) override {
    const std::lock_guard lock(mutex_);
    if (has(Defect::MixesSessions)) session = "s";
    if (has(Defect::MixesStreams)) stream = 1;
    if (has(Defect::IgnoresPortions)) most_bytes = 100'000'000;
    if (has(Defect::ReadsFromTheEvent) && after > 0) --after;
    StreamPart part = memory_.read(session, stream, after, most_bytes);
    if (has(Defect::HidesKnownStreams) && part.events.empty()) part.is_known = false;
    if (has(Defect::ReadsOverGaps) && !part.is_known) part = memory_.read(session, stream, after + 2, most_bytes);
    const auto of_stream = [&](const StreamEvent& event) {
      return event.session == session && event.stream == stream && event.number > after;
    };
    if (has(Defect::KeepsTwice) && part.is_known) {
      part.events.clear();
      for (const StreamEvent& event : twice_) {
        if (of_stream(event)) part.events.push_back(event);
      }
    }
    for (const StreamEvent& event : replaced_) {
      for (StreamEvent& kept : part.events) {
        if (of_stream(event) && event.number == kept.number) kept = event;
      }
    }
    return part;
  }
  void remove(std::string_view session) override {
    if (!has(Defect::RemovesOneStream)) return memory_.remove(session);
    const StreamPart kept = memory_.read(session, 7, 0, 1000);
    memory_.remove(session);
    if (!kept.events.empty()) memory_.append(kept.events, kLimits);
  }

 private:
  [[nodiscard]] bool has(Defect defect) const { return defect_ == defect; }

  const Defect defect_;
  MemoryEventStore memory_;
  std::mutex mutex_;  // guards what follows
  std::vector<StreamEvent> replaced_, twice_;
};

class DefectiveEventStore : public testing::TestWithParam<Defect> {};

TEST_P(DefectiveEventStore, is_found) {
  const auto shared = std::make_shared<Defective>(GetParam());
  const CheckReport report = check_event_store([&]() -> std::shared_ptr<mcp::EventStore> {
    return GetParam() == Defect::KnowsItsOwnAlone ? std::make_shared<Defective>(GetParam()) : shared;
  });
  EXPECT_FALSE(report.problems().empty());
}

INSTANTIATE_TEST_SUITE_P(Defects, DefectiveEventStore,
                         testing::Values(Defect::KeepsTwice, Defect::Replaces, Defect::MixesSessions,
                                         Defect::MixesStreams, Defect::ForgetsEmptyEnds, Defect::ReadsFromTheEvent,
                                         Defect::HidesKnownStreams, Defect::ReadsOverGaps, Defect::IgnoresPortions,
                                         Defect::RemovesOneStream, Defect::NeverEnds, Defect::DiesWithItsFirstEvent,
                                         Defect::KeepsNoNewest, Defect::KnowsItsOwnAlone));

}  // namespace event_store_seam_test
