// The sessions that a server shares with others by a SessionStore.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/session_store.hpp>

#include "base/log_sink.hpp"
#include "stores/store_threads.hpp"

namespace mcp::protocol {

/// Asks a store on threads of its own, about one session in the order of the calls. Thread-safe. No function waits for
/// the store, but the destructor waits for what is on its way. What is passed as `done` is called once, on one of the
/// threads, or at once where too much waits for the store.
class SharedSessions {
 public:
  /// A session that is reported.
  struct Report {
    std::string id;
    bool was_used = true;
    std::uint64_t version = 0;  // the answer; 0: the session has ended
  };

  /// `lifetime` is that of a session that nobody uses. `log` outlives it.
  SharedSessions(std::shared_ptr<SessionStore> store, std::chrono::milliseconds lifetime, LogSink& log);
  ~SharedSessions();
  SharedSessions(const SharedSessions&) = delete;
  SharedSessions& operator=(const SharedSessions&) = delete;

  /// Room for `bytes` of a request that waits for the store, until the pointer is released; null if there is none, or
  /// if what that holder lets wait would fill half of it.
  [[nodiscard]] std::shared_ptr<void> take_room(std::string_view holder, std::size_t bytes);

  /// `failed` means that the store cannot be asked now.
  using Found = std::function<void(std::optional<VersionedSession> session, bool failed)>;
  void find(const std::string& id, const Found& done);
  /// `version` is nothing if the store cannot be asked now; 0: there is no such session any more.
  using Stored = std::function<void(std::optional<std::uint64_t> version)>;
  void create(const std::string& id, StoredSession session, const Stored& done);
  void change(const std::string& id, StoredSession session, const Stored& done);
  void remove(const std::string& id);
  /// At most 1000 sessions. `done` is not called if the store cannot be asked now.
  void report(std::vector<Report> sessions, const std::function<void(const std::vector<Report>& sessions)>& done);

  /// Waits until the store was asked for everything that was called for before. For tests.
  void wait_until_idle();

 private:
  class Room;

  const std::shared_ptr<SessionStore> store_;
  const std::chrono::milliseconds lifetime_;
  const std::shared_ptr<Room> room_;
  StoreThreads threads_;  // last: they use the others
};

}  // namespace mcp::protocol
