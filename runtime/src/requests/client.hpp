// What a client says of itself: its name, and what can be asked of it.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include <mcp/codec/value.hpp>
#include <mcp/context.hpp>
#include <mcp/log_level.hpp>
#include <mcp/revision.hpp>

#include "jsonrpc/message.hpp"
#include "jsonrpc/params.hpp"
#include "requests/outgoing_requests.hpp"

namespace mcp::protocol {

/// The extension that lets calls become tasks.
inline constexpr std::string_view kTasksExtension = "io.modelcontextprotocol/tasks";

/// Sets what a ClientCapabilities object declares, as far as the revision knows it. `knows_tasks` is the tasks
/// extension.
void read_capabilities(Value capabilities, Revision revision, Client& to, bool& knows_tasks);
/// How a program names itself (Implementation of the schema).
struct Implementation {
  std::string name;
  std::string version;
  std::optional<std::string> title;
};

/// Sets what is said of the client, cut to a length that can be kept.
void set_client_info(const Implementation& said, Client& to);
/// The level of that name; false if there is none.
[[nodiscard]] bool read_log_level(std::string_view name, LogLevel& to) noexcept;
[[nodiscard]] std::string_view name_of(LogLevel level) noexcept;

/// What a Response says.
[[nodiscard]] ClientReply reply_of(const Message& response);

/// The client of a legacy session, from `initialize` on. Calls share it with their session. What `initialize` said is
/// immutable; the rest is thread-safe.
struct LegacyClient {
  LegacyClient() = default;
  /// One that takes the place of `before` on the same connection.
  explicit LegacyClient(const LegacyClient& before) : line(before.line) {}

  Client facts;
  /// What `logging/setLevel` asked for last.
  std::atomic<LogLevel> log_level = LogLevel::Info;
  /// Whether it sent `notifications/initialized`: before that it is asked nothing.
  std::atomic<bool> ready = false;
  OutgoingRequests line;
  /// Calls that wait for its answers.
  std::atomic<unsigned> waiting = 0;
};

}  // namespace mcp::protocol

namespace mcp {

template <>
struct codec<protocol::Implementation> : detail::ObjectCodec<protocol::Implementation> {
  using T = protocol::Implementation;
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(T, name, "name"), MCP_REQUIRED(T, version, "version"),
                                                MCP_OPTIONAL(T, title, "title")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
};

}  // namespace mcp
