// Lets allocations of one thread fail, one after the other, so that a test sees what want of memory leaves behind.
#pragma once

#include <cstddef>

namespace testing_support {

/// From its construction to its end, the calling thread's allocation number `nth` (the first is 0) by operator new, and
/// every one behind it where `from_there_on`, throws std::bad_alloc.
class ScarceMemory {
 public:
  ScarceMemory(std::size_t nth, bool from_there_on) noexcept;
  ~ScarceMemory();
  ScarceMemory(const ScarceMemory&) = delete;
  ScarceMemory& operator=(const ScarceMemory&) = delete;

  /// Whether an allocation failed.
  [[nodiscard]] static bool was_met() noexcept;
};

}  // namespace testing_support
