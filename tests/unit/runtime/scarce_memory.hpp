// Lets allocations of one thread fail, one after the other, so that a test sees what want of memory leaves behind.
#pragma once

#include <cstddef>

// Clang's thread sanitizer comes with functions that cannot be replaced: nothing fails there.
#if defined(__clang__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MCP_TEST_FIXED_ALLOCATION 1
#endif
#endif

namespace testing_support {

namespace scarce_memory {
inline thread_local bool spared = false;  // whether the thread's allocations are those of a test itself
}

/// While it lives, no allocation of the calling thread fails or is counted: for what a test does beside what it tests.
class PlentyOfMemory {
 public:
  PlentyOfMemory() noexcept : before_(scarce_memory::spared) { scarce_memory::spared = true; }
  ~PlentyOfMemory() { scarce_memory::spared = before_; }
  PlentyOfMemory(const PlentyOfMemory&) = delete;
  PlentyOfMemory& operator=(const PlentyOfMemory&) = delete;

 private:
  const bool before_;
};

/// From its construction to its end, the calling thread's allocation number `nth` (the first is 0) by operator new, and
/// every one behind it where `from_there_on`, throws std::bad_alloc.
class ScarceMemory {
 public:
  ScarceMemory(std::size_t nth, bool from_there_on) noexcept;
  ~ScarceMemory();
  ScarceMemory(const ScarceMemory&) = delete;
  ScarceMemory& operator=(const ScarceMemory&) = delete;

  /// Whether allocations can be made to fail in this program.
#ifdef MCP_TEST_FIXED_ALLOCATION
  static constexpr bool kAvailable = false;
#else
  static constexpr bool kAvailable = true;
#endif

  /// Whether an allocation failed.
  [[nodiscard]] static bool was_met() noexcept;
};

}  // namespace testing_support
