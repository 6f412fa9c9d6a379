// Which sealed states were used up, for tools that take each but once (.single_use): an interface, so that several
// processes can share what they know, and a memory of this process.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "base/shares.hpp"

namespace mcp::protocol {

/// What became of an attempt to use a state.
enum class StateUse : unsigned char {
  First,        ///< it counts
  Again,        ///< it was used before
  ShareIsFull,  ///< there is no room to remember another one of that holder
  AllIsFull,    ///< or of anybody
};

/// Thread-safe.
class UsedStates {
 public:
  using TimePoint = std::chrono::system_clock::time_point;

  virtual ~UsedStates() = default;

  /// Marks a state as used. `holder` is whose it is (holder_of()), `expiry` the last moment at which it is taken, `now`
  /// the moment at which it was found to be good. Only what has expired for certain may be forgotten: the clocks of
  /// processes that share what they know differ.
  [[nodiscard]] virtual StateUse use(std::string_view nonce, std::string_view holder, TimePoint expiry,
                                     TimePoint now) = 0;

 protected:
  UsedStates() = default;
  UsedStates(const UsedStates&) = default;
  UsedStates& operator=(const UsedStates&) = default;
};

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
