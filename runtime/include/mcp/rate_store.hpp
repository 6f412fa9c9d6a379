// How often clients call, counted for all servers that share the count.
//
// Each server limits the calls of a client by itself, and answers at once. A server with a store also reports to it, on
// a thread of its own, which calls it admitted. The store says whose calls are too many for all servers together, and
// the server refuses those clients until the time that the store has named. So of one client all servers together admit
// what the rate allows, and beyond it what each of them admits while a report is on its way: at first its own burst at
// most, later a call and what the rate allows in that time, which the store counts, too.
//
// Without a store (ServeOptions) each server counts by itself. mcp::test::check_rate_store() tests an implementation.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string_view>

#include <mcp/export.hpp>

namespace mcp {

struct Rate {
  double per_second = 0;  ///< tokens that flow into a bucket, at least one a day; 0: no limit at all
  double burst = 1;       ///< tokens that a full bucket holds, at least 1 and at most a year of them
};

/// Calls of one client that a server has admitted.
struct RateUse {
  std::string_view key;     ///< the principal, or the address without authentication; of any bytes, of any length
  std::uint32_t count = 0;  ///< how many; 0: only `wait` is of interest
  std::chrono::nanoseconds wait{0};  ///< what the store answers
};

/// An interface for buckets of tokens that servers share.
///
/// Threads: any number of threads may call at the same time. A call may block, for a few seconds at most, since a
/// server that ends waits for it; it runs on a thread that does nothing else. Atomicity: the tokens of each key are
/// taken at once. Errors: an implementation whose store cannot be reached throws. The servers then count by themselves
/// until it can be reached again, and the log says so.
class MCP_EXPORT RateStore {
 public:
  virtual ~RateStore() = default;

  /// For each of 1 to 1000 uses with different keys: takes `count` tokens from the bucket of that key, and sets `wait`
  /// to the time until the bucket holds a token again, by the clock of the store; 0: it holds one. A bucket that was
  /// never used is full.
  ///
  /// The calls have run already, so a bucket goes below zero; but never further than by `rate.burst`, so that no client
  /// waits longer than a bucket needs to become full twice. `limit` names what is limited, 1 to 64 printable ASCII
  /// characters; buckets of different limits have nothing in common. `rate` is positive, and the same in each call for
  /// that limit, unless a server was configured anew. A bucket may be forgotten once it is full.
  virtual void spend(std::string_view limit, const Rate& rate, std::span<RateUse> uses) = 0;

 protected:
  RateStore() = default;
  RateStore(const RateStore&) = default;
  RateStore& operator=(const RateStore&) = default;
};

}  // namespace mcp
