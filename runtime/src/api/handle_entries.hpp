// The values of a table of handles in memory: bounded in number, each for a principal, dropped when unused.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace mcp::detail {

/// Not thread-safe. The caller passes the time, which never goes back.
class HandleEntries {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  struct Entry {
    std::string id;
    std::string principal;
    std::shared_ptr<void> value;
    TimePoint used;
  };
  using Entries = std::list<Entry>;

  /// The arguments are checked by the caller.
  HandleEntries(std::chrono::nanoseconds lifetime, std::size_t max) : lifetime_(lifetime), max_(max) {}

  // Each function moves what it drops to `dropped`. The caller destroys that after it has released its lock, because
  // the destructor of a value may use the table.

  void add(std::string id, std::string_view principal, std::shared_ptr<void> value, TimePoint now, Entries& dropped);
  /// Restarts the lifetime of an entry. Null: there is none for that principal.
  [[nodiscard]] Entry* use(std::string_view id, std::string_view principal, TimePoint now, Entries& dropped);
  /// Returns false if there is none for that principal.
  bool erase(std::string_view id, std::string_view principal, TimePoint now, Entries& dropped);
  [[nodiscard]] std::size_t size(TimePoint now, Entries& dropped);

 private:
  [[nodiscard]] Entries::iterator find(std::string_view id, std::string_view principal);
  void drop(Entries::iterator entry, Entries& dropped);
  void drop_expired(TimePoint now, Entries& dropped);
  void drop_one(Entries& dropped);

  const std::chrono::nanoseconds lifetime_;
  const std::size_t max_;
  Entries entries_;                                                // least recently used first
  std::unordered_map<std::string_view, Entries::iterator> by_id_;  // views of the entries
  std::map<std::string, std::size_t, std::less<>> held_;           // by principal
};

}  // namespace mcp::detail
