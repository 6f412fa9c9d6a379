// An HTTP request as the protocol core sees it: what the transport read, sorted, nothing judged.
#pragma once

#include <span>
#include <string_view>

#include "http/mirrored_headers.hpp"

namespace mcp::protocol::http {

enum class Verb : unsigned char { Get, Head, Post, Delete, Options, Other };

/// One request. All views live until Exchange::take() returns. A field that was not sent has no data().
struct Request {
  Verb verb = Verb::Other;
  std::string_view path;   // of the target, as sent
  std::string_view query;  // behind the question mark

  std::string_view host;
  std::string_view origin;
  std::string_view requested_fields;  // Access-Control-Request-Headers, of a browser that asks first
  std::string_view accept;            // several are joined by commas
  std::string_view content_type;
  std::string_view version;        // MCP-Protocol-Version
  std::string_view session_id;     // Mcp-Session-Id
  std::string_view last_event_id;  // Last-Event-ID
  std::string_view traceparent;    // W3C Trace Context
  std::string_view forwarded;      // Forwarded, the last field; of meaning from a trusted proxy alone
  std::string_view forwarded_for;  // X-Forwarded-For, likewise
  /// The fields that the Authorizer reads, in the order of its header_names(), whether they were sent or not. Empty:
  /// there is no authorizer.
  std::span<const std::string_view> credentials;
  std::string_view principal;  // who was authenticated; not sent, but the verdict of the authorizer. Empty: nobody
  /// What may be there once and was there twice: the name of such a field, else empty.
  std::string_view repeated;

  MirroredFields mirrored;

  /// kJsonPadding bytes behind it are readable.
  std::string_view body;
  /// Who sends, as far as the transport can tell, and whose requests are counted together: an address without its port,
  /// or an IPv6 network.
  std::string_view peer;
  bool http_1_0 = false;
};

/// Whether a field was sent, be its value empty.
[[nodiscard]] inline bool is_there(std::string_view value) noexcept { return value.data() != nullptr; }

}  // namespace mcp::protocol::http
