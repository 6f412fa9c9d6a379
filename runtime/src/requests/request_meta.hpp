// Reads the `_meta` of a request, once.
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

/// The members that the protocol defines. Views are valid as long as the message.
struct RequestMeta {
  /// Reads `meta`, an object, without checking it.
  explicit RequestMeta(Value meta);

  /// A static error text if the members break a rule for modern requests, except that on the version; else empty
  /// (2026-07-28, basic, "Metadata").
  [[nodiscard]] std::string_view problem() const;
  /// Whether `progressToken` is present and is a string or an integer, in any spelling.
  [[nodiscard]] bool has_progress_token() const;

  Value object;
  MemberLookup version, capabilities, client_info, log_level, progress_token;
};

}  // namespace mcp::protocol
