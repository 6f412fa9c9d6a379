// Waiting until another thread waits.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <thread>

namespace mcp::transport {

/// Returns once the thread with the id `thread`, as gettid() gives it, waits in the kernel: for a lock, a condition, a
/// file.
inline void wait_until_blocked(pid_t thread) {
  for (;;) {
    std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    // The state follows the name, which stands in parentheses and may hold anything.
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos || text.compare(name_end, 3, ") S") == 0) return;
    std::this_thread::yield();
  }
}

}  // namespace mcp::transport
