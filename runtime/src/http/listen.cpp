// What an exchange shows of changes: a subscription of its own, or what a session is told.
#include <utility>

#include "http/exchange.hpp"

namespace mcp::protocol::http {

namespace {

/// Bytes that are written at a time.
constexpr std::size_t kPortion = std::size_t{32} << 10;

}  // namespace

/// The response is a stream that stays open until the client or the server ends it.
void Exchange::open_subscription(std::shared_ptr<Subscription> subscription) {
  kept_.reset();  // nobody owes an answer
  subscription_ = std::move(subscription);
  subscription_->attach(std::shared_ptr<SubscriptionObserver>(owner_.lock(), this));
  state_ = State::Streaming;
  start_stream();
  show_subscription();
}

/// Always by way of the event loop: a call that changes something would keep it until it ends.
void Exchange::on_available() {
  loop_resources_.loop.post([this, owner = owner_.lock()] { show_news(); });
}

void Exchange::sent() {
  attach();
  show_news();
}

void Exchange::show_news() {
  // What can wait, waits while the client has not taken what was written; so many changes become one.
  if (state_ != State::Streaming || !reply_.ready()) return;
  if (subscription_ != nullptr) return show_subscription();
  if (!stream_ || *stream_ != session_->news_stream()) return;
  const auto session = session_;  // telling may finish the exchange
  session->tell_news();
}

void Exchange::show_subscription() {
  std::string message;
  do {
    scratch_.clear();
    auto next = Subscription::Next::Message;
    while (scratch_.size() < kPortion && (next = subscription_->next(message)) == Subscription::Next::Message) {
      scratch_.append("data: ").append(message).append("\n\n");
    }
    if (!scratch_.empty()) {
      since_ = loop_resources_.loop.now();
      reply_.write(scratch_);
    }
    if (next == Subscription::Next::Nothing) return trim();
    if (next == Subscription::Next::Over) {
      reply_.close_stream(true);
      return finish();
    }
  } while (reply_.ready());
}

}  // namespace mcp::protocol::http
