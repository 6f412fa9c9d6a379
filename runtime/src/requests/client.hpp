// What a client declares: its name and its capabilities.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include <mcp/codec/value.hpp>
#include <mcp/context.hpp>
#include <mcp/log_level.hpp>
#include <mcp/revision.hpp>
#include <mcp/spec/extensions.hpp>

#include "jsonrpc/message.hpp"
#include "jsonrpc/params.hpp"
#include "requests/outgoing_requests.hpp"

namespace mcp::protocol {

using spec::kTasksExtension;

/// Reads a ClientCapabilities object, as far as the revision defines it. Sets `knows_tasks` if it declares the
/// extension for tasks.
void read_capabilities(Value capabilities, Revision revision, Client& to, bool& knows_tasks);
/// How a program names itself (Implementation of the schema).
struct Implementation {
  std::string name;
  std::string version;
  TextMember title;
};

/// Sets what is said of the client, cut to a length that can be kept.
void set_client_info(const Implementation& said, Client& to);
/// Sets the level of that name; returns false if there is none.
[[nodiscard]] bool read_log_level(std::string_view name, LogLevel& to) noexcept;
[[nodiscard]] std::string_view name_of(LogLevel level) noexcept;

/// Reads a Response.
[[nodiscard]] ClientReply reply_of(const Message& response);

/// The client of a legacy session, from `initialize` on. The session and its calls share it. The facts of `initialize`
/// are immutable; the rest is thread-safe.
struct LegacyClient {
  LegacyClient() = default;
  /// Replaces the client `before` on the same connection.
  explicit LegacyClient(const LegacyClient& before) : outgoing(before.outgoing) {}

  Client facts;
  /// The level that the last `logging/setLevel` set.
  std::atomic<LogLevel> log_level = LogLevel::Info;
  /// Whether the client has sent `notifications/initialized`. Before that, it must not be asked anything.
  std::atomic<bool> ready = false;
  OutgoingRequests outgoing;
  /// The number of calls that wait for its answers.
  std::atomic<unsigned> waiting = 0;
};

}  // namespace mcp::protocol

namespace mcp {

template <>
struct codec<protocol::Implementation> : protocol::MessageCodec<protocol::Implementation> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(name, "name"), MCP_REQUIRED(version, "version"),
                                                MCP_OPTIONAL(title, "title")};
};

}  // namespace mcp
