// What a running handler tells its client: progress and log messages.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include <mcp/codec/writer.hpp>
#include <mcp/log_level.hpp>

#include "jsonrpc/message_sink.hpp"
#include "mrtr/request_facts.hpp"

namespace mcp::protocol {

class TaskRunner;

/// Lets so many things through at once, and so many a second then. Not thread-safe.
class Throttle {
 public:
  Throttle(std::chrono::nanoseconds interval, unsigned burst) : interval_(interval), burst_(burst) {}
  [[nodiscard]] bool take(std::chrono::steady_clock::time_point now) noexcept;
  void refill() noexcept { full_at_ = {}; }

 private:
  std::chrono::nanoseconds interval_;
  unsigned burst_;
  std::chrono::steady_clock::time_point full_at_{};  // when the whole burst is there again
};

/// Thread-safe. `facts` and `tasks` outlive it.
class Reporter {
 public:
  Reporter(const RequestFacts& facts, TaskRunner& tasks) noexcept : facts_(facts), tasks_(tasks) {}
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;

  /// From now on reports go to `client`.
  void open(MessageSink& client);
  /// From now on reports are dropped: the answer goes out next, or went.
  void close() noexcept;
  /// For the next request.
  void clear() noexcept;
  /// The call has become a task: the texts of its progress are the status of the task, and nothing else is reported.
  void become_task(std::string id);
  /// The id of the task; empty: the call is none. For the thread that runs the handler.
  [[nodiscard]] const std::string& task() const noexcept { return task_; }

  /// Progress that does not grow, is not finite, comes too fast or was not asked for is dropped.
  void progress(double done, std::optional<double> total, std::string_view message);
  /// `data` is JSON. What the client does not want, or what comes too fast, is dropped.
  void log(LogLevel level, std::string_view data, std::string_view logger);

 private:
  void notify(std::string_view method, const Writer& params);

  const RequestFacts& facts_;
  TaskRunner& tasks_;
  std::mutex mutex_;               // guards the rest
  MessageSink* client_ = nullptr;  // null: nobody listens
  std::optional<double> last_progress_;
  Throttle progress_throttle_{std::chrono::milliseconds(20), 32};
  Throttle log_throttle_{std::chrono::milliseconds(10), 128};
  std::string task_;
};

}  // namespace mcp::protocol
