// A store of sessions for the servers of one process.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>

#include <mcp/session_store.hpp>

namespace mcp::protocol {

/// Keeps as many sessions as its servers make; a session goes when it is over and something is created.
class MemorySessionStore final : public SessionStore {
 public:
  std::uint64_t create(std::string_view id, const StoredSession& session, std::chrono::milliseconds lifetime) override;
  std::uint64_t change(std::string_view id, const StoredSession& session) override;
  std::optional<VersionedSession> find(std::string_view id) override;
  void report(std::span<SessionUse> uses, std::chrono::milliseconds lifetime) override;
  void remove(std::string_view id) override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Kept {
    VersionedSession session;
    Clock::time_point ends;
  };
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  /// The session, or null. Under the lock.
  [[nodiscard]] Kept* living(std::string_view id);

  std::mutex mutex_;
  std::uint64_t next_version_ = 1;
  std::unordered_map<std::string, Kept, Hash, std::equal_to<>> sessions_;
};

}  // namespace mcp::protocol
