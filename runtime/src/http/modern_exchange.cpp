// What an exchange does with a request: the checks, in their order, and where it goes then. take_legacy.cpp has what
// needs a session.
#include <string>
#include <utility>

#include "http/exchange.hpp"
#include "http/header_values.hpp"
#include "http/mirrored_headers.hpp"
#include "jsonrpc/errors.hpp"
#include "requests/refusals.hpp"

namespace mcp::protocol::http {

namespace {

constexpr std::string_view kEvents = "text/event-stream";
constexpr std::string_view kMetaNeeded =
    "Invalid params: params._meta needs \"io.modelcontextprotocol/protocolVersion\" and "
    "\"io.modelcontextprotocol/clientCapabilities\"";

/// Bytes of a name in the access log.
constexpr std::size_t kNoted = 128;

/// The trace id of a W3C `traceparent`; empty if it is none.
std::string_view trace_id_of(std::string_view traceparent) noexcept {
  constexpr std::size_t kVersion = 3, kTraceId = 32;
  if (traceparent.size() < kVersion + kTraceId + 1 || traceparent[2] != '-') return {};
  const std::string_view id = traceparent.substr(kVersion, kTraceId);
  return id.find_first_not_of("0123456789abcdef") == std::string_view::npos && traceparent[kVersion + kTraceId] == '-'
             ? id
             : std::string_view();
}

}  // namespace

bool Exchange::admit(const Request& request) {
  const HostRules& hosts = endpoint_.hosts();
  const EndpointOptions& options = endpoint_.options();
  answers_rpc_ =
      request.verb == Verb::Post &&
      (request.path == options.path || (!options.message_path.empty() && request.path == options.message_path));
  if (is_there(request.origin) && (request.repeated == "Origin" || !hosts.allows_origin(request.origin))) {
    refuse(403, "Forbidden: this Origin is not allowed (--allow-origin)");
    return false;
  }
  if (request.path == "/healthz") return true;  // whoever probes a server may not know its name
  if (request.repeated == "MCP-Protocol-Version") {
    refuse_json(400, {}, ErrorCode::HeaderMismatch, "Header mismatch: MCP-Protocol-Version is there twice");
    return false;
  }
  if (!request.repeated.empty()) {
    refuse(400, "Bad request: " + std::string(request.repeated) + " is there twice");
    return false;
  }
  if (!is_there(request.host) && !request.http_1_0) {
    refuse(400, "Bad request: there is no Host");
    return false;
  }
  if (is_there(request.host) && !hosts.allows_host(request.host)) {
    refuse(403, "Forbidden: this Host is not allowed (--allow-host)");
    return false;
  }
  if (request.verb == Verb::Options && is_there(request.origin)) return true;  // sent without credentials
  if (options.needs_principal && request.principal.empty()) {
    refuse(401, "Unauthorized: nobody is authenticated", "WWW-Authenticate: " + options.challenge + "\r\n");
    return false;
  }
  return true;
}

void Exchange::take(const Request& request) {
  state_ = State::Opening;
  modern_ = false;
  try {
    route(request);
  } catch (...) {
    // Unless a call is under way, nobody owes an answer any more.
    const std::shared_ptr<void> keep = call_ == nullptr ? std::move(kept_) : nullptr;
    fail();
  }
}

void Exchange::route(const Request& request) {
  takes_json_ = !is_there(request.accept) || accepts(request.accept, kJson);
  takes_events_ = !is_there(request.accept) || accepts(request.accept, kEvents);
  origin_fields_.clear();
  if (!admit(request)) return;
  if (is_there(request.origin)) tell_browser(request);

  const EndpointOptions& options = endpoint_.options();
  // A browser asks whether its page may ask.
  if (request.verb == Verb::Options && is_there(request.origin)) return respond(204, {}, {});
  if (request.path == options.path) {
    switch (request.verb) {
      case Verb::Post:
        return post(request);
      case Verb::Get:
        return get(request);
      case Verb::Delete:
        return remove(request);
      default:
        return refuse_verb(request, "POST, GET, DELETE");
    }
  }
  if (request.path == "/healthz") return health(request);
  if (!options.sse_path.empty() && request.path == options.sse_path) {
    return request.verb == Verb::Get ? open_sse(request) : refuse_verb(request, "GET");
  }
  if (!options.sse_path.empty() && request.path == options.message_path) {
    return request.verb == Verb::Post ? post_message(request) : refuse_verb(request, "POST");
  }
  refuse(404, "Not found: the MCP endpoint is " + options.path);
}

/// That its page may read the answer, and for a browser that asks first, what the page may send (Fetch, "CORS
/// protocol"). The origin is an allowed one.
void Exchange::tell_browser(const Request& request) {
  origin_fields_.assign("Access-Control-Allow-Origin: ").append(request.origin);
  origin_fields_ += "\r\nAccess-Control-Expose-Headers: Mcp-Session-Id, Retry-After\r\nVary: Origin\r\n";
  if (request.verb != Verb::Options) return;
  origin_fields_ += "Access-Control-Allow-Methods: POST, GET, DELETE\r\nAccess-Control-Max-Age: 7200\r\n";
  if (request.requested_fields.empty()) return;
  origin_fields_.append("Access-Control-Allow-Headers: ").append(request.requested_fields).append("\r\n");
}

void Exchange::refuse_verb(const Request&, std::string_view allowed) {
  refuse(405, "Method not allowed", "Allow: " + std::string(allowed) + "\r\n");
}

void Exchange::health(const Request& request) {
  if (request.verb != Verb::Get && request.verb != Verb::Head) return refuse_verb(request, "GET, HEAD");
  if (endpoint_.shutting_down()) return refuse(503, "shutting down");
  respond(200, kPlainText, "ok\n");
}

bool Exchange::refuse_early(const Request& request) {
  if (request.verb != Verb::Post || request.path != endpoint_.options().path || !says_call(request)) return false;
  if (!endpoint_.wait_for_call(holder_of(request.principal, request.peer), loop_resources_.loop.now())) return false;
  state_ = State::Opening;
  if (take_notes_) note_ = {};
  origin_fields_.clear();
  if (!admit(request)) return true;  // which says more
  if (is_there(request.origin)) tell_browser(request);
  return refuse_call_for_rate(request);
}

bool Exchange::says_call(const Request& request) { return request.mirrored.method.value == "tools/call"; }

/// A call whose header says that it is one is refused in the same way, whether its body has come or not.
bool Exchange::refuse_call_for_rate(const Request& request) {
  if (!says_call(request)) return false;
  const auto wait = endpoint_.wait_for_call(holder_of(request.principal, request.peer), loop_resources_.loop.now());
  if (wait) refuse_for_rate(*wait);
  return wait.has_value();
}

void Exchange::take_note(const Request& request, const Message& message) {
  note_.method.assign(message.method.substr(0, kNoted));
  if (is_there(request.traceparent)) note_.trace_id.assign(trace_id_of(request.traceparent));
  if (!message.params || message.params->kind() != JsonKind::Object) return;
  const MemberLookup name = find_member(*message.params, "name");
  if (name.count == 1 && name.value.kind() == JsonKind::String)
    note_.name.assign(name.value.string().substr(0, kNoted));
  if (!note_.trace_id.empty()) return;
  const MemberLookup meta = find_member(*message.params, "_meta");
  const MemberLookup parent = meta.count == 0 ? MemberLookup{} : find_member(meta.value, "traceparent");
  if (parent.count == 1 && parent.value.kind() == JsonKind::String)
    note_.trace_id.assign(trace_id_of(parent.value.string()));
}

void Exchange::post(const Request& request) {
  if (refuse_call_for_rate(request)) return;
  if (!is_json_content_type(request.content_type)) {
    return refuse(415, "Unsupported media type: send application/json");
  }
  if (!takes_json_ && !takes_events_) {
    return refuse(406, "Not acceptable: answers are application/json or text/event-stream");
  }
  Document& document = loop_resources_.document;
  if (const std::string_view problem = document.parse(request.body); !problem.empty()) {
    return refuse_json(400, {}, ErrorCode::ParseError, "Parse error: " + std::string(problem));
  }
  loop_resources_.reader.begin(request.body);
  const Value root = document.root();
  if (root.kind() == JsonKind::Array) return take_batch(request, root);
  handle_message(request, loop_resources_.reader.read(root));
}

void Exchange::handle_message(const Request& request, const Message& message) {
  if (take_notes_) take_note(request, message);
  const DeclaredRevision declared = read_declared_revision(message.params);
  const bool says_modern = is_there(request.version) && !names_legacy(request.version);
  modern_ = says_modern || declared.kind == DeclaredRevision::Kind::Unsupported || !declared.requested.empty();
  if (message.kind == MessageKind::Invalid) {
    return refuse_json(400, message.id, ErrorCode::InvalidRequest, message.problem);
  }
  if (!modern_ && declared.kind == DeclaredRevision::Kind::Malformed && !is_there(request.session_id)) {
    return refuse_json(400, message.id, ErrorCode::InvalidParams, declared.problem);
  }
  if (!modern_) return handle_legacy(request, message);
  if (message.kind == MessageKind::Response) {
    return refuse_json(400, {}, ErrorCode::InvalidRequest,
                       "Invalid request: nothing was asked, so nothing can be answered");
  }
  if (message.kind == MessageKind::Notification && says_modern && request.version != name_of(Revision::V2026_07_28)) {
    return refuse_json(400, {}, ErrorCode::UnsupportedProtocolVersion, kUnsupportedVersion,
                       unsupported_version_data(to_utf8(request.version)));
  }
  // There is nothing that a notification could tell: the stream of a request ends to cancel it.
  if (message.kind == MessageKind::Notification) return accepted();
  handle_modern(request, message, declared);
}

void Exchange::handle_modern(const Request& request, const Message& message, const DeclaredRevision& declared) {
  const auto bad = [&](ErrorCode code, std::string_view text, std::string_view data = {}) {
    refuse_json(400, message.id, code, text, data);
  };
  if (message.params && message.params->kind() != JsonKind::Object) {
    return bad(ErrorCode::InvalidParams, "Invalid params: params must be an object");
  }
  if (declared.kind == DeclaredRevision::Kind::Malformed) return bad(ErrorCode::InvalidParams, declared.problem);
  if (declared.kind == DeclaredRevision::Kind::Legacy) return bad(ErrorCode::InvalidParams, kMetaNeeded);
  if (!is_there(request.version)) {
    return bad(ErrorCode::HeaderMismatch,
               "Header mismatch: MCP-Protocol-Version is missing; it must repeat "
               "_meta[\"io.modelcontextprotocol/protocolVersion\"] (" +
                   in_quotes(declared.requested) + ")");
  }
  if (request.version != declared.requested) {
    return bad(ErrorCode::HeaderMismatch,
               "Header mismatch: MCP-Protocol-Version is " + in_quotes(to_utf8(request.version)) +
                   " but _meta[\"io.modelcontextprotocol/protocolVersion\"] is " + in_quotes(declared.requested));
  }
  if (declared.kind == DeclaredRevision::Kind::Unsupported) {
    return bad(ErrorCode::UnsupportedProtocolVersion, kUnsupportedVersion,
               unsupported_version_data(declared.requested));
  }
  if (const std::string problem = mirror_problem(request, message, Mirroring::Required); !problem.empty()) {
    return bad(ErrorCode::HeaderMismatch, problem);
  }

  protocol::Request rpc{Revision::V2026_07_28, message.id, message.method,    message.params, declared.meta, this,
                        request.body.size(),   this,       request.principal, nullptr,        request.peer};
  DispatchContext context{.writer = loop_resources_.writer,
                          .calls = loop_resources_.calls,
                          .session = nullptr,
                          .peer = holder_of(request.principal, request.peer)};
  if (message.method == "subscriptions/listen") {
    if (!takes_events_) return refuse(406, "Not acceptable: subscriptions/listen is answered by text/event-stream");
    if (endpoint_.shutting_down()) return refuse(503, "shutting down");
  }
  expect_answer();
  if (call_admitted(request, rpc, context)) dispatch(rpc, context);
  if (context.opened != nullptr) return open_subscription(std::move(context.opened));
  if (!answered_.load(std::memory_order_relaxed)) state_ = State::Waiting;
}

std::string Exchange::mirror_problem(const Request& request, const Message& message, Mirroring mirroring) const {
  std::span<const detail::MirroredArgument> mirrored;
  std::shared_ptr<const Feature> tool;
  if (message.method == "tools/call" && message.params) {
    const MemberLookup name = find_member(*message.params, "name");
    if (name.count == 1 && name.value.kind() == JsonKind::String) {
      tool = endpoint_.dispatcher().find_tool(name.value.string());
      if (tool != nullptr) mirrored = tool->handler->mirrored;
    }
  }
  return find_header_mismatch(request.mirrored, {message.method, message.params, mirrored}, mirroring);
}

bool Exchange::call_admitted(const Request& request, const protocol::Request& rpc, DispatchContext& context) {
  if (!endpoint_.dispatcher().runs_handler(rpc.method)) return true;
  const auto wait = endpoint_.admit_call(holder_of(request.principal, request.peer), loop_resources_.loop.now());
  if (!wait) return true;
  endpoint_.dispatcher().refuse_for_rate(rpc, context, *wait);
  return false;
}

void Exchange::refuse_for_rate(std::chrono::milliseconds wait) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
  refuse(429, too_many_calls(wait), "Retry-After: " + std::to_string(seconds) + "\r\n");
}

}  // namespace mcp::protocol::http
