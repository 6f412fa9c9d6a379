// What the kernel says about another process.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace bench {

/// A process at one moment; zeroes if it is not there.
struct ProcessState {
  double cpu_seconds = 0;     ///< user and system time of all its threads so far
  std::size_t rss_bytes = 0;  ///< resident memory
  std::size_t fds = 0;        ///< open file descriptors
};

[[nodiscard]] ProcessState state_of(pid_t pid);

}  // namespace bench
