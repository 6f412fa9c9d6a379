#include "http/exchange.hpp"

#include <exception>
#include <string>

#include "http/authorization.hpp"
#include "http/kept_request.hpp"
#include "http/router.hpp"
#include "jsonrpc/errors.hpp"
#include "requests/declared_revision.hpp"

namespace mcp::protocol::http {

Exchange::Exchange(Endpoint& endpoint, LoopResources& loop_resources, ResponseWriter& writer, bool logs_requests)
    : endpoint_(endpoint),
      loop_resources_(loop_resources),
      logs_(logs_requests),
      response_(writer, loop_resources, logs_requests ? &log_entry_ : nullptr, *this),
      reply_(loop_resources.loop, endpoint.dispatcher().held_answers(), *this),
      modern_(endpoint, loop_resources, response_, reply_),
      legacy_(endpoint, loop_resources, logs_requests ? &log_entry_ : nullptr, response_, reply_) {}

void Exchange::take(Request request) {
  is_modern_ = false;
  looks_up_ = false;
  try {
    route(request);
  } catch (...) {
    // Unless a call is under way, nobody owes an answer any more.
    const std::shared_ptr<void> keep = modern_.has_call() ? nullptr : reply_.release();
    fail();
  }
}

std::optional<Refusal> Exchange::check_sender(Request& request) {
  if (std::optional<Refusal> refusal = check_access(request, endpoint_.hosts())) return refusal;
  Authorizer* const authorizer = endpoint_.authorizer();
  if (authorizer == nullptr || !needs_authorization(request)) return std::nullopt;
  return authorize(*authorizer, request, authorization_, endpoint_.dispatcher().calls().log);
}

bool Exchange::begin(const Request& request, const std::optional<Refusal>& refusal) {
  response_.begin(request, expects_json_rpc(request, endpoint_.options()));
  reply_.begin(response_.takes_events());
  if (refusal) {
    response_.refuse(*refusal);
    return false;
  }
  if (is_there(request.origin)) response_.allow_origin(request);
  return true;
}

void Exchange::route(Request& request) {
  if (!begin(request, check_sender(request))) return;
  if (names_session_of_others(request)) return look_up_session(request);
  handle(request);
}

bool Exchange::names_session_of_others(const Request& request) {
  if (endpoint_.shared_sessions() == nullptr || request.session_id.empty()) return false;
  constexpr std::size_t kLongestId = 64;  // as <mcp/session_store.hpp> says
  if (request.session_id.size() > kLongestId || endpoint_.sessions().has(request.session_id)) return false;
  const VersionHeader version = read_version(request);
  if (version == VersionHeader::Modern || version == VersionHeader::Unknown) return false;
  const RequestKind kind = find_route(request, endpoint_.options()).kind;
  return kind == RequestKind::Message || kind == RequestKind::SessionStream || kind == RequestKind::SessionEnd;
}

void Exchange::look_up_session(const Request& request) {
  const std::size_t bytes = sizeof(KeptRequest) + request.body.size();  // and a few headers
  const std::shared_ptr<void> room =
      endpoint_.shared_sessions()->take_room(holder_of(request.principal, request.peer), bytes);
  if (room == nullptr) {
    return response_.refuse(503, "Too much waits for the sessions of other servers", "Retry-After: 1\r\n");
  }
  const auto kept = std::make_shared<const KeptRequest>(request);
  looks_up_ = true;
  reply_.expect_answer();
  response_.touch();
  response_.wait();
  endpoint_.shared_sessions()->find(
      std::string(request.session_id), [this, kept, room, owner = reply_.owner(), number = ++lookups_](
                                           std::optional<VersionedSession> session, bool failed) {
        loop_resources_.loop.post([this, kept, room, owner, number, session = std::move(session), failed] {
          if (looks_up_ && number == lookups_) on_session_found(kept->get(), session, failed);
        });
      });
}

void Exchange::on_session_found(const Request& request, const std::optional<VersionedSession>& session, bool failed) {
  const std::shared_ptr<void> keep = reply_.release();
  looks_up_ = false;
  if (!waits()) return response_.finish();  // the client is gone
  try {
    if (failed) {
      return response_.refuse(503, "The server cannot reach its sessions now", "Retry-After: 1\r\n");
    }
    // Another request of the session may have come first.
    if (session && session->session.principal == request.principal && !endpoint_.sessions().has(request.session_id) &&
        endpoint_.adopt(request.session_id, *session, request.peer, loop_resources_) == nullptr) {
      return response_.refuse(503, "The server has no room for another session, or for another one of this client",
                              "Retry-After: 60\r\n");
    }
    response_.begin(request, expects_json_rpc(request, endpoint_.options()));
    if (is_there(request.origin)) response_.allow_origin(request);
    handle(request);
  } catch (...) {
    const std::shared_ptr<void> no_more = modern_.has_call() ? nullptr : reply_.release();
    fail();
  }
}

/// The answer is late, or it was lost for want of memory.
void Exchange::give_up_lookup() {
  const std::shared_ptr<void> keep = reply_.release();
  looks_up_ = false;
  if (!waits()) return response_.finish();
  response_.refuse(503, "The server cannot reach its sessions now", "Retry-After: 1\r\n");
}

void Exchange::handle(const Request& request) {
  const Route route = find_route(request, endpoint_.options());
  switch (route.kind) {
    case RequestKind::Message:
      return handle_body(request);
    case RequestKind::SessionStream:
      return legacy_.open_session_stream(request);
    case RequestKind::SessionEnd:
      return legacy_.end_session(request);
    case RequestKind::SseStream:
      return legacy_.open_sse_stream(request);
    case RequestKind::SseMessage:
      return legacy_.handle_sse_message(request);
    case RequestKind::Health:
      return answer_health();
    case RequestKind::Preflight:
      return response_.respond(204, {}, {});
    case RequestKind::WrongVerb:
      return response_.refuse_verb(route.allow);
    case RequestKind::UnknownPath:
      return response_.refuse(404, "Not found: the MCP endpoint is " + endpoint_.options().path);
  }
}

void Exchange::answer_health() {
  if (endpoint_.shutting_down()) return response_.refuse(503, "shutting down");
  response_.respond(200, kPlainText, "ok\n");
}

/// Strangers, and calls beyond the rate, before their bodies are read.
bool Exchange::refuse_early(Request request) {
  const bool asks_authorizer = endpoint_.authorizer() != nullptr && needs_authorization(request);
  const bool is_call = find_route(request, endpoint_.options()).kind == RequestKind::Message && says_call(request);
  if (!asks_authorizer && !is_call) return false;
  const std::optional<Refusal> refusal = check_sender(request);
  if (!refusal) {
    if (!is_call) return false;
    const std::string_view holder = holder_of(request.principal, request.peer);
    if (!endpoint_.wait_for_call(holder, loop_resources_.loop.now())) return false;
  }
  if (logs_) log_entry_ = {};
  return !begin(request, refusal) || refuse_for_rate(request);
}

/// A call whose header says that it is one is refused in the same way, whether its body has come or not.
bool Exchange::refuse_for_rate(const Request& request) {
  if (!says_call(request)) return false;
  const auto wait = endpoint_.wait_for_call(holder_of(request.principal, request.peer), loop_resources_.loop.now());
  if (wait) response_.refuse_for_rate(*wait);
  return wait.has_value();
}

void Exchange::handle_body(const Request& request) {
  if (refuse_for_rate(request)) return;
  if (const auto refusal = check_media_types(request)) return response_.refuse(*refusal);
  if (const std::string_view problem = loop_resources_.read_body(request.body); !problem.empty()) {
    return response_.refuse_message(400, {}, ErrorCode::ParseError, "Parse error: " + std::string(problem));
  }
  const Value root = loop_resources_.document.root();
  if (root.kind() == JsonKind::Array) return handle_batch(request, root);
  handle_message(request, loop_resources_.reader.read(root));
}

void Exchange::handle_batch(const Request& request, Value batch) {
  const VersionHeader version = read_version(request);
  is_modern_ = version == VersionHeader::Modern || version == VersionHeader::Unknown;
  if (is_modern_) return modern_.handle_batch(request);
  legacy_.handle_batch(request, batch);
}

void Exchange::handle_message(const Request& request, const Message& message) {
  if (logs_) log_entry_.set_message(request, message);
  const DeclaredRevision declared = read_declared_revision(message.params);
  const VersionHeader version = read_version(request);
  is_modern_ = version == VersionHeader::Modern || version == VersionHeader::Unknown ||
               declared.kind == DeclaredRevision::Kind::Unsupported || !declared.requested.empty();
  if (message.kind == MessageKind::Invalid) {
    return response_.refuse_message(400, message.id, ErrorCode::InvalidRequest, message.problem);
  }
  if (is_modern_) return modern_.handle(request, message, declared);
  if (declared.kind == DeclaredRevision::Kind::Malformed && !is_there(request.session_id)) {
    return response_.refuse_message(400, message.id, ErrorCode::InvalidParams, declared.problem);
  }
  legacy_.handle(request, message, declared);
}

void Exchange::on_answer(ErrorCode code, std::string_view message) noexcept {
  const std::shared_ptr<void> keep = reply_.release();  // the owner may have nobody else left
  try {
    if (logs_) log_entry_.set_outcome(code, message, is_modern_);
    if (is_modern_) {
      modern_.deliver(code, message);
    } else {
      legacy_.deliver(message);
    }
  } catch (...) {
    fail();
  }
}

bool Exchange::on_notice(std::string_view message, bool is_awaited) {
  return is_modern_ ? modern_.show_notice(message) : legacy_.show_notice(message, is_awaited);
}

void Exchange::on_complete() noexcept {
  modern_.release();
  legacy_.release();
}

/// In a catch block, or without any exception: something could not be done, for want of memory most likely.
void Exchange::fail() noexcept {
  try {
    LogSink& log = endpoint_.dispatcher().calls().log;
    log.write("a request could not be answered");
    if (const std::exception_ptr error = std::current_exception()) {
      try {
        std::rethrow_exception(error);
      } catch (const std::exception& known) {
        log.write(known.what());
      }
    }
    modern_.abort_stream();
    legacy_.abort_stream();
    response_.fail();
  } catch (...) {
    // There is nothing left to try.
  }
  response_.finish();
}

void Exchange::open_stream() {
  if (is_modern_) {
    modern_.open_stream();
  } else {
    legacy_.open_stream();
  }
}

void Exchange::client_gone() {
  if (!response_.give_up()) return;
  modern_.client_gone();
  legacy_.client_gone();
  if (!reply_.is_expected()) response_.finish();
}

void Exchange::probe(bool may_open) {
  if (may_open && waits() && !looks_up_ && is_modern_ && response_.takes_events()) modern_.open_stream();
  if (response_.is_streaming() && response_.ready()) response_.write_comment();
}

void Exchange::tick(std::chrono::steady_clock::time_point now) {
  if (reply_.take_lost()) {
    const std::shared_ptr<void> keep = reply_.release();
    return fail();
  }
  if (looks_up_ && now - response_.since() >= kLongestLookup) return give_up_lookup();
  if (looks_up_ || (!waits() && !response_.is_streaming())) return;
  legacy_.tick(now);
  if (waits()) {
    if (response_.takes_events() && now - response_.since() >= endpoint_.options().stream_after) open_stream();
  } else if (response_.is_streaming() && now - response_.since() >= endpoint_.options().keep_alive) {
    response_.touch();
    if (response_.ready()) response_.write_comment();
  }
}

void Exchange::leave() {
  if (!response_.is_streaming() || reply_.is_expected()) return;
  if (is_modern_) {
    modern_.leave();
  } else {
    legacy_.leave();
  }
}

void Exchange::sent() {
  if (is_modern_) {
    modern_.on_sent();
  } else {
    legacy_.on_sent();
  }
}

}  // namespace mcp::protocol::http
