#include "http/modern_exchange.hpp"

#include <utility>

#include "calls/call_table.hpp"
#include "http/router.hpp"
#include "jsonrpc/errors.hpp"
#include "requests/refusals.hpp"

namespace mcp::protocol::http {

namespace {

constexpr std::string_view kMetaNeeded =
    "Invalid params: params._meta needs \"io.modelcontextprotocol/protocolVersion\" and "
    "\"io.modelcontextprotocol/clientCapabilities\"";

/// Bytes of events that wait for the answer of one call; all of them are also part of what all answers may have.
constexpr std::size_t kMostHeldBack = std::size_t{64} << 10;
/// Bytes of a subscription's messages that are written at a time.
constexpr std::size_t kPortion = std::size_t{32} << 10;

/// What the header MCP-Protocol-Version says that the body does not.
std::string version_mismatch(const Request& request, std::string_view declared) {
  if (is_there(request.version) && request.version == declared) return {};
  constexpr std::string_view kMember = "_meta[\"io.modelcontextprotocol/protocolVersion\"]";
  const std::string header = "Header mismatch: MCP-Protocol-Version is ";
  if (!is_there(request.version)) {
    return header + "missing; it must repeat " + std::string(kMember) + " (" + in_quotes(declared) + ")";
  }
  return header + in_quotes(to_utf8(request.version)) + " but " + std::string(kMember) + " is " + in_quotes(declared);
}

unsigned status_of(ErrorCode code) noexcept {
  if (code == ErrorCode::MethodNotFound) return 404;
  return code == ErrorCode::MissingCapability ? 400 : 200;
}

}  // namespace

void ModernExchange::handle(const Request& request, const Message& message, const DeclaredRevision& declared) {
  if (message.kind == MessageKind::Request) return handle_request(request, message, declared);
  if (message.kind == MessageKind::Response) {
    return response_.refuse_message(400, {}, ErrorCode::InvalidRequest,
                                    "Invalid request: nothing was asked, so nothing can be answered");
  }
  if (read_version(request) == VersionHeader::Unknown) {
    return response_.refuse_message(400, {}, ErrorCode::UnsupportedProtocolVersion, kUnsupportedVersion,
                                    unsupported_version_data(to_utf8(request.version)));
  }
  // There is nothing that a notification could tell: the client ends the response stream of a request to cancel it.
  response_.accept();
}

void ModernExchange::handle_batch(const Request& request) {
  const std::string_view revision =
      read_version(request) == VersionHeader::Modern ? request.version : name_of(newest_modern());
  response_.refuse_message(400, {}, ErrorCode::InvalidRequest,
                           "Invalid request: revision " + std::string(revision) + " has no batches");
}

/// False after refusing the request.
bool ModernExchange::check_revision(const Request& request, const Message& message, const DeclaredRevision& declared) {
  const auto refuse = [&](ErrorCode code, std::string_view text, std::string_view data = {}) {
    response_.refuse_message(400, message.id, code, text, data);
    return false;
  };
  if (message.params && message.params->kind() != JsonKind::Object) {
    return refuse(ErrorCode::InvalidParams, "Invalid params: params must be an object");
  }
  if (declared.kind == DeclaredRevision::Kind::Malformed) return refuse(ErrorCode::InvalidParams, declared.problem);
  if (declared.kind == DeclaredRevision::Kind::Legacy) return refuse(ErrorCode::InvalidParams, kMetaNeeded);
  if (const std::string problem = version_mismatch(request, declared.requested); !problem.empty()) {
    return refuse(ErrorCode::HeaderMismatch, problem);
  }
  if (declared.kind == DeclaredRevision::Kind::Unsupported) {
    return refuse(ErrorCode::UnsupportedProtocolVersion, kUnsupportedVersion,
                  unsupported_version_data(declared.requested));
  }
  return true;
}

void ModernExchange::handle_request(const Request& request, const Message& message, const DeclaredRevision& declared) {
  if (!check_revision(request, message, declared)) return;
  std::shared_ptr<const Feature> tool;
  if (const std::string problem = endpoint_.find_header_mismatch(request.mirrored, message, Mirroring::Required, tool);
      !problem.empty()) {
    return response_.refuse_message(400, message.id, ErrorCode::HeaderMismatch, problem);
  }

  const protocol::Request rpc{declared.revision,       message.id, message.method,      message.params,
                              declared.request_meta(), &reply_,    request.body.size(), this,
                              request.principal,       nullptr,    request.peer};
  DispatchContext context{.writer = loop_resources_.writer,
                          .calls = loop_resources_.calls,
                          .session = nullptr,
                          .peer = holder_of(request.principal, request.peer),
                          .tool = std::move(tool)};
  if (message.method == "subscriptions/listen") {
    if (!response_.takes_events()) {
      return response_.refuse(406, "Not acceptable: subscriptions/listen is answered by text/event-stream");
    }
    if (endpoint_.shutting_down()) return response_.refuse(503, "shutting down");
  }
  reply_.expect_answer();
  response_.touch();
  endpoint_.dispatch(rpc, context, loop_resources_.loop.now());
  call_ = context.queued;
  holds_back_ = context.may_lack_capability;
  if (context.opened != nullptr) return open_subscription(std::move(context.opened));
  if (!reply_.is_answered()) response_.wait();
}

void ModernExchange::deliver(ErrorCode code, std::string_view message) {
  call_ = nullptr;
  if (!held_back_.empty() && response_.state() == ExchangeResponse::State::Waiting &&
      code != ErrorCode::MissingCapability) {
    response_.open_stream();
    response_.write(held_back_);
  }
  response_.complete(status_of(code), message);
}

/// What can be left out is, where the client has so much to read that its answer would be late.
bool ModernExchange::show_notice(std::string_view message) {
  if (response_.is_pending()) {
    if (!response_.takes_events()) return false;
    if (holds_back_) {
      const std::size_t bytes = message.size() + std::string_view("data: \n\n").size();
      if (held_back_.size() + bytes > kMostHeldBack || !endpoint_.dispatcher().held_answers().take(bytes)) return false;
      held_back_.append("data: ").append(message).append("\n\n");
      return true;
    }
    response_.open_stream();
  }
  if (!response_.is_streaming() || response_.congested()) return false;
  response_.touch();
  response_.write_message(message);
  return true;
}

void ModernExchange::open_stream() {
  if (!holds_back_) response_.open_stream();
}

/// The response is a stream that stays open until the client or the server ends it.
void ModernExchange::open_subscription(std::shared_ptr<Subscription> subscription) {
  (void)reply_.release();  // no answer is awaited
  subscription_ = std::move(subscription);
  subscription_->attach(std::shared_ptr<SubscriptionObserver>(reply_.owner(), this));
  response_.open_stream();
  show_subscription();
}

/// The messages are always shown by a job of the event loop: a call that changes something would keep the loop until
/// the call ends.
void ModernExchange::on_available() {
  loop_resources_.loop.post([this, owner = reply_.owner()] { show_subscription_if_ready(); });
}

/// Changes wait while the client has not taken what was written, and become one message.
void ModernExchange::show_subscription_if_ready() {
  if (response_.is_streaming() && subscription_ != nullptr && response_.ready()) show_subscription();
}

void ModernExchange::show_subscription() {
  std::string message;
  std::string& events = response_.scratch();
  do {
    events.clear();
    auto next = Subscription::Next::Message;
    while (events.size() < kPortion && (next = subscription_->next(message)) == Subscription::Next::Message) {
      events.append("data: ").append(message).append("\n\n");
    }
    if (!events.empty()) {
      response_.touch();
      response_.write(events);
    }
    if (next == Subscription::Next::Nothing) return response_.trim();
    if (next == Subscription::Next::Over) return response_.end_stream(true);
  } while (response_.ready());
}

void ModernExchange::leave() {
  if (subscription_ == nullptr) return;
  subscription_->end();
  show_subscription();
}

void ModernExchange::client_gone() {
  // The slot of a call that was answered may be another call's by now.
  if (call_ != nullptr && !reply_.is_answered()) loop_resources_.calls.cancel(*call_);
  abort_stream();
}

void ModernExchange::abort_stream() {
  if (subscription_ != nullptr) subscription_->close();
}

void ModernExchange::release() noexcept {
  call_ = nullptr;
  holds_back_ = false;
  subscription_.reset();
  if (held_back_.empty()) return;
  endpoint_.dispatcher().held_answers().give_back(held_back_.size());
  held_back_ = std::string();
}

}  // namespace mcp::protocol::http
