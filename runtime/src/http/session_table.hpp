// All legacy sessions of a server over HTTP, by their ids.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "http/event_budget.hpp"
#include "http/session.hpp"
#include "http/session_limits.hpp"

namespace mcp::protocol::http {

/// Where session ids come from.
class SessionIds {
 public:
  /// 32 characters or more, unguessable, each from 0x21 to 0x7E.
  [[nodiscard]] virtual std::string make() = 0;

 protected:
  ~SessionIds() = default;
};

/// All sessions of a server. Thread-safe.
class SessionTable {
 public:
  /// `first_id`: see Session.
  SessionTable(const SessionLimits& limits, SessionIds& ids, std::uint64_t first_id = 1)
      : limits_(limits), ids_(ids), first_id_(first_id), budget_(limits.max_replay_total) {}

  /// A session that find() does not know yet; null if there are as many as may be, or half of that of this principal
  /// or, where nobody is authenticated, of this peer's address. `id` is empty for a new one.
  [[nodiscard]] std::shared_ptr<Session> make(std::string_view principal, std::string_view peer = {},
                                              std::string_view id = {});
  /// From now on find() knows it, or one of the same id that was published before: the one that it knows.
  std::shared_ptr<Session> publish(const std::shared_ptr<Session>& session, std::chrono::steady_clock::time_point now);
  /// Whether there is a session of that id, whoever opened it.
  [[nodiscard]] bool has(std::string_view id) const;
  /// All sessions.
  [[nodiscard]] std::vector<std::shared_ptr<Session>> all() const;
  /// The session of that id and principal, or null.
  [[nodiscard]] std::shared_ptr<Session> find(std::string_view id, std::string_view principal) const;
  /// The session of that id, whoever opened it, or null.
  [[nodiscard]] std::shared_ptr<Session> find(std::string_view id) const;
  /// find() does not know it any more. The caller ends it.
  void remove(const Session& session);
  /// Removes and returns those that expired.
  [[nodiscard]] std::vector<std::shared_ptr<Session>> take_expired(std::chrono::steady_clock::time_point now);
  /// The same for all.
  [[nodiscard]] std::vector<std::shared_ptr<Session>> take_all();
  [[nodiscard]] std::size_t size() const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  const SessionLimits& limits_;
  SessionIds& ids_;
  const std::uint64_t first_id_;
  EventBudget budget_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Session>, Hash, std::equal_to<>> sessions_;
};

}  // namespace mcp::protocol::http
