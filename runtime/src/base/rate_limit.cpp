#include "base/rate_limit.hpp"

#include <algorithm>
#include <cmath>
#include <ratio>

namespace mcp::protocol {

namespace {

using std::chrono::nanoseconds;

constexpr double kLongestInterval = 86'400e9;  // a day
constexpr double kLongestFill = 365 * kLongestInterval;

/// `time` in nanoseconds, clamped so that sums of times cannot overflow.
nanoseconds bounded(double time, double most) { return nanoseconds(std::llround(std::clamp(time, 1.0, most))); }

nanoseconds interval_of(Rate rate) {
  return bounded(rate.per_second > 0 ? 1e9 / rate.per_second : 1, kLongestInterval);
}

nanoseconds capacity_of(Rate rate) {
  const nanoseconds interval = interval_of(rate);
  const double tokens = rate.burst >= 1 ? rate.burst : 1;
  return std::max(interval, bounded(tokens * static_cast<double>(interval.count()), kLongestFill));
}

}  // namespace

RateLimiter::RateLimiter(Rate rate, std::size_t max_keys)
    : limited_(rate.per_second > 0),
      interval_(interval_of(rate)),
      capacity_(capacity_of(rate)),
      max_keys_(std::max<std::size_t>(max_keys, 1)) {}

std::optional<RateLimiter::Milliseconds> RateLimiter::take(std::string_view key, TimePoint now) {
  if (!limited_) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const auto bucket = buckets_.find(key);
  if (bucket == buckets_.end()) {
    add(key, now + interval_);
    return std::nullopt;
  }
  const std::optional<Milliseconds> refused = wait(bucket->second, now);
  if (!refused) bucket->second = std::max(bucket->second, now) + interval_;
  return refused;
}

std::optional<RateLimiter::Milliseconds> RateLimiter::peek(std::string_view key, TimePoint now) const {
  if (!limited_) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const auto bucket = buckets_.find(key);
  return bucket == buckets_.end() ? std::nullopt : wait(bucket->second, now);
}

void RateLimiter::refuse_until(std::string_view key, TimePoint time) {
  if (!limited_) return;
  const TimePoint full_at = time + capacity_ - interval_;
  const std::lock_guard lock(mutex_);
  const auto bucket = buckets_.find(key);
  if (bucket == buckets_.end()) return add(key, full_at);
  bucket->second = std::max(bucket->second, full_at);
}

std::size_t RateLimiter::size() const {
  const std::lock_guard lock(mutex_);
  return buckets_.size();
}

std::optional<RateLimiter::Milliseconds> RateLimiter::wait(TimePoint full_at, TimePoint now) const noexcept {
  // A token moves the time at which the bucket is full. That time is at most one capacity away, because a bucket cannot
  // hold less than no tokens, unless refuse_until() has moved it.
  const Nanoseconds excess = std::max(full_at, now) + interval_ - now - capacity_;
  if (excess <= Nanoseconds::zero()) return std::nullopt;
  return std::chrono::ceil<Milliseconds>(excess);
}

void RateLimiter::add(std::string_view key, TimePoint full_at) {
  if (buckets_.size() == max_keys_) forget_fullest();
  // This allocates first, so that nothing throws once the bucket exists.
  if (ranking_.size() == ranking_.capacity()) ranking_.reserve(std::min(max_keys_, 2 * ranking_.size() + 16));
  const auto bucket = buckets_.emplace(key, full_at).first;
  ranking_.push_back({.full_at = full_at, .bucket = &*bucket});
  std::push_heap(ranking_.begin(), ranking_.end(), later);
}

void RateLimiter::forget_fullest() {
  for (;;) {
    std::pop_heap(ranking_.begin(), ranking_.end(), later);
    Ranked& earliest = ranking_.back();
    if (earliest.full_at == earliest.bucket->second) break;
    earliest.full_at = earliest.bucket->second;
    std::push_heap(ranking_.begin(), ranking_.end(), later);
  }
  buckets_.erase(buckets_.find(ranking_.back().bucket->first));
  ranking_.pop_back();
}

TokenBucket::TokenBucket(Rate rate, Clock clock)
    : rate_(rate), clock_(clock), known_(std::max(rate.burst, 1.0)), filled_(clock()) {}

std::optional<std::chrono::milliseconds> TokenBucket::refill() {
  if (rate_.per_second <= 0) return std::nullopt;
  const TimePoint now = clock_();
  const std::chrono::duration<double> passed = now - filled_;
  filled_ = now;
  known_ = std::min(std::max(rate_.burst, 1.0), known_ + passed.count() * rate_.per_second);
  if (known_ >= 1) {
    known_ -= 1;
    return std::nullopt;
  }
  const double wait = std::min((1 - known_) / rate_.per_second, kLongestInterval / 1e9);
  return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(wait));
}

std::string too_many_calls(std::chrono::milliseconds wait) {
  using Tenths = std::chrono::duration<std::int64_t, std::deci>;
  const std::int64_t tenths = std::max<std::int64_t>(std::chrono::ceil<Tenths>(wait).count(), 1);
  return "Too many calls: try again in " + std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + " s.";
}

}  // namespace mcp::protocol
