#include "http/event_budget.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "http/stream_observer.hpp"

namespace mcp::protocol::http {

namespace {

/// Bytes that a list takes to keep something, those of the allocator included.
constexpr std::size_t kNode = 48;

}  // namespace

std::size_t KeptEvent::cost() const noexcept { return sizeof(KeptEvent) + kNode + text.capacity(); }

const KeptEvent& KeptEvents::append(std::uint64_t age, std::string text) {
  events_.push_back({next_number_, age, std::move(text)});
  ++next_number_;
  return events_.back();
}

KeptEvents::Iterator KeptEvents::at(std::uint64_t number) const noexcept {
  return std::prev(events_.end(), static_cast<std::ptrdiff_t>(next_number_ - number));
}

void EventBudget::add(EventKeeper& keeper) {
  const std::lock_guard lock(mutex_);
  keepers_.push_back({&keeper});
}

void EventBudget::remove(EventKeeper& keeper) noexcept {
  const std::lock_guard lock(mutex_);
  std::erase_if(keepers_, [&](const Entry& entry) { return entry.keeper == &keeper; });
}

std::size_t EventBudget::keepers_of(std::string_view holder) {
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(
      std::ranges::count_if(keepers_, [&](const Entry& entry) { return entry.keeper->holder() == holder; }));
}

void EventBudget::make_room() {
  if (budget_.used() <= budget_.limit()) return;
  {
    const std::lock_guard lock(mutex_);
    // A little more than is needed, so that the next event need not look again.
    reduce_largest(budget_.limit() - budget_.limit() / 16);
  }
  while (budget_.used() > budget_.limit()) {
    std::shared_ptr<StreamObserver> observer;
    if (!lose_oldest(observer)) return;
    // Without the lock: the observer may drop the last reference to its session, which removes its keeper.
    if (observer) observer->more();
  }
}

bool EventBudget::lose_oldest(std::shared_ptr<StreamObserver>& observer) {
  const std::lock_guard lock(mutex_);
  std::uint64_t age = 0;
  EventKeeper* slowest = nullptr;
  for (const Entry& entry : keepers_) {
    const std::uint64_t oldest = entry.keeper->oldest_age();
    if (slowest != nullptr && oldest >= age) continue;
    age = oldest;
    slowest = entry.keeper;
  }
  // The newest of all stays: what it answers must be told.
  if (slowest == nullptr || age >= next_age_.load(std::memory_order_relaxed) - 1) return false;
  observer = slowest->lose(age);
  return true;
}

/// Those that keep most come down to what the next one keeps, until there is room. How much each keeps is asked once
/// before they are sorted: other threads add events meanwhile.
void EventBudget::reduce_largest(std::size_t goal) {
  for (Entry& entry : keepers_) entry.kept = entry.keeper->kept();
  std::ranges::sort(keepers_, std::ranges::greater(), &Entry::kept);
  for (std::size_t most = 1; most <= keepers_.size() && budget_.used() > goal; ++most) {
    const std::size_t share = (budget_.used() - goal) / most + 1;
    const std::size_t next = most < keepers_.size() ? keepers_[most].kept : 0;
    for (std::size_t i = 0; i < most && budget_.used() > goal; ++i) {
      Entry& entry = keepers_[i];
      entry.keeper->reduce_to(std::max(next, entry.kept > share ? entry.kept - share : 0));
      entry.kept = entry.keeper->kept();
    }
  }
}

}  // namespace mcp::protocol::http
