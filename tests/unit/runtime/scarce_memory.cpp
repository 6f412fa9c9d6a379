#include "scarce_memory.hpp"

#include <cstdlib>
#include <new>

namespace testing_support {
namespace scarce_memory {

thread_local bool scarce = false;
thread_local bool stays_so = false;
thread_local bool met = false;
thread_local std::size_t left = 0;

bool fails() noexcept {
  if (!scarce || spared) return false;
  if (left-- != 0) return false;
  met = true;
  scarce = stays_so;
  left = 0;
  return true;
}

void* allocate_or_null(std::size_t size) noexcept { return fails() ? nullptr : std::malloc(size != 0 ? size : 1); }

void* allocate_or_null(std::size_t size, std::align_val_t alignment) noexcept {
  const std::size_t unit = static_cast<std::size_t>(alignment);
  return fails() ? nullptr : std::aligned_alloc(unit, (size + unit - 1) / unit * unit);
}

template <class... Form>
void* allocate(Form... form) {
  void* const bytes = allocate_or_null(form...);
  if (bytes == nullptr) throw std::bad_alloc();
  return bytes;
}

}  // namespace scarce_memory

ScarceMemory::ScarceMemory(std::size_t nth, bool from_there_on) noexcept {
  scarce_memory::left = nth;
  scarce_memory::stays_so = from_there_on;
  scarce_memory::met = false;
  scarce_memory::scarce = true;
}

ScarceMemory::~ScarceMemory() { scarce_memory::scarce = false; }

bool ScarceMemory::was_met() noexcept { return scarce_memory::met; }

}  // namespace testing_support

#ifndef MCP_TEST_FIXED_ALLOCATION
// The whole test program's, in all forms: a sanitizer has each of its own.
using testing_support::scarce_memory::allocate;
using testing_support::scarce_memory::allocate_or_null;

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void* operator new(std::size_t size, std::align_val_t alignment) { return allocate(size, alignment); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return allocate(size, alignment); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate_or_null(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate_or_null(size); }
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate_or_null(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate_or_null(size, alignment);
}

void operator delete(void* bytes) noexcept { std::free(bytes); }
void operator delete[](void* bytes) noexcept { std::free(bytes); }
void operator delete(void* bytes, std::size_t) noexcept { std::free(bytes); }
void operator delete[](void* bytes, std::size_t) noexcept { std::free(bytes); }
void operator delete(void* bytes, std::align_val_t) noexcept { std::free(bytes); }
void operator delete[](void* bytes, std::align_val_t) noexcept { std::free(bytes); }
void operator delete(void* bytes, std::size_t, std::align_val_t) noexcept { std::free(bytes); }
void operator delete[](void* bytes, std::size_t, std::align_val_t) noexcept { std::free(bytes); }
void operator delete(void* bytes, const std::nothrow_t&) noexcept { std::free(bytes); }
void operator delete[](void* bytes, const std::nothrow_t&) noexcept { std::free(bytes); }
void operator delete(void* bytes, std::align_val_t, const std::nothrow_t&) noexcept { std::free(bytes); }
void operator delete[](void* bytes, std::align_val_t, const std::nothrow_t&) noexcept { std::free(bytes); }
#endif
