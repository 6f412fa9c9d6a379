// How an exchange answers; take.cpp has what it does with requests.
#include "http/exchange.hpp"

#include <exception>
#include <new>
#include <utility>

#include "jsonrpc/errors.hpp"

namespace mcp::protocol::http {

namespace {

/// Bytes of a session's events that are written at a time, unless one has more.
constexpr std::size_t kEventsAtOnce = std::size_t{256} << 10;
/// Bytes of a text whose memory an exchange keeps.
constexpr std::size_t kKeptScratch = std::size_t{4} << 10;
/// Bytes of what is said on the way that may be on its way to the event loop; more is left out.
constexpr std::size_t kMostNotices = std::size_t{4} << 20;

/// Bytes of that which wait for the answer of one call, beside what all answers that wait may have.
constexpr std::size_t kMostHeldBack = std::size_t{64} << 10;

constexpr std::string_view kUnseen = "The client went away before it answered, or it has no stream to be asked on.";

}  // namespace

void Exchange::respond(std::string_view message, ErrorCode code) {
  answered_.store(true, std::memory_order_release);
  if (try_run_here()) return deliver(code, message);
  post_answer(code, message);
}

/// The handler may go on: it does not enter the event loop.
void Exchange::respond_now(std::string_view message, ErrorCode code) {
  answered_.store(true, std::memory_order_release);
  post_answer(code, message);
}

void Exchange::post_answer(ErrorCode code, std::string_view message) {
  ByteBudget& held = endpoint_.dispatcher().held_answers();
  if (held.take(message.size())) {
    try {
      return loop_resources_.loop.post([this, code, &held, text = std::string(message)] {
        held.give_back(text.size());
        deliver(code, text);
      });
    } catch (const std::bad_alloc&) {
      held.give_back(message.size());
    }
  }
  // No memory for a copy of what may be long: the client learns that much, in the next tick().
  lost_.store(true, std::memory_order_release);
}

/// An answer never overtakes what was said before it.
bool Exchange::try_run_here() noexcept {
  return notices_.load(std::memory_order_acquire) == 0 && loop_resources_.loop.try_run_here();
}

/// Always by way of the event loop: a job that entered it would keep it until it ends. `pending` waits for the answer
/// to a question, null for what is only said: a question that nobody sees must not be waited for.
void Exchange::post_notice(std::string_view message, std::shared_ptr<PendingReplies> pending) {
  // Until the event loop comes to it: a tool that says much must not fill the memory.
  if (pending == nullptr && notice_bytes_.load(std::memory_order_relaxed) > kMostNotices) return;
  const auto gone = [this](std::size_t bytes) {
    notice_bytes_.fetch_sub(bytes, std::memory_order_relaxed);
    notices_.fetch_sub(1, std::memory_order_release);
  };
  notices_.fetch_add(1, std::memory_order_relaxed);
  notice_bytes_.fetch_add(message.size(), std::memory_order_relaxed);
  try {
    loop_resources_.loop.post([this, gone, owner = owner_.lock(), text = std::string(message), pending] {
      bool shown = false;
      try {
        shown = show_notice(text, pending != nullptr);
      } catch (const std::bad_alloc&) {
        // What is said on the way may get lost.
      }
      gone(text.size());
      if (!shown && pending) pending->fail_pending(kUnseen);
    });
  } catch (const std::bad_alloc&) {
    gone(message.size());
    if (pending) pending->fail_pending(kUnseen);
  }
}

/// False if the client cannot see it: it accepts no events, is gone, or its session has as many streams as it may. What
/// is only said is left out, too, where the client has so much to read that its answer would be late.
bool Exchange::show_notice(std::string_view message, bool round_waits) {
  if (state_ == State::Waiting || state_ == State::Opening) {
    if (!takes_events_) return false;
    if (holds_back_) {
      const std::size_t bytes = message.size() + std::string_view("data: \n\n").size();
      if (held_back_.size() + bytes > kMostHeldBack || !endpoint_.dispatcher().held_answers().take(bytes)) return false;
      held_back_.append("data: ").append(message).append("\n\n");
      return true;
    }
    open_stream();
  }
  if (stream_) {
    const auto session = session_;
    if (!round_waits && session->congested(*stream_)) return false;
    session->append(*stream_, message);
    return true;
  }
  if (state_ != State::Streaming || reply_.congested()) return false;
  since_ = loop_resources_.loop.now();
  write_event(message);
  return true;
}

void Exchange::abandon() {
  answered_.store(true, std::memory_order_release);
  if (try_run_here()) return deliver({}, {});
  post_answer({}, {});
}

void Exchange::expect_answer() {
  answered_.store(false, std::memory_order_relaxed);
  kept_ = owner_.lock();
  since_ = loop_resources_.loop.now();
}

void Exchange::dispatch(const protocol::Request& rpc, DispatchContext& context) {
  endpoint_.dispatcher().dispatch(rpc, context);
  if (modern_) call_ = context.queued;
  holds_back_ = context.may_lack_capability;
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

void Exchange::note_outcome(ErrorCode code, std::string_view message) {
  constexpr std::string_view kFailed = R"("isError":true)";
  if (code != ErrorCode{}) {
    note_.error = std::to_string(static_cast<int>(code));
  } else {
    // The last member of what a tool gives, before what every result has.
    const std::size_t end = modern_ ? message.rfind(R"(,"_meta":{)") : message.rfind("}}");
    if (end != std::string_view::npos && message.substr(0, end).ends_with(kFailed)) note_.error = "tool";
  }
}

void Exchange::pass_on(ErrorCode code, std::string_view message) {
  if (take_notes_) note_outcome(code, message);
  if (stream_) {
    // A copy: more() may finish the exchange.
    const auto session = session_;
    session->append(*stream_, message, true);
    if (state_ == State::Gone) finish();
    return;
  }
  if (!held_back_.empty() && state_ == State::Waiting && code != ErrorCode::MissingCapability) {
    open_stream();
    reply_.write(held_back_);
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
    opening_->state.subscription->attach(opening_);
    opening_->tell_news();
    endpoint_.sessions().publish(opening_, loop_resources_.loop.now());
    scratch_.assign("Mcp-Session-Id: ").append(opening_->id()).append("\r\n");
    const std::string fields = std::move(scratch_);
    return answer(status, message, fields);
  }
  answer(status, message, {});
}

void Exchange::answer(unsigned status, std::string_view message, std::string_view fields) {
  if (!takes_json_ && takes_events_ && session_) {
    // An event of a session has an id, and since 2025-11-25 one comes before it, however short the stream.
    open_legacy_stream();
    if (stream_) {
      const auto session = session_;
      session->append(*stream_, message, true);
      return;
    }
  }
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
  if (answers_rpc_) {
    Writer& writer = loop_resources_.writer;
    writer.clear();
    write_refusal(writer, status, text);
    if (take_notes_) note_outcome(code_of_refusal(status), {});
    return respond(status, kJson, writer.view(), fields);
  }
  scratch_.assign(text).append("\n");
  const std::string body = std::move(scratch_);
  respond(status, kPlainText, body, fields);
}

void Exchange::refuse_json(unsigned status, std::string_view id, ErrorCode code, std::string_view text,
                           std::string_view data) {
  Writer& writer = loop_resources_.writer;
  writer.clear();
  write_error(writer, id, code, text, data);
  if (take_notes_) note_outcome(code, {});
  respond(status, kJson, writer.view());
}

void Exchange::accepted() { respond(202, {}, {}); }

/// What many connections keep without need is much.
void Exchange::trim() noexcept {
  if (scratch_.capacity() > kKeptScratch) scratch_ = std::string();
}

/// The response is complete, or nobody waits for it.
void Exchange::finish() {
  if (ping_ && session_) (void)session_->state.client->line.forget(*ping_);
  trim();
  state_ = State::Idle;
  call_ = nullptr;
  session_.reset();
  opening_.reset();
  stream_.reset();
  subscription_.reset();
  ends_session_ = false;
  pinged_ = {};
  ping_.reset();
  holds_back_ = false;
  if (!held_back_.empty()) {
    endpoint_.dispatcher().held_answers().give_back(held_back_.size());
    held_back_ = std::string();
  }
}

void Exchange::open_stream() {
  if (!modern_) return open_legacy_stream();
  state_ = State::Streaming;
  start_stream();
}

void Exchange::open_legacy_stream() {
  since_ = loop_resources_.loop.now();
  stream_ = session_->open(std::shared_ptr<StreamObserver>(owner_.lock(), this), true);
  if (!stream_) return;  // too many: this one waits for its answer in one piece
  state_ = State::Streaming;
  start_stream();
  attach();
}

void Exchange::more() {
  if (loop_resources_.loop.running_in_this_thread()) return attach();
  loop_resources_.loop.post([this, owner = owner_.lock()] { attach(); });
}

void Exchange::attach() {
  if (state_ != State::Streaming || !stream_) return;
  Session::Pulled pulled = Session::Pulled::Some;
  do {
    if (reply_.congested()) return trim();  // what waits is shown when the client has taken what was written
    scratch_.clear();
    pulled = session_->pull(*stream_, this, scratch_, kEventsAtOnce);
    if (scratch_.empty()) break;
    since_ = loop_resources_.loop.now();
    reply_.write(scratch_);
  } while (pulled == Session::Pulled::Some);
  trim();
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
  if (modern_ && call_ != nullptr && !answered_.load(std::memory_order_acquire)) loop_resources_.calls.cancel(*call_);
  if (stream_) session_->detach(*stream_, this);
  if (subscription_) subscription_->close();
  if (ends_session_) endpoint_.end(session_);
  if (kept_ == nullptr) finish();
}

void Exchange::probe(bool may_open) {
  if (may_open && state_ == State::Waiting && modern_ && takes_events_ && !holds_back_) open_stream();
  if (state_ == State::Streaming && reply_.ready()) reply_.write(":\n\n");
}

/// On the stream that a session has for what belongs to no call.
void Exchange::ping(std::chrono::steady_clock::time_point now) {
  const auto interval = endpoint_.options().ping_interval;
  if (interval.count() == 0 || !stream_ || *stream_ != session_->news_stream() || !session_->state.initialized) return;
  if (pinged_ == std::chrono::steady_clock::time_point()) pinged_ = now;
  if (now - pinged_ < interval) return;
  pinged_ = now;
  if (reply_.congested() || session_->congested(*stream_)) return;  // a ping would stand behind all that
  const auto session = session_;
  OutgoingRequests& line = session->state.client->line;
  if (ping_ && line.forget(*ping_)) {
    ping_.reset();
    endpoint_.dispatcher().calls().log.write("a client did not answer a ping within " +
                                             std::to_string(interval.count()) + " ms: its event stream is closed");
    session->detach(*stream_, this);
    if (ends_session_) endpoint_.end(session);
    reply_.close_stream(true);
    return finish();
  }
  ping_ = line.expect(nullptr, {});
  session->append(*stream_, R"({"jsonrpc":"2.0","id":)" + std::to_string(*ping_) + R"(,"method":"ping"})");
}

void Exchange::tick(std::chrono::steady_clock::time_point now) {
  if (lost_.exchange(false, std::memory_order_acquire)) {
    const std::shared_ptr<void> keep = std::move(kept_);
    return fail();
  }
  if (state_ != State::Waiting && state_ != State::Streaming) return;
  if (session_) session_->used(now);
  if (state_ == State::Streaming && session_) ping(now);
  if (state_ != State::Waiting && state_ != State::Streaming) return;
  if (state_ == State::Waiting) {
    if (takes_events_ && !holds_back_ && now - since_ >= endpoint_.options().stream_after) open_stream();
  } else if (now - since_ >= endpoint_.options().keep_alive) {
    since_ = now;
    if (reply_.ready()) reply_.write(":\n\n");
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
