#include "stores/shared_rate_limiter.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "jsonrpc/errors.hpp"

namespace mcp::protocol {

namespace {

using namespace std::chrono_literals;

/// Calls of this time are reported together.
constexpr std::chrono::milliseconds kInterval = 10ms;
/// The time until a store that failed is asked again.
constexpr std::chrono::milliseconds kPause = 1s;
/// The shortest time between two lines of the log that say that the store fails.
constexpr std::chrono::minutes kLogInterval{1};
constexpr std::size_t kMaxUses = 1000;  // as <mcp/rate_store.hpp> says
/// No answer of a store refuses a client for longer.
constexpr std::chrono::nanoseconds kLongestWait = 24h;

}  // namespace

/// What a thread reports to the store.
class SharedRateLimiter::Reports {
 public:
  Reports(RateLimiter& own, std::string_view limit, Rate rate, std::size_t max_keys, std::shared_ptr<RateStore> store,
          LogSink& log)
      : own_(own), limit_(limit), rate_(rate), max_keys_(max_keys), store_(std::move(store)), log_(log) {
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  }

  void add(std::string_view key, TimePoint now) {
    bool is_first = false;
    {
      const std::lock_guard lock(mutex_);
      auto use = taken_.find(key);
      if (use == taken_.end()) {
        if (taken_.size() >= max_keys_) return;  // only this server counts that call
        is_first = taken_.empty();
        use = taken_.emplace(key, Taken()).first;
      }
      ++use->second.count;
      use->second.last = now;
    }
    if (is_first) changed_.notify_all();
  }

  void wait_until_empty() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return taken_.empty() && !is_reporting_; });
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view key) const noexcept { return std::hash<std::string_view>()(key); }
  };
  template <class T>
  using ByKey = std::unordered_map<std::string, T, Hash, std::equal_to<>>;
  struct Taken {
    std::uint32_t count = 0;
    TimePoint last;
  };

  void run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (!changed_.wait(lock, stop, [&] { return !taken_.empty(); })) return;
      const ByKey<Taken> taken = std::exchange(taken_, {});
      is_reporting_ = true;
      lock.unlock();
      const bool has_answered = report(taken);
      lock.lock();
      is_reporting_ = false;
      changed_.notify_all();
      if (changed_.wait_for(lock, stop, has_answered ? kInterval : kPause, [] { return false; })) return;
      if (stop.stop_requested()) return;
    }
  }

  /// Returns false if the store has failed. What was taken is then counted by this server alone.
  bool report(const ByKey<Taken>& taken) {
    try {
      std::vector<RateUse> uses;
      uses.reserve(std::min(taken.size(), kMaxUses));
      for (auto next = taken.begin(); next != taken.end();) {
        uses.clear();
        for (; next != taken.end() && uses.size() < kMaxUses; ++next) {
          uses.push_back({.key = next->first, .count = next->second.count});
        }
        store_->spend(limit_, rate_, uses);
        obey(uses, taken);
      }
      if (std::exchange(is_failing_, false)) log_.write("the store of call rates answers again");
      return true;
    } catch (const std::exception& error) {
      say_failed(error.what());
    } catch (...) {
      say_failed("unknown exception");
    }
    return false;
  }

  /// Obeys what the store has answered. Times are those of the callers' clock, at which the calls were admitted.
  void obey(const std::vector<RateUse>& uses, const ByKey<Taken>& taken) {
    for (const RateUse& use : uses) {
      if (use.wait <= 0ns) continue;
      own_.refuse_until(use.key, taken.find(use.key)->second.last + std::min(use.wait, kLongestWait));
    }
  }

  void say_failed(std::string_view problem) noexcept {
    is_failing_ = true;
    const auto now = std::chrono::steady_clock::now();
    if (said_at_ && now - *said_at_ < kLogInterval) return;
    said_at_ = now;
    try {
      log_.write("the store of call rates failed, so this server limits calls by itself: " + to_utf8(problem));
    } catch (...) {
      log_.write("the store of call rates failed, so this server limits calls by itself");
    }
  }

  RateLimiter& own_;
  const std::string limit_;
  const Rate rate_;
  const std::size_t max_keys_;
  const std::shared_ptr<RateStore> store_;
  LogSink& log_;

  std::mutex mutex_;
  std::condition_variable_any changed_;
  ByKey<Taken> taken_;  // since the last report
  bool is_reporting_ = false;

  // Of the thread.
  bool is_failing_ = false;
  std::optional<std::chrono::steady_clock::time_point> said_at_;
  std::jthread thread_;
};

SharedRateLimiter::SharedRateLimiter(std::string_view limit, Rate rate, std::size_t max_keys,
                                     std::shared_ptr<RateStore> store, LogSink& log)
    : own_(rate, max_keys),
      reports_(store != nullptr && rate.per_second > 0
                   ? std::make_unique<Reports>(own_, limit, rate, max_keys, std::move(store), log)
                   : nullptr) {}

SharedRateLimiter::~SharedRateLimiter() = default;

std::optional<SharedRateLimiter::Milliseconds> SharedRateLimiter::take(std::string_view key, TimePoint now) {
  const auto wait = own_.take(key, now);
  if (!wait && reports_) reports_->add(key, now);
  return wait;
}

void SharedRateLimiter::wait_for_reports() {
  if (reports_) reports_->wait_until_empty();
}

}  // namespace mcp::protocol
