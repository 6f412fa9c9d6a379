// What a server's side of the protocol is told beside what it offers: limits, keys, stores, clocks.
#pragma once

#include <chrono>
#include <memory>

#include <mcp/limits.hpp>

namespace mcp::protocol {

class Sealer;
class TaskStore;
class UsedStates;

/// What all peers of a server share.
struct DispatcherOptions {
  Limits limits = {};
  /// Seals what modern clients carry between the rounds of a request. Null: with a key that ends with the process.
  std::shared_ptr<const Sealer> sealer = nullptr;
  /// Remembers states that count once; shared by all processes that have the same keys, and outlives the dispatcher.
  /// Null: in memory, and only the process that made such a state takes it, whoever has the keys.
  UsedStates* used_states = nullptr;
  /// Keeps tasks; outlives the dispatcher. Null: in memory.
  TaskStore* tasks = nullptr;
  std::chrono::system_clock::time_point (*clock)() = &std::chrono::system_clock::now;
  std::chrono::steady_clock::time_point (*steady_clock)() = &std::chrono::steady_clock::now;
};

}  // namespace mcp::protocol
