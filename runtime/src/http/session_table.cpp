#include "http/session_table.hpp"

#include "base/shares.hpp"

namespace mcp::protocol::http {

std::shared_ptr<Session> SessionTable::make(std::string_view principal, std::string_view peer, std::string_view id) {
  const std::string_view holder = holder_of(principal, peer);
  const std::size_t share = share_of(limits_.max_sessions, holder);
  const std::size_t all = size();
  if (all >= limits_.max_sessions || (all >= share && budget_.keepers_of(holder) >= share)) return nullptr;
  return std::make_shared<Session>(id.empty() ? ids_.make() : std::string(id), std::string(principal), limits_, budget_,
                                   peer, first_id_);
}

std::shared_ptr<Session> SessionTable::publish(const std::shared_ptr<Session>& session,
                                               std::chrono::steady_clock::time_point now) {
  session->used(now);
  const std::lock_guard lock(mutex_);
  return sessions_.emplace(session->id(), session).first->second;
}

bool SessionTable::has(std::string_view id) const {
  const std::lock_guard lock(mutex_);
  return sessions_.contains(id);
}

std::vector<std::shared_ptr<Session>> SessionTable::all() const {
  std::vector<std::shared_ptr<Session>> all;
  const std::lock_guard lock(mutex_);
  all.reserve(sessions_.size());
  for (const auto& [id, session] : sessions_) all.push_back(session);
  return all;
}

std::shared_ptr<Session> SessionTable::find(std::string_view id, std::string_view principal) const {
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(id);
  return found != sessions_.end() && found->second->principal() == principal ? found->second : nullptr;
}

std::shared_ptr<Session> SessionTable::find(std::string_view id) const {
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(id);
  return found != sessions_.end() ? found->second : nullptr;
}

void SessionTable::remove(const Session& session) {
  const std::lock_guard lock(mutex_);
  sessions_.erase(session.id());
}

std::vector<std::shared_ptr<Session>> SessionTable::take_expired(std::chrono::steady_clock::time_point now) {
  std::vector<std::shared_ptr<Session>> expired;
  const std::lock_guard lock(mutex_);
  for (auto at = sessions_.begin(); at != sessions_.end();) {
    // Another owner has a call under way, or is about to use the session.
    if (at->second.use_count() == 1 && at->second->expired(now)) {
      expired.push_back(std::move(at->second));
      at = sessions_.erase(at);
    } else {
      ++at;
    }
  }
  return expired;
}

std::vector<std::shared_ptr<Session>> SessionTable::take_all() {
  std::vector<std::shared_ptr<Session>> all;
  const std::lock_guard lock(mutex_);
  for (auto& [id, session] : sessions_) all.push_back(std::move(session));
  sessions_.clear();
  return all;
}

std::size_t SessionTable::size() const {
  const std::lock_guard lock(mutex_);
  return sessions_.size();
}

}  // namespace mcp::protocol::http
