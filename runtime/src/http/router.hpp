// What an HTTP request is for, by its verb, path and headers alone, and what is refused without reading its body. There
// is no state: everything is a function of the request.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/endpoint.hpp"
#include "http/request.hpp"
#include "jsonrpc/errors.hpp"

namespace mcp::protocol::http {

enum class RequestKind : std::uint8_t {
  Message,        ///< a POST to the endpoint: a message or a batch
  SessionStream,  ///< a GET of it: an event stream of a session
  SessionEnd,     ///< a DELETE of it
  SseStream,      ///< HTTP+SSE: the event stream that is a session
  SseMessage,     ///< HTTP+SSE: a message beside it
  Health,         ///< whether the server is there
  Preflight,      ///< a browser asks whether its page may ask (Fetch, "CORS-preflight request")
  WrongVerb,      ///< the path has other verbs
  UnknownPath,
};

struct Route {
  RequestKind kind = RequestKind::UnknownPath;
  std::string_view allow = {};  // of WrongVerb: the verbs that the path has, as the header Allow lists them
};
[[nodiscard]] Route find_route(const Request& request, const EndpointOptions& options) noexcept;

/// Whether a refusal of the request is an error of JSON-RPC: it was to be a message.
[[nodiscard]] bool expects_json_rpc(const Request& request, const EndpointOptions& options) noexcept;
/// Whether its headers say that it calls a tool.
[[nodiscard]] bool says_call(const Request& request) noexcept;

/// Why a request is refused.
struct Refusal {
  unsigned status;
  std::string text;
  std::string fields = {};  // further header lines, each with CRLF at its end
  ErrorCode code = {};      // of JSON-RPC, whatever expects_json_rpc() says; none: that of the status
};
/// What is wrong with the headers that say who asks whom: Origin and Host, and fields that are there twice.
[[nodiscard]] std::optional<Refusal> check_access(const Request& request, const HostRules& hosts);
/// Whether the Authorizer is asked who sends the request.
[[nodiscard]] bool needs_authorization(const Request& request) noexcept;
/// What is wrong with the media types of a POST of messages.
[[nodiscard]] std::optional<Refusal> check_media_types(const Request& request);

/// Appends the header lines that let the page of a browser read the answer and, for a browser that asks first, say what
/// the page may send (Fetch, "CORS protocol"). The origin is there, and an allowed one.
void append_cors_fields(const Request& request, std::string& to);

/// Whether the client accepts answers of these types. Without a header Accept it accepts everything.
[[nodiscard]] bool accepts_json(const Request& request) noexcept;
[[nodiscard]] bool accepts_events(const Request& request) noexcept;

/// What MCP-Protocol-Version says.
enum class VersionHeader : std::uint8_t { None, Legacy, Modern, Unknown };
[[nodiscard]] VersionHeader read_version(const Request& request);

}  // namespace mcp::protocol::http
