// The `_meta` of a request, read once.
#pragma once

#include <string_view>

#include <mcp/codec/value.hpp>

#include "jsonrpc/message.hpp"

namespace mcp::protocol {

inline constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kClientInfoKey = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view kLogLevelKey = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view kServerInfoKey = "io.modelcontextprotocol/serverInfo";

/// The members that the protocol defines. Views live as long as the message.
struct RequestMeta {
  /// Reads `meta`, an object; nothing of it is checked.
  explicit RequestMeta(Value meta);

  /// The rule of a modern request that the members break, the version aside: a static text for people; empty if they
  /// break none (2026-07-28, basic, "Metadata").
  [[nodiscard]] std::string_view problem() const;
  /// Whether `progressToken` is there, as a string or an integer in any spelling.
  [[nodiscard]] bool has_progress_token() const;

  Value object;
  MemberLookup version, capabilities, client_info, log_level, progress_token;
};

}  // namespace mcp::protocol
