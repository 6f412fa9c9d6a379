#include "subscriptions/memory_change_bus.hpp"

#include <mutex>

namespace mcp::protocol {

void MemoryChangeBus::publish(const Change& change, const ChangeSubscriber& publisher) {
  const std::shared_lock calling(calling_);
  for (ChangeSubscriber* const subscriber : subscribers_) {
    if (subscriber != &publisher) subscriber->on_change(change);
  }
}

void MemoryChangeBus::subscribe(ChangeSubscriber& subscriber) {
  const std::unique_lock calling(calling_);
  subscribers_.push_back(&subscriber);
}

void MemoryChangeBus::unsubscribe(ChangeSubscriber& subscriber) noexcept {
  const std::unique_lock calling(calling_);
  std::erase(subscribers_, &subscriber);
}

}  // namespace mcp::protocol
