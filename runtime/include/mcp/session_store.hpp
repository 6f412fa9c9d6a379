// Where servers keep the sessions of legacy clients over HTTP, so that any of them can serve a request of any session.
// Without a store, a session is known to the server that opened it alone.
//
// The server that opened a session stores it before it answers `initialize`. Another server that gets a request of a
// session it does not know asks the store, and serves the session from then on as if it had opened it. What changes
// in a session (a log level, a subscription, its end) is stored, and reaches the other servers that serve it when they
// report that they use it, every few seconds. What a session does not share: event streams, unless the
// servers have an EventStore, too, the answers to requests that a server has sent, and sessions of HTTP+SSE.
//
// mcp::test::check_session_store() tests an implementation.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/export.hpp>

namespace mcp {

/// What a server must know to serve a session that another one opened.
struct StoredSession {
  std::string principal{};                ///< who opened it; empty: nobody is authenticated. Any bytes
  std::string initialize{};               ///< the params of `initialize`, a JSON object; up to some 100 KB
  bool initialized = false;               ///< whether the client has sent `notifications/initialized`
  std::string log_level{};                ///< of the last `logging/setLevel`; empty: there was none
  std::vector<std::string> subscribed{};  ///< the resources that the client subscribed to, sorted

  bool operator==(const StoredSession&) const = default;
};

/// A session with the version that the store gave it: another one after each change.
struct VersionedSession {
  StoredSession session{};
  std::uint64_t version = 0;
};

/// A server's report that it serves a session.
struct SessionUse {
  std::string_view id;
  bool was_used = true;       ///< the client has used the session since the last report, so that its life begins anew
  std::uint64_t version = 0;  ///< what the store answers; 0: there is no such session any more
};

/// An interface for a store of sessions that servers share.
///
/// Threads: any number of threads may call at the same time. A call may block, for a few seconds at most, since a
/// server that ends waits for it; it runs on a thread that does nothing else. Atomicity: each session is changed at
/// once. Errors: an implementation whose store cannot be reached throws. Then no session is opened (503), a request of
/// a session that the server does not know is refused (503), and those that it knows go on; the log has a line. Ids are
/// of 32 to 64 printable ASCII characters, and as secret as passwords.
class MCP_EXPORT SessionStore {
 public:
  virtual ~SessionStore() = default;

  /// Keeps a session with a new id for `lifetime` from now on. Returns its version, which is not 0.
  virtual std::uint64_t create(std::string_view id, const StoredSession& session,
                               std::chrono::milliseconds lifetime) = 0;
  /// Replaces what is kept of a session; the last change wins. Returns its new version; 0: there is no such session any
  /// more, and none was made.
  virtual std::uint64_t change(std::string_view id, const StoredSession& session) = 0;
  /// The session of that id; nothing if there is none, or if its life is over.
  virtual std::optional<VersionedSession> find(std::string_view id) = 0;
  /// Sets the version of each of 1 to 1000 sessions, and lets the life of those that were used begin anew.
  virtual void report(std::span<SessionUse> uses, std::chrono::milliseconds lifetime) = 0;
  /// Forgets a session. There may be none of that id.
  virtual void remove(std::string_view id) = 0;

 protected:
  SessionStore() = default;
  SessionStore(const SessionStore&) = default;
  SessionStore& operator=(const SessionStore&) = default;
};

}  // namespace mcp
