// What is kept of the event streams of legacy sessions, for clients that come back, and for those that read slowly
// (2025-11-25, basic/transports, "Resumability and Redelivery").
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_budget.hpp"

namespace mcp::protocol::http {

/// One event. Ages order the events of all streams of a budget: an older event has a smaller age.
struct KeptEvent {
  std::uint64_t number;  // in its stream, from 1 on
  std::uint64_t age;
  std::string text;  // as sent

  /// Bytes that it takes to keep the event.
  [[nodiscard]] std::size_t cost() const noexcept;
};

/// The newest events of one stream, oldest first. Not thread-safe.
class KeptEvents {
 public:
  using Iterator = std::list<KeptEvent>::const_iterator;

  [[nodiscard]] bool empty() const noexcept { return events_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return events_.size(); }
  [[nodiscard]] const KeptEvent& oldest() const { return events_.front(); }
  [[nodiscard]] const KeptEvent& newest() const { return events_.back(); }
  [[nodiscard]] Iterator begin() const noexcept { return events_.begin(); }
  [[nodiscard]] Iterator end() const noexcept { return events_.end(); }
  /// The number that the next event gets.
  [[nodiscard]] std::uint64_t next_number() const noexcept { return next_number_; }

  /// Whether all events from that number on are here, but for those that are still to come.
  [[nodiscard]] bool has_from(std::uint64_t number) const noexcept {
    return number >= (events_.empty() ? next_number_ : events_.front().number);
  }
  /// The event of that number, or end() if it is still to come. has_from() must be true.
  [[nodiscard]] Iterator at(std::uint64_t number) const noexcept;

  /// The first event gets that number. Nothing was appended yet.
  void start_at(std::uint64_t number) noexcept { next_number_ = number; }
  /// Adds an event with the next number.
  const KeptEvent& append(std::uint64_t age, std::string text);
  void forget_oldest() { events_.pop_front(); }

 private:
  std::list<KeptEvent> events_;
  std::uint64_t next_number_ = 1;
};

class StreamObserver;

/// One of those who keep events within a budget: the streams of a session. Functions are for any thread, and are called
/// without a lock of the keeper.
class EventKeeper {
 public:
  /// Whose keepers are counted together.
  [[nodiscard]] virtual std::string_view holder() const noexcept = 0;
  /// Bytes that it keeps.
  [[nodiscard]] virtual std::size_t kept() const noexcept = 0;
  /// Forgets events that were shown, or that nobody is there to see, the oldest first, until it keeps no more than that
  /// or has no such events.
  virtual void reduce_to(std::size_t bytes) = 0;
  /// The age of the oldest event; the largest number if there is none.
  [[nodiscard]] virtual std::uint64_t oldest_age() const = 0;
  /// Forgets the stream whose oldest event has that age: its client has lost it. Returns who must learn of it by
  /// more(), without a lock; null: nobody.
  [[nodiscard]] virtual std::shared_ptr<StreamObserver> lose(std::uint64_t age) = 0;

 protected:
  ~EventKeeper() = default;
};

/// Counts what all sessions of a server keep of their streams, and makes room. Thread-safe.
class EventBudget {
 public:
  /// `limit` is in bytes.
  explicit EventBudget(std::size_t limit) : budget_(limit) {}
  EventBudget(const EventBudget&) = delete;
  EventBudget& operator=(const EventBudget&) = delete;
  ~EventBudget() = default;

  /// `keeper` must be removed before it is destroyed.
  void add(EventKeeper& keeper);
  void remove(EventKeeper& keeper) noexcept;
  /// How many keepers one holder has. Goes through all of them.
  [[nodiscard]] std::size_t keepers_of(std::string_view holder);

  /// The age of an event that is added now.
  [[nodiscard]] std::uint64_t next_age() noexcept { return next_age_.fetch_add(1, std::memory_order_relaxed); }
  void count(std::size_t bytes) noexcept { budget_.add(bytes); }
  void discount(std::size_t bytes) noexcept { budget_.give_back(bytes); }
  /// Bytes that are kept, what it takes to keep them included.
  [[nodiscard]] std::size_t kept() const noexcept { return budget_.used(); }
  /// If that is more than the limit: events that were shown, or that nobody is there to see, go where most of them are;
  /// then whole streams go, those first whose clients have not taken something for longest. Call it without a lock of
  /// any keeper.
  void make_room();

 private:
  struct Entry {
    EventKeeper* keeper;
    std::size_t kept = 0;  // when it was asked last
  };
  void reduce_largest(std::size_t goal);
  /// False if there is nothing that may go. Sets who must learn that a stream has gone, if anybody must.
  [[nodiscard]] bool lose_oldest(std::shared_ptr<StreamObserver>& observer);

  ByteBudget budget_;
  // Ages only have to differ, and to grow with the time in each thread: a relaxed increment does both.
  std::atomic<std::uint64_t> next_age_{0};
  std::mutex mutex_;
  std::vector<Entry> keepers_;
};

}  // namespace mcp::protocol::http
