#include "stores/memory_session_store.hpp"

namespace mcp::protocol {

MemorySessionStore::Kept* MemorySessionStore::living(std::string_view id) {
  const auto found = sessions_.find(id);
  return found != sessions_.end() && found->second.ends > Clock::now() ? &found->second : nullptr;
}

std::uint64_t MemorySessionStore::create(std::string_view id, const StoredSession& session,
                                         std::chrono::milliseconds lifetime) {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  std::erase_if(sessions_, [&](const auto& entry) { return entry.second.ends <= now; });
  const std::uint64_t version = next_version_++;
  sessions_.insert_or_assign(std::string(id), Kept{{session, version}, now + lifetime});
  return version;
}

std::uint64_t MemorySessionStore::change(std::string_view id, const StoredSession& session) {
  const std::lock_guard lock(mutex_);
  Kept* const kept = living(id);
  if (kept == nullptr) return 0;
  kept->session = {session, next_version_++};
  return kept->session.version;
}

std::optional<VersionedSession> MemorySessionStore::find(std::string_view id) {
  const std::lock_guard lock(mutex_);
  const Kept* const kept = living(id);
  return kept != nullptr ? std::optional(kept->session) : std::nullopt;
}

void MemorySessionStore::report(std::span<SessionUse> uses, std::chrono::milliseconds lifetime) {
  const std::lock_guard lock(mutex_);
  for (SessionUse& use : uses) {
    Kept* const kept = living(use.id);
    use.version = kept != nullptr ? kept->session.version : 0;
    if (kept != nullptr && use.was_used) kept->ends = Clock::now() + lifetime;
  }
}

void MemorySessionStore::remove(std::string_view id) {
  const std::lock_guard lock(mutex_);
  if (const auto found = sessions_.find(id); found != sessions_.end()) sessions_.erase(found);
}

}  // namespace mcp::protocol
