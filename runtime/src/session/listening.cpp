#include "session/listening.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>

#include "jsonrpc/message.hpp"

namespace mcp::protocol {

/// Sends what one subscription has to tell. Thread-safe: whoever tells last may find the connection gone.
class Listening::Viewer final : public SubscriptionViewer {
 public:
  Viewer(Outbox& outbox, std::string_view id, std::shared_ptr<Subscription> subscription)
      : id_(id), subscription_(std::move(subscription)), outbox_(&outbox) {}

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] Subscription& subscription() noexcept { return *subscription_; }
  [[nodiscard]] bool over() const {
    const std::lock_guard lock(mutex_);
    return outbox_ == nullptr;
  }

  /// What can wait, waits while the client has much to read; so many changes become one.
  void news() override { send(true); }
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
    while (outbox_ != nullptr && !(patiently && outbox_->crowded())) {
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
  Outbox* outbox_;  // null: there is nothing to send any more
};

Listening::~Listening() {
  for (const auto& viewer : viewers_) viewer->close();
}

bool Listening::has(std::string_view id) const {
  return std::ranges::any_of(viewers_,
                             [&](const auto& viewer) { return is_same_id(viewer->id(), id) && !viewer->over(); });
}

void Listening::take(std::string_view id, std::shared_ptr<Subscription> subscription) {
  std::erase_if(viewers_, [](const auto& viewer) { return viewer->over(); });
  const auto viewer = std::make_shared<Viewer>(outbox_, id, std::move(subscription));
  viewers_.push_back(viewer);
  viewer->subscription().show(viewer);
  viewer->news();
}

void Listening::drop_session() {
  std::erase_if(viewers_, [](const auto& viewer) {
    if (!viewer->id().empty()) return false;
    viewer->close();
    return true;
  });
}

void Listening::cancel(std::string_view id) {
  const auto found = std::ranges::find_if(viewers_, [&](const auto& viewer) { return is_same_id(viewer->id(), id); });
  if (id.empty() || found == viewers_.end()) return;
  (*found)->close();
  viewers_.erase(found);
}

void Listening::tell() {
  for (const auto& viewer : viewers_) viewer->news();
}

void Listening::end() {
  for (const auto& viewer : viewers_) {
    viewer->subscription().end();
    viewer->finish();
  }
  viewers_.clear();
}

}  // namespace mcp::protocol
