#include "api/handle_entries.hpp"

#include <algorithm>
#include <utility>

namespace mcp::detail {

void HandleEntries::add(std::string id, std::string_view principal, std::shared_ptr<void> value, TimePoint now,
                        Entries& dropped) {
  drop_expired(now, dropped);
  while (entries_.size() >= max_) drop_one(dropped);
  const auto entry = entries_.insert(entries_.end(), {std::move(id), std::string(principal), std::move(value), now});
  by_id_.emplace(entry->id, entry);
  ++held_[entry->principal];
}

HandleEntries::Entry* HandleEntries::use(std::string_view id, std::string_view principal, TimePoint now,
                                         Entries& dropped) {
  drop_expired(now, dropped);
  const auto entry = find(id, principal);
  if (entry == entries_.end()) return nullptr;
  entry->used = now;
  entries_.splice(entries_.end(), entries_, entry);
  return &*entry;
}

bool HandleEntries::erase(std::string_view id, std::string_view principal, TimePoint now, Entries& dropped) {
  drop_expired(now, dropped);
  const auto entry = find(id, principal);
  if (entry == entries_.end()) return false;
  drop(entry, dropped);
  return true;
}

std::size_t HandleEntries::size(TimePoint now, Entries& dropped) {
  drop_expired(now, dropped);
  return entries_.size();
}

HandleEntries::Entries::iterator HandleEntries::find(std::string_view id, std::string_view principal) {
  const auto known = by_id_.find(id);
  return known != by_id_.end() && known->second->principal == principal ? known->second : entries_.end();
}

void HandleEntries::drop(Entries::iterator entry, Entries& dropped) {
  by_id_.erase(entry->id);
  const auto held = held_.find(entry->principal);
  if (--held->second == 0) held_.erase(held);
  dropped.splice(dropped.end(), entries_, entry);
}

void HandleEntries::drop_expired(TimePoint now, Entries& dropped) {
  while (!entries_.empty() && now - entries_.front().used >= lifetime_) drop(entries_.begin(), dropped);
}

void HandleEntries::drop_one(Entries& dropped) {
  const auto most =
      std::max_element(held_.begin(), held_.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  drop(std::find_if(entries_.begin(), entries_.end(),
                    [&](const Entry& entry) { return entry.principal == most->first; }),
       dropped);
}

}  // namespace mcp::detail
