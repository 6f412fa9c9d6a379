// What <mcp/change_bus.hpp> promises, as a test.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include <mcp/change_bus.hpp>

#include "base/digest.hpp"
#include "test/checker.hpp"

namespace mcp::test {

namespace {

/// Keeps the changes of this run, of which others may use the bus, too.
class Hearing final : public ChangeSubscriber {
 public:
  Hearing(ChangeBus& bus, std::string run, std::chrono::milliseconds longest)
      : bus_(bus), run_(std::move(run)), longest_(longest) {
    bus_.subscribe(*this);
  }
  ~Hearing() { stop(); }
  Hearing(const Hearing&) = delete;
  Hearing& operator=(const Hearing&) = delete;

  void stop() noexcept {
    if (hears_) bus_.unsubscribe(*this);
    hears_ = false;
  }
  void on_change(const Change& change) noexcept override {
    const std::lock_guard lock(mutex_);
    if (change.kind == Change::Kind::Resource && !change.uri.starts_with(run_)) return;
    heard_.push_back(change);
    changed_.notify_all();
  }
  void on_gap() noexcept override {}

  /// Whether it heard of that change, at least `count` times, or does soon.
  [[nodiscard]] bool hears(const Change& change, std::size_t count = 1) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, longest_,
                             [&] { return static_cast<std::size_t>(std::ranges::count(heard_, change)) >= count; });
  }
  [[nodiscard]] std::vector<Change> heard() {
    const std::lock_guard lock(mutex_);
    return heard_;
  }

 private:
  ChangeBus& bus_;
  const std::string run_;
  const std::chrono::milliseconds longest_;
  bool hears_ = true;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Change> heard_;
};

class ChangeBusCheck {
 public:
  ChangeBusCheck(const OpenStore<ChangeBus>& open, std::chrono::milliseconds longest)
      : first_(open()), second_(open()), longest_(longest) {}

  [[nodiscard]] CheckReport run() {
    checker_.run("a change", [&] { check_change(); });
    checker_.run("the publisher", [&] { check_publisher(); });
    checker_.run("the order", [&] { check_order(); });
    checker_.run("who unsubscribes", [&] { check_unsubscribed(); });
    checker_.run("many threads", [&] { check_threads(); });
    return checker_.report();
  }

 private:
  bool expect(bool holds, std::string_view expectation) { return checker_.expect(holds, expectation); }
  [[nodiscard]] Change resource(std::string_view name) const {
    return {.kind = Change::Kind::Resource, .uri = run_ + std::string(name)};
  }

  void check_change() {
    Hearing one(*first_, run_, longest_), other(*second_, run_, longest_), neighbour(*first_, run_, longest_);
    for (const Change::Kind kind : {Change::Kind::Tools, Change::Kind::Prompts, Change::Kind::Resources}) {
      first_->publish({.kind = kind}, one);
      expect(other.hears({.kind = kind}), "another server hears that a list has changed");
    }
    const Change strange = resource("/gr\xc3\xbc\xc3\x9f%20 \"\\?#" + std::string(3000, 'x'));
    first_->publish(strange, one);
    expect(other.hears(strange), "another server hears which resource has changed");
    expect(neighbour.hears(strange), "another subscriber of the same process hears it");
    second_->publish(resource("/back"), other);
    expect(one.hears(resource("/back")), "changes go both ways");
  }

  void check_publisher() {
    Hearing one(*first_, run_, longest_), other(*second_, run_, longest_);
    first_->publish(resource("/own"), one);
    second_->publish(resource("/end"), other);
    expect(other.hears(resource("/own")), "another server hears of a change");
    expect(one.hears(resource("/end")), "a server hears of others");
    expect(std::ranges::count(one.heard(), resource("/own")) == 0, "a server does not hear of its own changes");
  }

  void check_order() {
    constexpr int kChanges = 40;
    Hearing one(*first_, run_, longest_), other(*second_, run_, longest_);
    for (int i = 0; i < kChanges; ++i) first_->publish(resource("/order" + std::to_string(i)), one);
    expect(other.hears(resource("/order" + std::to_string(kChanges - 1))), "the last of many changes is heard");
    std::vector<Change> heard = other.heard();
    std::erase_if(heard, [](const Change& change) { return change.kind != Change::Kind::Resource; });
    int next = 0;
    for (const Change& change : heard) {
      if (next < kChanges && change == resource("/order" + std::to_string(next))) ++next;
    }
    expect(next == kChanges, "the changes of one publisher are heard in their order");
  }

  void check_unsubscribed() {
    Hearing one(*first_, run_, longest_), other(*second_, run_, longest_), gone(*second_, run_, longest_);
    gone.stop();
    first_->publish(resource("/late"), one);
    expect(other.hears(resource("/late")), "who stays hears of a change");
    expect(gone.heard().empty() || std::ranges::count(gone.heard(), resource("/late")) == 0,
           "who has unsubscribed hears nothing");
  }

  void check_threads() {
    constexpr std::size_t kThreads = 6, kChanges = 15;
    Hearing one(*first_, run_, longest_), other(*second_, run_, longest_);
    on_threads(kThreads, [&](std::size_t thread) {
      for (std::size_t i = 0; i < kChanges; ++i) {
        first_->publish(resource("/t" + std::to_string(thread) + "/" + std::to_string(i)), one);
      }
    });
    bool all = true;
    for (std::size_t thread = 0; thread < kThreads; ++thread) {
      for (std::size_t i = 0; i < kChanges && all; ++i) {
        all = other.hears(resource("/t" + std::to_string(thread) + "/" + std::to_string(i)));
      }
    }
    expect(all, "no change is lost, however many threads publish");
  }

  const std::shared_ptr<ChangeBus> first_, second_;
  const std::chrono::milliseconds longest_;
  const std::string run_ = "test:" + protocol::random_token(12);
  Checker checker_;
};

}  // namespace

CheckReport check_change_bus(const OpenStore<ChangeBus>& open, std::chrono::milliseconds longest) {
  return ChangeBusCheck(open, longest).run();
}

}  // namespace mcp::test
