#include <mcp/change_bus.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "base/digest.hpp"
#include "seams.hpp"

namespace seams {

namespace {

using mcp::Change;
using mcp::ChangeSubscriber;
using mcp::json;

/// How long the store process lets a client wait for a change.
constexpr std::chrono::milliseconds kPoll{20};

/// The changes in the store process: [sender, kind, uri], by their positions.
class ChangeLog {
 public:
  json publish(const json& change) {
    const std::lock_guard lock(mutex_);
    changes_.push_back(change);
    changed_.notify_all();
    return nullptr;
  }
  json position() {
    const std::lock_guard lock(mutex_);
    return changes_.size();
  }
  json since(std::size_t position) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPoll, [&] { return changes_.size() > position; });
    return json(std::vector<json>(changes_.begin() + static_cast<std::ptrdiff_t>(position), changes_.end()));
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<json> changes_;
};

/// Asks the store process for changes on a thread of its own.
class RemoteChangeBus final : public mcp::ChangeBus {
 public:
  explicit RemoteChangeBus(const std::string& socket_path)
      : store_(socket_path), position_(store_.call("change_bus.position", nullptr).get<std::size_t>()) {
    thread_ = std::jthread([this](const std::stop_token& stop) { hear(stop); });
  }

  void publish(const Change& change, const ChangeSubscriber& publisher) override {
    (void)store_.call("change_bus.publish", {sender(publisher), static_cast<int>(change.kind), change.uri});
  }
  void subscribe(ChangeSubscriber& subscriber) override {
    const std::lock_guard lock(mutex_);
    subscribers_.push_back(&subscriber);
  }
  void unsubscribe(ChangeSubscriber& subscriber) noexcept override {
    const std::lock_guard lock(mutex_);
    std::erase(subscribers_, &subscriber);
  }

 private:
  [[nodiscard]] std::string sender(const ChangeSubscriber& publisher) const {
    return id_ + std::to_string(reinterpret_cast<std::uintptr_t>(&publisher));
  }
  void hear(const std::stop_token& stop) {
    bool was_lost = false;
    while (!stop.stop_requested()) {
      try {
        const json changes = store_.call("change_bus.since", position_);
        const std::lock_guard lock(mutex_);
        if (std::exchange(was_lost, false)) {
          for (ChangeSubscriber* const subscriber : subscribers_) subscriber->on_gap();
        }
        for (const json& change : changes) tell(change);
        position_ += changes.size();
      } catch (const std::exception&) {
        was_lost = true;
        std::this_thread::sleep_for(kPoll);  // a store that is gone is asked again, but not all the time
      }
    }
  }
  void tell(const json& from) {
    const Change change{.kind = static_cast<Change::Kind>(from.at(1).get<int>()), .uri = from.at(2)};
    for (ChangeSubscriber* const subscriber : subscribers_) {
      if (sender(*subscriber) != from.at(0).get<std::string>()) subscriber->on_change(change);
    }
  }

  RemoteStore store_;
  const std::string id_ = mcp::protocol::random_token(12);
  std::mutex mutex_;  // held while subscribers are called
  std::vector<ChangeSubscriber*> subscribers_;
  std::size_t position_;  // the thread's own
  std::jthread thread_;
};

}  // namespace

void add_change_bus(RemoteFunctions& functions, Faults& faults) {
  const auto log = std::make_shared<ChangeLog>();
  functions.add("change_bus.publish", faults.wrap([log](const json& change) { return log->publish(change); }));
  functions.add("change_bus.position", [log](const json&) { return log->position(); });
  functions.add("change_bus.since",
                faults.wrap([log](const json& from) { return log->since(from.get<std::size_t>()); }));
}

std::shared_ptr<mcp::ChangeBus> remote_change_bus(const std::string& socket_path) {
  return std::make_shared<RemoteChangeBus>(socket_path);
}

}  // namespace seams
