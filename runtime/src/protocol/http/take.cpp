// What an exchange does with a request: the checks, in their order, and where it goes then.
#include <string>
#include <utility>

#include <mcp/protocol/batch.hpp>
#include <mcp/protocol/errors.hpp>
#include <mcp/protocol/http/exchange.hpp>
#include <mcp/protocol/http/header_values.hpp>
#include <mcp/protocol/http/mirrored_headers.hpp>

#include "protocol/http/stream_reply.hpp"
#include "protocol/refusals.hpp"

namespace mcp::protocol::http {

namespace {

constexpr std::string_view kEvents = "text/event-stream";
constexpr std::string_view kMetaNeeded =
    "Invalid params: params._meta needs \"io.modelcontextprotocol/protocolVersion\" and "
    "\"io.modelcontextprotocol/clientCapabilities\"";
constexpr std::string_view kSessionNeeded =
    "Mcp-Session-Id is missing: send \"initialize\" first (revisions up to 2025-11-25), or put "
    "\"io.modelcontextprotocol/protocolVersion\": \"2026-07-28\" and "
    "\"io.modelcontextprotocol/clientCapabilities\": {} into params._meta of every request";

std::string retry_after(std::chrono::milliseconds wait) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
  return "Retry-After: " + std::to_string(seconds) + "\r\n";
}

/// Whose calls are counted together.
std::string_view caller(const Request& request) noexcept {
  return request.principal.empty() ? request.peer : request.principal;
}

/// The trace id of a W3C `traceparent`; empty if it is none.
std::string_view trace_id_of(std::string_view traceparent) noexcept {
  constexpr std::size_t kVersion = 3, kTraceId = 32;
  if (traceparent.size() < kVersion + kTraceId + 1 || traceparent[2] != '-') return {};
  const std::string_view id = traceparent.substr(kVersion, kTraceId);
  return id.find_first_not_of("0123456789abcdef") == std::string_view::npos && traceparent[kVersion + kTraceId] == '-'
             ? id
             : std::string_view();
}

bool is_legacy_version(std::string_view name) {
  const auto revision = revision_named(name);
  return revision && !is_modern(*revision);
}

}  // namespace

bool Exchange::admit(const Request& request) {
  const HostRules& hosts = endpoint_.hosts();
  if (is_there(request.origin) && (request.repeated == "Origin" || !hosts.allows_origin(request.origin))) {
    refuse(403, "Forbidden: this Origin is not allowed (--allow-origin)");
    return false;
  }
  if (request.path == "/healthz") return true;  // whoever probes a server may not know its name
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
  if (endpoint_.options().needs_principal && request.principal.empty()) {
    refuse(401, "Unauthorized: nobody is authenticated");
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
  if (request.path == options.path) {
    switch (request.verb) {
      case Verb::Post:
        return post(request);
      case Verb::Get:
        return get(request);
      case Verb::Delete:
        return remove(request);
      case Verb::Options:
        if (is_there(request.origin)) return respond(204, {}, {});
        [[fallthrough]];
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
  if (request.verb != Verb::Post || request.path != endpoint_.options().path) return false;
  if (request.mirrored.method.value != "tools/call") return false;
  const auto wait = endpoint_.wait_for_call(caller(request), workplace_.lane.now());
  if (!wait) return false;
  state_ = State::Opening;
  if (take_notes_) note_ = {};
  origin_fields_.clear();
  if (!admit(request)) return true;  // which says more
  if (is_there(request.origin)) tell_browser(request);
  refuse(429, too_many_calls(*wait), retry_after(*wait));
  return true;
}

void Exchange::take_note(const Request& request, const Message& message) {
  note_.method.assign(message.method);
  if (is_there(request.traceparent)) note_.trace_id.assign(trace_id_of(request.traceparent));
  if (!message.params || message.params->kind() != JsonKind::Object) return;
  const Found name = find_member(*message.params, "name");
  if (name.times == 1 && name.value.kind() == JsonKind::String) note_.name.assign(name.value.string());
  if (!note_.trace_id.empty()) return;
  const Found meta = find_member(*message.params, "_meta");
  const Found parent = meta.times == 0 ? Found{} : find_member(meta.value, "traceparent");
  if (parent.times == 1 && parent.value.kind() == JsonKind::String)
    note_.trace_id.assign(trace_id_of(parent.value.string()));
}

void Exchange::post(const Request& request) {
  if (!is_json_content_type(request.content_type)) {
    return refuse(415, "Unsupported media type: send application/json");
  }
  if (!takes_json_ && !takes_events_) {
    return refuse(406, "Not acceptable: answers are application/json or text/event-stream");
  }
  Document& document = workplace_.document;
  if (const std::string_view problem = document.parse(request.body); !problem.empty()) {
    // Without a version nobody knows whether an id may be left out.
    const auto revision = revision_named(request.version);
    return refuse_json(400, unknown_id(revision), ErrorCode::ParseError, "Parse error: " + std::string(problem));
  }
  workplace_.reader.begin(request.body);
  const Value root = document.root();
  if (root.kind() == JsonKind::Array) return take_batch(request, root);
  take_message(request, workplace_.reader.read(root));
}

void Exchange::take_message(const Request& request, const Message& message) {
  if (take_notes_) take_note(request, message);
  const Claim claim = read_claim(message.params);
  const bool says_modern = is_there(request.version) && !is_legacy_version(request.version);
  modern_ = says_modern || claim.kind == Claim::Kind::Unsupported || !claim.requested.empty();
  if (message.kind == MessageKind::Invalid) {
    const auto revision = modern_ ? std::optional(Revision::V2026_07_28) : revision_named(request.version);
    return refuse_json(400, message.id.empty() ? unknown_id(revision) : message.id, ErrorCode::InvalidRequest,
                       message.problem);
  }
  if (!modern_) return take_legacy(request, message);
  if (message.kind == MessageKind::Response) {
    return refuse_json(400, {}, ErrorCode::InvalidRequest,
                       "Invalid request: nothing was asked, so nothing can be answered");
  }
  // There is nothing that a notification could tell: the stream of a request ends to cancel it.
  if (message.kind == MessageKind::Notification) return accepted();
  take_modern(request, message, claim);
}

void Exchange::take_modern(const Request& request, const Message& message, const Claim& claim) {
  const auto bad = [&](ErrorCode code, std::string_view text, std::string_view data = {}) {
    refuse_json(400, message.id, code, text, data);
  };
  if (message.params && message.params->kind() != JsonKind::Object) {
    return bad(ErrorCode::InvalidParams, "Invalid params: params must be an object");
  }
  if (claim.kind == Claim::Kind::Malformed) return bad(ErrorCode::InvalidParams, claim.problem);
  if (claim.kind == Claim::Kind::Legacy) return bad(ErrorCode::InvalidParams, kMetaNeeded);
  if (!is_there(request.version)) {
    return bad(ErrorCode::HeaderMismatch,
               "Header mismatch: MCP-Protocol-Version is missing; it must repeat "
               "_meta[\"io.modelcontextprotocol/protocolVersion\"] (" +
                   quoted(claim.requested) + ")");
  }
  if (request.version != claim.requested) {
    return bad(ErrorCode::HeaderMismatch,
               "Header mismatch: MCP-Protocol-Version is " + quoted(to_utf8(request.version)) +
                   " but _meta[\"io.modelcontextprotocol/protocolVersion\"] is " + quoted(claim.requested));
  }
  if (claim.kind == Claim::Kind::Unsupported) {
    return bad(ErrorCode::UnsupportedProtocolVersion, kUnsupportedVersion, unsupported_version_data(claim.requested));
  }
  if (const std::string problem = mirror_problem(request, message, Mirroring::Required); !problem.empty()) {
    return bad(ErrorCode::HeaderMismatch, problem);
  }

  protocol::Request rpc{Revision::V2026_07_28, message.id, message.method, message.params, claim.meta, this,
                        request.body.size(),   this};
  Desk desk{workplace_.writer, workplace_.calls, nullptr};
  expect_answer();
  if (call_admitted(request, rpc, desk)) dispatch(rpc, desk);
  if (!answered_.load(std::memory_order_relaxed)) state_ = State::Waiting;
}

std::string Exchange::mirror_problem(const Request& request, const Message& message, Mirroring mirroring) const {
  std::span<const detail::MirroredArgument> mirrored;
  if (message.method == "tools/call" && message.params) {
    const Found name = find_member(*message.params, "name");
    if (name.times == 1 && name.value.kind() == JsonKind::String) {
      const CallableTool* const tool = endpoint_.dispatcher().find_tool(name.value.string());
      if (tool != nullptr) mirrored = tool->tool->mirrored;
    }
  }
  return find_header_mismatch(request.mirrored, {message.method, message.params, mirrored}, mirroring);
}

bool Exchange::call_admitted(const Request& request, const protocol::Request& rpc, Desk& desk) {
  if (rpc.method != "tools/call") return true;
  const auto wait = endpoint_.admit_call(caller(request), workplace_.lane.now());
  if (!wait) return true;
  endpoint_.dispatcher().refuse_call(rpc, desk, too_many_calls(*wait));
  return false;
}

bool Exchange::find_session(const Request& request, std::string_view id, std::string_view message_id) {
  if (!is_there(id)) {
    refuse_json(400, message_id, ErrorCode::SessionNeeded, kSessionNeeded);
    return false;
  }
  session_ = endpoint_.sessions().find(id, request.principal);
  // One of HTTP+SSE has its own way in, where its messages are taken one after the other.
  if (session_ != nullptr && session_->way_out()) session_ = nullptr;
  if (session_ == nullptr) {
    refuse_json(404, message_id, ErrorCode::SessionNotFound, "Session not found: send \"initialize\" for another one");
    return false;
  }
  session_->used(workplace_.lane.now());
  return true;
}

void Exchange::take_legacy(const Request& request, const Message& message) {
  if (message.kind == MessageKind::Request && message.method == "initialize" && !is_there(request.session_id)) {
    return take_initialize(request, message);
  }
  const std::string_view id = message.kind == MessageKind::Request ? message.id : std::string_view("null");
  if (!find_session(request, request.session_id, id)) return;
  if (message.kind == MessageKind::Request) {
    if (const std::string problem = mirror_problem(request, message, Mirroring::Optional); !problem.empty()) {
      return refuse_json(400, message.id, ErrorCode::LegacyHeaderMismatch, problem);
    }
  }
  if (message.kind != MessageKind::Request) {
    take_of_session(request, message, MessageReader::kAlone, *this, 0);
    return accepted();
  }
  expect_answer();
  take_of_session(request, message, MessageReader::kAlone, *this, request.body.size());
  if (!answered_.load(std::memory_order_relaxed)) state_ = State::Waiting;
}

void Exchange::take_initialize(const Request& request, const Message& message) {
  if (!endpoint_.shutting_down()) opening_ = endpoint_.sessions().make(request.principal);
  if (opening_ == nullptr) return refuse(503, "The server has no room for another session", "Retry-After: 60\r\n");
  protocol::Request rpc{kNewestLegacy, message.id, message.method, message.params, {}, this};
  Desk desk{workplace_.writer, workplace_.calls, &opening_->state};
  if (message.params && message.params->kind() != JsonKind::Object) {
    return refuse_json(400, message.id, ErrorCode::InvalidParams, "Invalid params: params must be an object");
  }
  expect_answer();
  dispatch(rpc, desk);
}

void Exchange::take_of_session(const Request& request, const Message& message, std::size_t index, Outbox& reply,
                               std::size_t bytes) {
  Session& session = *session_;
  const Dispatcher& dispatcher = endpoint_.dispatcher();
  if (message.kind == MessageKind::Notification) {
    if (message.method == "notifications/initialized" && session.state.revision) session.state.initialized = true;
    if (message.method == "notifications/cancelled" && message.params && message.params->kind() == JsonKind::Object) {
      const std::string_view id = workplace_.reader.read_request_id(*message.params, index);
      if (!id.empty()) endpoint_.cancel(session_, id);
    }
    return;
  }
  if (message.kind == MessageKind::Response) return;  // nothing was asked
  protocol::Request rpc{session.state.revision.value_or(kNewestLegacy),
                        message.id.empty() ? unknown_id(session.state.revision) : message.id,
                        message.method,
                        message.params,
                        {},
                        &reply,
                        bytes,
                        session_.get()};
  Desk desk{workplace_.writer, workplace_.calls, &session.state};
  if (message.kind == MessageKind::Invalid) {
    return dispatcher.refuse(rpc, desk, ErrorCode::InvalidRequest, message.problem);
  }
  if (message.params && message.params->kind() != JsonKind::Object) {
    return dispatcher.refuse(rpc, desk, ErrorCode::InvalidParams, "Invalid params: params must be an object");
  }
  const Claim claim = read_claim(message.params);
  if (claim.kind == Claim::Kind::Malformed) {
    return dispatcher.refuse(rpc, desk, ErrorCode::InvalidParams, claim.problem);
  }
  if (claim.kind != Claim::Kind::Legacy) {
    return dispatcher.refuse(rpc, desk, ErrorCode::InvalidRequest,
                             "Invalid request: a request of revision 2026-07-28 is posted alone");
  }
  rpc.meta = claim.meta;
  if (!session.state.revision && message.method != "initialize" && message.method != "ping") {
    return dispatcher.refuse(rpc, desk, ErrorCode::InvalidParams, kTwoWaysIn);
  }
  if (call_admitted(request, rpc, desk)) dispatch(rpc, desk);
}

void Exchange::take_batch(const Request& request, Value batch) {
  const auto revision = revision_named(request.version);
  if (revision && is_modern(*revision)) {
    modern_ = true;
    return refuse_json(400, {}, ErrorCode::InvalidRequest, "Invalid request: revision 2026-07-28 has no batches");
  }
  if (!find_session(request, request.session_id, "null")) return;
  const std::string_view unknown = unknown_id(session_->state.revision);
  if (const std::string problem = batch_problem(batch, session_->state.revision, endpoint_.dispatcher().limits());
      !problem.empty()) {
    return refuse_json(400, unknown, ErrorCode::InvalidRequest, problem);
  }
  expect_answer();
  take_elements(request, batch, *this);
  if (!answered_.load(std::memory_order_relaxed)) state_ = State::Waiting;
}

void Exchange::take_elements(const Request& request, Value batch, Outbox& reply) {
  const std::size_t bytes = request.body.size() / batch.size() + 1;
  Batch& answers = Batch::open(reply);
  ArrayCursor cursor(batch);
  Value element;
  for (std::size_t i = 0; cursor.next(element); ++i) {
    const Message message = workplace_.reader.read(element, i);
    if (message.kind == MessageKind::Request || message.kind == MessageKind::Invalid) answers.expect_one();
    take_of_session(request, message, i, answers, bytes);
  }
  answers.abandon();
}

void Exchange::get(const Request& request) {
  if (is_there(request.version) && !is_legacy_version(request.version)) return refuse_verb(request, "POST");
  if (!takes_events_) return refuse(406, "Not acceptable: this is a text/event-stream");
  if (!find_session(request, request.session_id, {})) return;
  std::optional<EventId> after;
  if (is_there(request.last_event_id)) {
    after = parse_event_id(request.last_event_id);
    if (!after) return refuse(400, "Bad request: this Last-Event-ID is none of ours");
  }
  stream_ = after ? after->stream : 0;
  state_ = State::Streaming;
  since_ = workplace_.lane.now();
  switch (session_->attach(after, std::shared_ptr<StreamViewer>(owner_.lock(), this))) {
    case Session::Attached::Yes:
      start_stream();
      return show();
    case Session::Attached::UnknownStream:
      stream_.reset();
      return refuse(404, "Not found: nothing is kept of this stream any more");
    case Session::Attached::TooMany:
      stream_.reset();
      return refuse(429, "The session has too many streams", "Retry-After: 1\r\n");
  }
}

void Exchange::remove(const Request& request) {
  if (is_there(request.version) && !is_legacy_version(request.version)) return refuse_verb(request, "POST");
  if (!find_session(request, request.session_id, {})) return;
  const auto session = session_;
  endpoint_.end(session);
  respond(204, {}, {});
}

void Exchange::open_sse(const Request& request) {
  if (!takes_events_) return refuse(406, "Not acceptable: this is a text/event-stream");
  if (!endpoint_.shutting_down()) session_ = endpoint_.sessions().make(request.principal);
  if (session_ == nullptr) return refuse(503, "The server has no room for another session", "Retry-After: 60\r\n");
  stream_ = session_->open(std::shared_ptr<StreamViewer>(owner_.lock(), this), false);
  session_->set_way_out(*stream_);
  endpoint_.sessions().publish(session_, workplace_.lane.now());
  ends_session_ = true;
  state_ = State::Streaming;
  since_ = workplace_.lane.now();
  start_stream();
  scratch_.assign("event: endpoint\ndata: ").append(endpoint_.options().message_path).append("?session_id=");
  scratch_.append(session_->id()).append("\n\n");
  reply_.write(scratch_);
}

void Exchange::post_message(const Request& request) {
  constexpr std::string_view kParameter = "session_id=";
  const std::string_view id =
      request.query.starts_with(kParameter) ? request.query.substr(kParameter.size()) : std::string_view();
  if (!is_json_content_type(request.content_type)) {
    return refuse(415, "Unsupported media type: send application/json");
  }
  session_ = endpoint_.sessions().find(id, request.principal);
  const std::optional<StreamId> way_out = session_ ? session_->way_out() : std::nullopt;
  if (!way_out) return refuse(404, "Session not found: open another event stream");
  session_->used(workplace_.lane.now());
  Document& document = workplace_.document;
  if (const std::string_view problem = document.parse(request.body); !problem.empty()) {
    return refuse_json(400, "null", ErrorCode::ParseError, "Parse error: " + std::string(problem));
  }
  workplace_.reader.begin(request.body);
  const Value root = document.root();
  {
    // Two posts at once on two lanes must not both open the session.
    const std::lock_guard order(session_->order());
    if (root.kind() == JsonKind::Array) {
      const std::string problem = batch_problem(root, session_->state.revision, endpoint_.dispatcher().limits());
      if (!problem.empty()) return refuse_json(400, "null", ErrorCode::InvalidRequest, problem);
      take_elements(request, root, StreamReply::make(session_, *way_out));
    } else {
      const Message message = workplace_.reader.read(root);
      if (take_notes_) take_note(request, message);
      if (message.kind == MessageKind::Request || message.kind == MessageKind::Invalid) {
        take_of_session(request, message, MessageReader::kAlone, StreamReply::make(session_, *way_out),
                        request.body.size());
      } else {
        take_of_session(request, message, MessageReader::kAlone, *this, 0);
      }
    }
  }
  call_ = nullptr;  // its answer is the stream's business
  accepted();
}

}  // namespace mcp::protocol::http
