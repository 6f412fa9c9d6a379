#include "http/router.hpp"

#include "http/header_values.hpp"
#include "http/response_writer.hpp"

namespace mcp::protocol::http {

namespace {

constexpr std::string_view kHealthPath = "/healthz";

Route route_if(bool is_right, RequestKind kind, std::string_view allow) noexcept {
  return is_right ? Route{kind} : Route{RequestKind::WrongVerb, allow};
}

Route route_of_endpoint(Verb verb) noexcept {
  switch (verb) {
    case Verb::Post:
      return {RequestKind::Message};
    case Verb::Get:
      return {RequestKind::SessionStream};
    case Verb::Delete:
      return {RequestKind::SessionEnd};
    default:
      return {RequestKind::WrongVerb, "POST, GET, DELETE"};
  }
}

}  // namespace

Route find_route(const Request& request, const EndpointOptions& options) noexcept {
  if (request.verb == Verb::Options && is_there(request.origin)) return {RequestKind::Preflight};
  if (request.path == options.path) return route_of_endpoint(request.verb);
  if (request.path == kHealthPath) {
    return route_if(request.verb == Verb::Get || request.verb == Verb::Head, RequestKind::Health, "GET, HEAD");
  }
  if (!options.sse_path.empty() && request.path == options.sse_path) {
    return route_if(request.verb == Verb::Get, RequestKind::SseStream, "GET");
  }
  if (!options.sse_path.empty() && request.path == options.message_path) {
    return route_if(request.verb == Verb::Post, RequestKind::SseMessage, "POST");
  }
  return {};
}

bool expects_json_rpc(const Request& request, const EndpointOptions& options) noexcept {
  if (request.verb != Verb::Post) return false;
  return request.path == options.path || (!options.message_path.empty() && request.path == options.message_path);
}

bool says_call(const Request& request) noexcept { return request.mirrored.method.value == "tools/call"; }

std::optional<Refusal> check_access(const Request& request, const HostRules& hosts) {
  if (is_there(request.origin) && (request.repeated == "Origin" || !hosts.allows_origin(request.origin))) {
    return Refusal{403, "Forbidden: this Origin is not allowed (--allow-origin)"};
  }
  // A probe may not know the server's name.
  if (request.path == kHealthPath) return std::nullopt;
  if (request.repeated == "MCP-Protocol-Version") {
    return Refusal{400, "Header mismatch: MCP-Protocol-Version is there twice", {}, ErrorCode::HeaderMismatch};
  }
  if (!request.repeated.empty())
    return Refusal{400, "Bad request: " + std::string(request.repeated) + " is there twice"};
  if (!is_there(request.host) && !request.http_1_0) return Refusal{400, "Bad request: there is no Host"};
  if (is_there(request.host) && !hosts.allows_host(request.host)) {
    return Refusal{403, "Forbidden: this Host is not allowed (--allow-host)"};
  }
  return std::nullopt;
}

bool needs_authorization(const Request& request) noexcept {
  // A probe may not know anybody, and browsers ask first without credentials.
  return request.path != kHealthPath && !(request.verb == Verb::Options && is_there(request.origin));
}

std::optional<Refusal> check_media_types(const Request& request) {
  if (!is_json_content_type(request.content_type)) {
    return Refusal{415, "Unsupported media type: send application/json"};
  }
  if (!accepts_json(request) && !accepts_events(request)) {
    return Refusal{406, "Not acceptable: answers are application/json or text/event-stream"};
  }
  return std::nullopt;
}

void append_cors_fields(const Request& request, std::string& to) {
  to.append("Access-Control-Allow-Origin: ").append(request.origin);
  to += "\r\nAccess-Control-Expose-Headers: Mcp-Session-Id, Retry-After\r\nVary: Origin\r\n";
  if (request.verb != Verb::Options) return;
  to += "Access-Control-Allow-Methods: POST, GET, DELETE\r\nAccess-Control-Max-Age: 7200\r\n";
  if (request.requested_fields.empty()) return;
  to.append("Access-Control-Allow-Headers: ").append(request.requested_fields).append("\r\n");
}

bool accepts_json(const Request& request) noexcept {
  return !is_there(request.accept) || accepts(request.accept, kJson);
}

bool accepts_events(const Request& request) noexcept {
  return !is_there(request.accept) || accepts(request.accept, kEventStream);
}

VersionHeader read_version(const Request& request) {
  if (!is_there(request.version)) return VersionHeader::None;
  const std::optional<Revision> revision = revision_named(request.version);
  if (!revision) return VersionHeader::Unknown;
  return is_modern(*revision) ? VersionHeader::Modern : VersionHeader::Legacy;
}

}  // namespace mcp::protocol::http
