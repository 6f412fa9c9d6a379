#include "session/subscription_streams.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>

#include "jsonrpc/message.hpp"

namespace mcp::protocol {

/// Sends the messages of one subscription. Thread-safe: a change may be told when the connection is gone.
class SubscriptionStreams::Observer final : public SubscriptionObserver {
 public:
  Observer(MessageSink& outbox, std::string_view id, std::shared_ptr<Subscription> subscription)
      : id_(id), subscription_(std::move(subscription)), outbox_(&outbox) {}

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] Subscription& subscription() noexcept { return *subscription_; }
  [[nodiscard]] bool over() const {
    const std::lock_guard lock(mutex_);
    return outbox_ == nullptr;
  }

  /// Sends messages while the client takes them. Changes wait while it has much to read, and become one message.
  void on_available() override { send(true); }
  /// Sends all messages, whatever the client has to read.
  void finish() { send(false); }
  /// Sends nothing any more.
  void close() {
    subscription_->close();
    const std::lock_guard lock(mutex_);
    outbox_ = nullptr;
  }

 private:
  void send(bool only_while_taken) {
    const std::lock_guard lock(mutex_);
    std::string message;
    while (outbox_ != nullptr && !(only_while_taken && outbox_->congested())) {
      switch (subscription_->next(message)) {
        case Subscription::Next::Message:
          outbox_->notify(message);
          break;
        case Subscription::Next::Nothing:
          return;
        case Subscription::Next::Over:
          outbox_ = nullptr;
          return;
      }
    }
  }

  const std::string id_;
  const std::shared_ptr<Subscription> subscription_;
  mutable std::mutex mutex_;
  MessageSink* outbox_;  // null: there is nothing to send any more
};

SubscriptionStreams::~SubscriptionStreams() {
  for (const auto& observer : observers_) observer->close();
}

bool SubscriptionStreams::has(std::string_view id) const {
  return std::ranges::any_of(observers_,
                             [&](const auto& observer) { return is_same_id(observer->id(), id) && !observer->over(); });
}

void SubscriptionStreams::take(std::string_view id, std::shared_ptr<Subscription> subscription) {
  std::erase_if(observers_, [](const auto& observer) { return observer->over(); });
  const auto observer = std::make_shared<Observer>(outbox_, id, std::move(subscription));
  observers_.push_back(observer);
  observer->subscription().attach(observer);
  observer->on_available();
}

void SubscriptionStreams::drop_session() {
  std::erase_if(observers_, [](const auto& observer) {
    if (!observer->id().empty()) return false;
    observer->close();
    return true;
  });
}

void SubscriptionStreams::cancel(std::string_view id) {
  const auto found =
      std::ranges::find_if(observers_, [&](const auto& observer) { return is_same_id(observer->id(), id); });
  if (id.empty() || found == observers_.end()) return;
  (*found)->close();
  observers_.erase(found);
}

void SubscriptionStreams::flush() {
  for (const auto& observer : observers_) observer->on_available();
}

void SubscriptionStreams::end() {
  for (const auto& observer : observers_) {
    observer->subscription().end();
    observer->finish();
  }
  observers_.clear();
}

}  // namespace mcp::protocol
