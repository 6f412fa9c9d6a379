#include "api/memory_handle_store.hpp"

#include <memory>
#include <utility>

namespace mcp::detail {

void MemoryHandleStore::add(const HandleKey& key, std::string_view text, const HandleLimits& limits) {
  auto value = std::make_shared<StoredHandle>(StoredHandle{std::string(text), 1});
  HandleEntries::Entries dropped;
  const std::lock_guard lock(mutex_);
  auto table = tables_.find(key.table);
  if (table == tables_.end()) {
    table = tables_.try_emplace(std::string(key.table), limits.lifetime, limits.max).first;
  }
  table->second.add(std::string(key.id), key.principal, std::move(value), now_(), dropped);
}

std::optional<StoredHandle> MemoryHandleStore::find(const HandleKey& key, const HandleLimits&) {
  HandleEntries::Entries dropped;
  const std::lock_guard lock(mutex_);
  const StoredHandle* const value = use(key, dropped);
  return value != nullptr ? std::optional(*value) : std::nullopt;
}

HandleReplace MemoryHandleStore::replace(const HandleKey& key, std::uint64_t version, std::string_view text,
                                         const HandleLimits&) {
  std::string copy(text);
  HandleEntries::Entries dropped;
  const std::lock_guard lock(mutex_);
  StoredHandle* const value = use(key, dropped);
  if (value == nullptr) return HandleReplace::Missing;
  if (value->version != version) return HandleReplace::Changed;
  value->text.swap(copy);
  ++value->version;
  return HandleReplace::Replaced;
}

bool MemoryHandleStore::erase(const HandleKey& key) {
  HandleEntries::Entries dropped;
  const std::lock_guard lock(mutex_);
  const auto table = tables_.find(key.table);
  return table != tables_.end() && table->second.erase(key.id, key.principal, now_(), dropped);
}

std::size_t MemoryHandleStore::size(std::string_view table) {
  HandleEntries::Entries dropped;
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find(table);
  return found != tables_.end() ? found->second.size(now_(), dropped) : 0;
}

StoredHandle* MemoryHandleStore::use(const HandleKey& key, HandleEntries::Entries& dropped) {
  const auto table = tables_.find(key.table);
  if (table == tables_.end()) return nullptr;
  HandleEntries::Entry* const entry = table->second.use(key.id, key.principal, now_(), dropped);
  return entry != nullptr ? static_cast<StoredHandle*>(entry->value.get()) : nullptr;
}

}  // namespace mcp::detail
