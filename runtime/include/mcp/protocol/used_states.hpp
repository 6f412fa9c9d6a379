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

namespace mcp::protocol {

/// Thread-safe.
class UsedStates {
 public:
  using TimePoint = std::chrono::system_clock::time_point;

  virtual ~UsedStates() = default;

  /// Marks a state as used; false if it was, or if there is no room to remember it. After `expiry` it may be forgotten,
  /// as it is refused then anyway.
  [[nodiscard]] virtual bool use(std::string_view nonce, TimePoint expiry, TimePoint now) = 0;

 protected:
  UsedStates() = default;
  UsedStates(const UsedStates&) = default;
  UsedStates& operator=(const UsedStates&) = default;
};

class MemoryUsedStates final : public UsedStates {
 public:
  explicit MemoryUsedStates(std::size_t most = 100'000) : most_(most) {}

  [[nodiscard]] bool use(std::string_view nonce, TimePoint expiry, TimePoint now) override;
  [[nodiscard]] std::size_t size() const;

 private:
  const std::size_t most_;
  mutable std::mutex mutex_;
  std::set<std::string, std::less<>> used_;
  std::multimap<TimePoint, std::string> ends_;
};

}  // namespace mcp::protocol
