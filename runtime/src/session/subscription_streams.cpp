#include "session/subscription_streams.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>

#include "jsonrpc/message.hpp"

namespace mcp::protocol {

/// Sends what one subscription has to tell. Thread-safe: whoever tells last may find the connection gone.
class SubscriptionStreams::Viewer final : public SubscriptionObserver {
 public:
  Viewer(MessageSink& outbox, std::string_view id, std::shared_ptr<Subscription> subscription)
      : id_(id), subscription_(std::move(subscription)), outbox_(&outbox) {}

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] Subscription& subscription() noexcept { return *subscription_; }
  [[nodiscard]] bool over() const {
    const std::lock_guard lock(mutex_);
    return outbox_ == nullptr;
  }

  /// What can wait, waits while the client has much to read; so many changes become one.
  void on_available() override { send(true); }
  /// All there is.
  void finish() { send(false); }
  /// Sends nothing any more.
  void close() {
    subscription_->close();
    const std::lock_guard lock(mutex_);
    outbox_ = nullptr;
  }

 private:
  void send(bool patiently) {
    const std::lock_guard lock(mutex_);
    std::string message;
    while (outbox_ != nullptr && !(patiently && outbox_->congested())) {
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
  const auto observer = std::make_shared<Viewer>(outbox_, id, std::move(subscription));
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
