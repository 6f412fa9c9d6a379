// A bus between the servers of one process.
#pragma once

#include <shared_mutex>
#include <vector>

#include <mcp/change_bus.hpp>

namespace mcp::protocol {

/// Subscribers are called on the thread that publishes.
class MemoryChangeBus final : public ChangeBus {
 public:
  void publish(const Change& change, const ChangeSubscriber& publisher) override;
  void subscribe(ChangeSubscriber& subscriber) override;
  void unsubscribe(ChangeSubscriber& subscriber) noexcept override;

 private:
  std::shared_mutex calling_;  // held shared while subscribers are called
  std::vector<ChangeSubscriber*> subscribers_;
};

}  // namespace mcp::protocol
