#include <mcp/handles.hpp>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include <mcp/error.hpp>
#include <mcp/spec/text.hpp>

#include "base/digest.hpp"

namespace mcp::detail {

namespace {

constexpr std::size_t kRandomBytes = 18;  // 144 bits, 24 characters

/// "15 minutes": the lifetime in the largest unit that divides it.
std::string spoken(std::chrono::seconds time) {
  struct Unit {
    std::chrono::seconds length;
    std::string_view name;
  };
  constexpr Unit kUnits[] = {{std::chrono::days(1), "day"},
                             {std::chrono::hours(1), "hour"},
                             {std::chrono::minutes(1), "minute"},
                             {std::chrono::seconds(1), "second"}};
  const Unit* unit = std::begin(kUnits);
  while (time % unit->length != std::chrono::seconds::zero()) ++unit;
  const auto count = time / unit->length;
  return std::to_string(count) + ' ' + std::string(unit->name) + (count == 1 ? "" : "s");
}

/// An id starts with the noun, as in "shopping_basket_…". The rest is random.
std::string id_for(std::string_view noun) {
  std::string id(noun);
  std::replace_if(id.begin(), id.end(), [](char c) { return !spec::is_alphanumeric(c); }, '_');
  return id + '_' + protocol::random_token(kRandomBytes);
}

}  // namespace

HandleTable::HandleTable(HandleOptions options) : options_(std::move(options)) {
  if (options_.max == 0) throw std::invalid_argument("mcp::Handles: .max must be 1 or more");
  if (options_.lifetime < std::chrono::seconds(1)) {
    throw std::invalid_argument("mcp::Handles: .lifetime must be a second or more");
  }
  if (options_.noun.empty()) throw std::invalid_argument("mcp::Handles: .noun is empty");
}

HandleTable::TimePoint HandleTable::now() const {
  return options_.now ? options_.now() : std::chrono::steady_clock::now();
}

std::string HandleTable::add(std::shared_ptr<void> value, std::string_view principal) {
  std::string id = id_for(options_.noun);
  const TimePoint time = now();
  Entries dropped;
  const std::lock_guard lock(mutex_);
  drop_expired(time, dropped);
  while (entries_.size() >= options_.max) drop_one(dropped);
  const auto entry = entries_.insert(entries_.end(), {id, std::string(principal), std::move(value), time});
  by_id_.emplace(entry->id, entry);
  ++held_[entry->principal];
  return id;
}

std::shared_ptr<void> HandleTable::find(std::string_view id, std::string_view principal) {
  const TimePoint time = now();
  Entries dropped;
  {
    const std::lock_guard lock(mutex_);
    drop_expired(time, dropped);
    if (const auto entry = found(id, principal); entry != entries_.end()) {
      entry->used = time;
      entries_.splice(entries_.end(), entries_, entry);
      return entry->value;
    }
  }
  const std::string maker = options_.made_by.empty() ? "." : " with " + options_.made_by + '.';
  throw ToolError("No such " + options_.noun + ", or it has expired. " + describe_lifetime() + " Make another one" +
                  maker);
}

bool HandleTable::erase(std::string_view id, std::string_view principal) {
  const TimePoint time = now();
  Entries dropped;
  const std::lock_guard lock(mutex_);
  drop_expired(time, dropped);
  const auto entry = found(id, principal);
  if (entry == entries_.end()) return false;
  drop(entry, dropped);
  return true;
}

std::size_t HandleTable::size() {
  const TimePoint time = now();
  Entries dropped;
  const std::lock_guard lock(mutex_);
  drop_expired(time, dropped);
  return entries_.size();
}

std::string HandleTable::describe_lifetime() const {
  return "Each " + options_.noun + " expires after " + spoken(options_.lifetime) + " without use.";
}

HandleTable::Entries::iterator HandleTable::found(std::string_view id, std::string_view principal) {
  const auto known = by_id_.find(id);
  return known != by_id_.end() && known->second->principal == principal ? known->second : entries_.end();
}

void HandleTable::drop(Entries::iterator entry, Entries& dropped) {
  by_id_.erase(entry->id);
  const auto held = held_.find(entry->principal);
  if (--held->second == 0) held_.erase(held);
  dropped.splice(dropped.end(), entries_, entry);
}

void HandleTable::drop_expired(TimePoint time, Entries& dropped) {
  while (!entries_.empty() && time - entries_.front().used >= options_.lifetime) drop(entries_.begin(), dropped);
}

void HandleTable::drop_one(Entries& dropped) {
  const auto most =
      std::max_element(held_.begin(), held_.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  drop(std::find_if(entries_.begin(), entries_.end(),
                    [&](const Entry& entry) { return entry.principal == most->first; }),
       dropped);
}

}  // namespace mcp::detail
