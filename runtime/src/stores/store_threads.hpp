// The threads that ask a store which may block.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "base/log_sink.hpp"

namespace mcp::protocol {

/// Asks on threads of its own, about one key in the order of the calls. Thread-safe. submit() waits for nothing; the
/// destructor waits for what was submitted.
class StoreThreads {
 public:
  /// `name` says in the log what is stored. `log` outlives it.
  StoreThreads(std::string_view name, LogSink& log);
  ~StoreThreads();
  StoreThreads(const StoreThreads&) = delete;
  StoreThreads& operator=(const StoreThreads&) = delete;

  /// Returns what follows from the store's answer, or throws if the store fails.
  using Ask = std::function<std::function<void()>()>;
  /// Calls `ask` and what it returns; `give_up` instead, if the store fails: then the log says so, not too often. Where
  /// too much waits already, `give_up` is called at once.
  void submit(std::string_view key, Ask ask, std::function<void()> give_up);
  /// Waits for what was submitted; from now on only `give_up` is called. Not for the threads themselves.
  void close();
  /// Waits until everything was asked that was submitted before. For tests.
  void wait_until_idle();

 private:
  /// A slow store serves that many at a time.
  static constexpr std::size_t kThreads = 4;

  struct Job {
    Ask ask;
    std::function<void()> give_up;
  };
  class FailureLog;
  class Worker;

  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace mcp::protocol
