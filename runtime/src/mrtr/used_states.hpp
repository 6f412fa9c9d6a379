// The record of used states that this process keeps in memory.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include <mcp/used_states.hpp>

#include "base/shares.hpp"

namespace mcp::protocol {

/// States are forgotten a minute after their end. What is as old as one that was forgotten counts as used, so a clock
/// that steps back reopens nothing.
class MemoryUsedStates final : public UsedStates {
 public:
  /// `most`: how many are remembered, half of them of one holder; about 200 bytes each.
  explicit MemoryUsedStates(std::size_t most = 100'000) : shares_(most) {}

  [[nodiscard]] StateUse use(std::string_view nonce, std::string_view holder, TimePoint expiry, TimePoint now) override;
  [[nodiscard]] std::size_t size() const;

 private:
  struct Used {
    std::string nonce;
    std::string holder;
  };

  void forget_before(TimePoint time) noexcept;

  mutable std::mutex mutex_;
  Shares shares_;
  std::multimap<TimePoint, Used> ends_;
  std::set<std::string_view, std::less<>> used_;  // nonces, which live in ends_
  TimePoint forgotten_ = TimePoint::min();        // the latest end of one that was forgotten
};

}  // namespace mcp::protocol
