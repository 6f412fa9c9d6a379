// Many clients that listen: how soon all of them know of a change.
#pragma once

#include <cstddef>

#include "http_client.hpp"
#include "http_process.hpp"

namespace bench {

struct ListenOptions {
  Endpoint endpoint;
  std::size_t streams = 10'000;
  std::size_t changes = 5;  ///< one after the other, each when all know of the one before
  pid_t pid = 0;            ///< of the server; 0 leaves it unwatched
};

struct ListenResult {
  double first_ms = 0;  ///< from the request that makes the change to the first client that knows, the middle of all
  double last_ms = 0;   ///< likewise to the last one
  double worst_ms = 0;  ///< the longest of those
  ProcessState before;  ///< of the server, with no connection open
  ProcessState held;    ///< with all streams open
  ProcessState after;   ///< with all of them closed
};

/// Ends the program if a stream does not open, or does not tell in time.
[[nodiscard]] ListenResult run_listen(const ListenOptions& options);

}  // namespace bench
