// How an exchange answers; take.cpp has what it does with requests.
#include <mcp/protocol/http/exchange.hpp>

#include <exception>
#include <new>
#include <utility>

#include <mcp/protocol/errors.hpp>

namespace mcp::protocol::http {

void Exchange::send_error(ErrorCode code, std::string_view message) {
  answered_.store(true, std::memory_order_release);
  if (enter_lane()) return deliver(code, message);
  try {
    workplace_.lane.post([this, code, text = std::string(message)] { deliver(code, text); });
  } catch (const std::bad_alloc&) {
    // No memory for a copy of what may be long: the client learns that much.
    workplace_.lane.post([this] {
      const std::shared_ptr<void> keep = std::move(kept_);
      fail();
    });
  }
}

/// An answer never overtakes what was said before it.
bool Exchange::enter_lane() noexcept {
  return notices_.load(std::memory_order_acquire) == 0 && workplace_.lane.enter();
}

/// Always by way of the lane: a job that entered it would keep it until it ends.
void Exchange::notify(std::string_view message) {
  notices_.fetch_add(1, std::memory_order_relaxed);
  try {
    workplace_.lane.post([this, owner = owner_.lock(), text = std::string(message)] {
      try {
        show_notice(text);
      } catch (const std::bad_alloc&) {
        // What is said on the way may get lost.
      }
      notices_.fetch_sub(1, std::memory_order_release);
    });
  } catch (const std::bad_alloc&) {
    notices_.fetch_sub(1, std::memory_order_release);
  }
}

void Exchange::show_notice(std::string_view message) {
  if (state_ == State::Waiting || state_ == State::Opening) {
    if (!takes_events_) return;
    open_stream();
    // The session has as many streams as it may: a question that nobody sees must not be waited for.
    if (state_ != State::Streaming && call_ != nullptr) workplace_.calls.lose_client(*call_);
  }
  if (stream_) {
    const auto session = session_;
    return session->append(*stream_, message);
  }
  if (state_ != State::Streaming) return;
  since_ = workplace_.lane.now();
  write_event(message);
}

void Exchange::abandon() {
  answered_.store(true, std::memory_order_release);
  if (enter_lane()) return deliver({}, {});
  workplace_.lane.post([this] { deliver({}, {}); });
}

void Exchange::expect_answer() {
  answered_.store(false, std::memory_order_relaxed);
  kept_ = owner_.lock();
  since_ = workplace_.lane.now();
}

void Exchange::dispatch(const protocol::Request& rpc, Desk& desk) {
  endpoint_.dispatcher().dispatch(rpc, desk);
  call_ = desk.queued;
}

void Exchange::deliver(ErrorCode code, std::string_view message) noexcept {
  const std::shared_ptr<void> keep = std::move(kept_);  // the owner may have nobody else left
  call_ = nullptr;
  try {
    pass_on(code, message);
  } catch (...) {
    fail();
  }
}

/// In a catch block, or without any exception: something could not be done, for want of memory most likely. The client
/// learns it as well as still can be.
void Exchange::fail() noexcept {
  constexpr std::string_view kText = "The server failed; its log has the detail.\n";
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
    if (state_ == State::Opening || state_ == State::Waiting) {
      reply_.respond({.status = 500, .content_type = kPlainText, .body = kText, .close = true});
    } else if (state_ == State::Streaming) {
      if (stream_) session_->detach(*stream_, this);
      if (subscription_) subscription_->close();
      reply_.close_stream(true);
    }
  } catch (...) {
    // There is nothing left to try.
  }
  finish();
}

void Exchange::pass_on(ErrorCode code, std::string_view message) {
  if (stream_) {
    // A copy: more() may finish the exchange.
    const auto session = session_;
    session->append(*stream_, message, true);
    if (state_ == State::Gone) finish();
    return;
  }
  switch (state_) {
    case State::Idle:
    case State::Gone:
      return finish();
    case State::Streaming:
      if (!message.empty()) write_event(message);
      reply_.close_stream();
      return finish();
    case State::Opening:
    case State::Waiting:
      break;
  }
  // Nothing was asked, or what was asked is cancelled.
  if (message.empty()) return state_ == State::Opening ? accepted() : end_without_answer();

  const unsigned status = !modern_                               ? 200
                          : code == ErrorCode::MethodNotFound    ? 404
                          : code == ErrorCode::MissingCapability ? 400
                                                                 : 200;
  if (opening_ && opening_->state.revision) {
    opening_->state.news->show(opening_);
    opening_->tell_news();
    endpoint_.sessions().publish(opening_, workplace_.lane.now());
    scratch_.assign("Mcp-Session-Id: ").append(opening_->id()).append("\r\n");
    const std::string fields = std::move(scratch_);
    return answer(status, message, fields);
  }
  answer(status, message, {});
}

void Exchange::answer(unsigned status, std::string_view message, std::string_view fields) {
  if (takes_json_ || !takes_events_ || status != 200) return respond(status, kJson, message, fields);
  start_stream(fields);
  write_event(message);
  reply_.close_stream();
  finish();
}

void Exchange::write_event(std::string_view message) {
  scratch_.assign("data: ").append(message).append("\n\n");
  reply_.write(scratch_);
}

void Exchange::end_without_answer() {
  if (!takes_events_) return respond(204, {}, {});
  start_stream();
  reply_.close_stream();
  finish();
}

void Exchange::respond(unsigned status, std::string_view content_type, std::string_view body, std::string_view fields) {
  reply_.respond({.status = status, .content_type = content_type, .body = body, .fields = with_origin(fields)});
  finish();
}

void Exchange::start_stream(std::string_view fields) { reply_.open_stream(with_origin(fields)); }

std::string_view Exchange::with_origin(std::string_view fields) {
  if (origin_fields_.empty()) return fields;
  return fields_.assign(origin_fields_).append(fields);
}

void Exchange::refuse(unsigned status, std::string_view text, std::string_view fields) {
  scratch_.assign(text).append("\n");
  const std::string body = std::move(scratch_);
  respond(status, kPlainText, body, fields);
}

void Exchange::refuse_json(unsigned status, std::string_view id, ErrorCode code, std::string_view text,
                           std::string_view data) {
  Writer& writer = workplace_.writer;
  writer.clear();
  write_error(writer, id, code, text, data);
  respond(status, kJson, writer.view());
}

void Exchange::accepted() { respond(202, {}, {}); }

/// The response is complete, or nobody waits for it.
void Exchange::finish() {
  state_ = State::Idle;
  call_ = nullptr;
  session_.reset();
  opening_.reset();
  stream_.reset();
  subscription_.reset();
  ends_session_ = false;
}

void Exchange::open_stream() {
  if (!modern_) return open_legacy_stream();
  state_ = State::Streaming;
  start_stream();
}

void Exchange::open_legacy_stream() {
  since_ = workplace_.lane.now();
  stream_ = session_->open(std::shared_ptr<StreamViewer>(owner_.lock(), this), true);
  if (!stream_) return;  // too many: this one waits for its answer in one piece
  state_ = State::Streaming;
  start_stream();
  show();
}

void Exchange::more() {
  if (workplace_.lane.enter()) return show();
  workplace_.lane.post([this, owner = owner_.lock()] { show(); });
}

void Exchange::show() {
  if (state_ != State::Streaming || !stream_) return;
  scratch_.clear();
  const Session::Pulled pulled = session_->pull(*stream_, this, scratch_);
  if (!scratch_.empty()) {
    since_ = workplace_.lane.now();
    reply_.write(scratch_);
  }
  if (pulled == Session::Pulled::Some) return;
  session_->detach(*stream_, this);
  if (kept_ == nullptr) {
    reply_.close_stream();
    return finish();
  }
  // The answer is still to come, to whoever shows the stream then: until it is there, this exchange takes no request.
  state_ = State::Gone;
  reply_.close_stream(true);
}

void Exchange::client_gone() {
  if (state_ == State::Idle || state_ == State::Gone) return;
  state_ = State::Gone;
  if (modern_ && call_ != nullptr && !answered_.load(std::memory_order_acquire)) workplace_.calls.cancel(*call_);
  if (stream_) session_->detach(*stream_, this);
  if (subscription_) subscription_->close();
  if (ends_session_) endpoint_.end(session_);
  if (kept_ == nullptr) finish();
}

void Exchange::tick(std::chrono::steady_clock::time_point now) {
  if (state_ != State::Waiting && state_ != State::Streaming) return;
  if (session_) session_->used(now);
  if (state_ == State::Waiting) {
    if (takes_events_ && now - since_ >= endpoint_.options().patience) open_stream();
  } else if (now - since_ >= endpoint_.options().keep_alive) {
    since_ = now;
    reply_.write(":\n\n");
  }
}

void Exchange::leave() {
  if (state_ != State::Streaming || kept_ != nullptr) return;
  if (subscription_) {
    subscription_->end();
    return show_subscription();
  }
  session_->detach(*stream_, this);
  reply_.close_stream(true);
  finish();
}

}  // namespace mcp::protocol::http
