// Writes messages to a file descriptor, a line each, many with one system call, and never lets the thread that reads
// the client's messages wait for the client to read ours.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "jsonrpc/message_sink.hpp"
#include "transport/stdio/admission.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp::transport {

/// Thread-safe. What send() collects goes out with the next flush(): a little at once and directly, if the descriptor
/// takes it without blocking; otherwise on a thread of its own, started when first needed (without one, if the system
/// has none left, on the caller's). The descriptor stays the caller's. Once the reader of the stream is gone,
/// everything is dropped.
class StreamOutput final : public protocol::MessageSink, public PoolListener {
 public:
  /// `wake` is an eventfd that is signalled when the stream broke, and when a backlog() beyond `max_backlog` bytes was
  /// written after a pause was asked for.
  StreamOutput(int descriptor, std::size_t max_backlog, int wake);
  /// What nobody flushed is dropped. Waits for a write that is under way.
  ~StreamOutput();
  StreamOutput(const StreamOutput&) = delete;
  StreamOutput& operator=(const StreamOutput&) = delete;

  void send(std::string_view message) override;
  void respond_now(std::string_view message, protocol::ErrorCode) override { notify(message); }
  void notify(std::string_view message) override {
    send(message);
    flush();
  }
  void flush();
  /// More waits than a client that reads leaves; `wake` is signalled when that ends.
  [[nodiscard]] bool congested() override;

  /// True while more than the allowed backlog waits; `wake` tells when that ends.
  [[nodiscard]] bool must_pause();
  /// True if the stream broke: the client closed it.
  [[nodiscard]] bool broken() const;

  /// Flushes and waits until everything is written or the stream broke; false if `deadline` passes first.
  [[nodiscard]] bool finish(std::chrono::steady_clock::time_point deadline);

  void burst_over() override { flush(); }
  void stalled() override { flush(); }
  /// Workers wait here while the backlog is too big, or would be with the results that are on their way.
  void before_job() override;
  void after_job() override;

 private:
  [[nodiscard]] std::size_t backlog() const noexcept { return full_bytes_ + pending_.size() + out_.size() - out_at_; }
  void wait_for_turn(std::unique_lock<std::mutex>& lock);
  void let_next_start();
  void be_patient();
  void on_reply_timeout();
  void write_on_thread();
  bool take_pending();
  bool write_some(std::unique_lock<std::mutex>& lock, bool may_wait);
  void break_off();
  void signal() const noexcept;

  const int descriptor_;
  const std::size_t max_backlog_;
  const int wake_;

  mutable std::mutex mutex_;
  std::condition_variable work_;    // the writing thread: something to write, or the end
  std::condition_variable change_;  // backlog() fell, or the stream broke
  std::condition_variable turn_;    // before_job(): the next job may start
  std::string pending_;             // not yet being written
  std::deque<std::string> full_;    // what pending_ had no room for, older than it: blocks that are freed one by one
  std::size_t full_bytes_ = 0;
  std::string out_;  // being written, from out_at_ on; the business of whoever set writing_
  std::size_t out_at_ = 0;
  bool writing_ = false;
  bool wanted_ = false;   // the writing thread shall write
  bool paused_ = false;   // somebody waits for `wake`
  bool crowded_ = false;  // the same, for less
  bool broken_ = false;
  bool ending_ = false;
  Admission admission_;
  std::size_t waiting_ = 0;                         // workers in wait_for_turn()
  std::chrono::steady_clock::time_point patience_;  // of those, while nothing starts or ends
  std::chrono::nanoseconds cpu_time_{0};            // of the process, when patience_ was set
  int busy_periods_ = 0;                            // in a row, in which the process computed
  std::thread writer_;
};

}  // namespace mcp::transport
