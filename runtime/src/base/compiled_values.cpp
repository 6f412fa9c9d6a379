#include "base/compiled_values.hpp"

#include <atomic>
#include <memory>

namespace mcp::internal {

namespace {

struct Kept {
  const void* value;
  void (*free)(const void* value);
  Kept* next;
};

// Without destructors of their own: other static objects may still use these when they are destroyed.
constinit std::atomic<Kept*> newest{nullptr};
constinit std::atomic<unsigned> users{0};

/// Made with the first value. At the end of the program, or of the plug-in, it is destroyed.
struct Sweeper {
  ~Sweeper() {
    if (users.load() != 0) return;
    for (Kept* next = newest.exchange(nullptr); next != nullptr;) {
      const std::unique_ptr<Kept> kept(next);
      kept->free(kept->value);
      next = kept->next;
    }
  }
};

}  // namespace

void keep_compiled(const void* value, void (*free)(const void* value)) {
  static const Sweeper sweeper;
  Kept* const kept = new Kept{value, free, newest.load()};
  while (!newest.compare_exchange_weak(kept->next, kept)) {
  }
}

CompiledValuesUser::CompiledValuesUser() noexcept { users.fetch_add(1); }
CompiledValuesUser::~CompiledValuesUser() { users.fetch_sub(1); }

}  // namespace mcp::internal
