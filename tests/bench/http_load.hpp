// Load: many connections, one request in flight on each, every answer checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "http_client.hpp"
#include "http_process.hpp"
#include "http_requests.hpp"

namespace bench {

struct LoadOptions {
  Endpoint endpoint;
  Kind kind = Kind::Modern;
  std::size_t connections = 1;
  std::uint64_t requests = 100'000;
  std::size_t expected_bytes = 0;  ///< of a body that is always the same; 0 takes that of the first answer
  pid_t pid = 0;                   ///< of the server; 0 leaves it unwatched
};

struct LoadResult {
  std::uint64_t requests = 0;
  std::uint64_t failed = 0;    ///< refused, closed, malformed, or wrong
  std::uint64_t reopened = 0;  ///< connections that the server ended as HTTP allows, and opened again
  std::string first_failure;   ///< empty if there is none
  double seconds = 0;          ///< from the first request to the last answer
  double p50_us = 0;           ///< from sending a request to having its answer
  double p99_us = 0;
  double max_us = 0;
  std::size_t body_bytes = 0;  ///< of the last answer
  ProcessState before;         ///< of the server, with no connection open
  ProcessState after;          ///< likewise, after it has seen every connection close
  double server_cpu_us = 0;    ///< per request
};

[[nodiscard]] LoadResult run_load(const LoadOptions& options);

struct IdleOptions {
  Endpoint endpoint;
  std::size_t connections = 1000;  ///< that have had one answer and say nothing more
  std::size_t streams = 0;         ///< open streams of as many legacy sessions
  std::size_t calls = 200;         ///< new clients, one after the other
  pid_t pid = 0;
};

struct IdleResult {
  std::size_t lost = 0;    ///< idle connections and streams that did not stay open
  std::size_t failed = 0;  ///< new clients without a right answer
  std::string first_failure;
  double p50_us = 0;  ///< from opening a new connection to having the answer of its call
  double p99_us = 0;
  double max_us = 0;
  ProcessState before;
  ProcessState held;   ///< with all that is idle open
  ProcessState after;  ///< with all of it closed
};

[[nodiscard]] IdleResult run_idle(const IdleOptions& options);

}  // namespace bench
