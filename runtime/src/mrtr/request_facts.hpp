// What a handler can know of a request beside its arguments: its revision, who sent it, and its `_meta`.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include <mcp/context.hpp>
#include <mcp/log_level.hpp>
#include <mcp/revision.hpp>

#include "requests/client.hpp"
#include "requests/session.hpp"

namespace mcp::protocol {

/// Copied out of the request on the receiving thread; nothing changes while the handler runs, so that any thread may
/// read it.
class RequestFacts {
 public:
  RequestFacts() = default;
  RequestFacts(const RequestFacts&) = delete;
  RequestFacts& operator=(const RequestFacts&) = delete;

  void read(const Request& request);
  /// Forgets everything; keeps memory.
  void clear() noexcept;

  [[nodiscard]] Revision revision() const noexcept { return revision_; }
  /// Who was authenticated; empty: nobody.
  [[nodiscard]] std::string_view principal() const noexcept { return principal_; }
  /// The address of the peer; empty: there is but one.
  [[nodiscard]] std::string_view peer() const noexcept { return peer_; }
  [[nodiscard]] const Client& client() const noexcept { return legacy_ ? legacy_->facts : client_; }
  /// The client of a session; null for a modern request.
  [[nodiscard]] LegacyClient* legacy() const noexcept { return legacy_.get(); }
  /// Whether the client declared the extension for tasks.
  [[nodiscard]] bool knows_tasks() const noexcept { return knows_tasks_; }
  /// Whether the client wants log messages of that level.
  [[nodiscard]] bool wants(LogLevel level) const noexcept;
  /// JSON; empty: the client wants no progress.
  [[nodiscard]] const std::string& progress_token() const noexcept { return progress_token_; }
  /// The whole `_meta`; null if there was none. Parsed when it is asked for first.
  [[nodiscard]] const nlohmann::json& meta();
  [[nodiscard]] TraceContext trace_context();

 private:
  Revision revision_{};
  std::shared_ptr<LegacyClient> legacy_;
  Client client_;  // of a modern request
  bool knows_tasks_ = false;
  std::optional<LogLevel> log_level_;  // of a modern request
  std::string principal_;
  std::string peer_;
  std::string progress_token_;
  std::string meta_text_;  // empty: none
  std::mutex meta_mutex_;
  std::shared_ptr<const nlohmann::json> meta_;  // guarded by meta_mutex_; null: not parsed
};

/// Empties a text; one that was large gives its memory back.
void forget(std::string& text) noexcept;

}  // namespace mcp::protocol
