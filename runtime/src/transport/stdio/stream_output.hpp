// Writes messages to a file descriptor, a line each, many with one system call, and never lets the thread that reads
// the client's messages wait for the client to read ours.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string_view>
#include <thread>

#include "jsonrpc/message_sink.hpp"
#include "transport/stdio/admission_control.hpp"
#include "transport/stdio/output_buffer.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp::transport {

/// Thread-safe. What send() collects goes out with the next flush(): a little at once and directly, if the descriptor
/// takes it without blocking; otherwise on a thread of its own, started when first needed (without one, if the system
/// has none left, on the caller's). The descriptor stays the caller's. Once the reader of the stream is gone,
/// everything is dropped, and no signal ends the process.
class StreamOutput final : public protocol::MessageSink, public PoolListener {
 public:
  /// `wake` is an eventfd that is signalled when the stream broke, and when more than `max_backlog` bytes had waited
  /// and no longer do, after a pause was asked for.
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
  /// Whether more waits than a client that reads leaves waiting; `wake` is signalled when that ends.
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
  /// Who writes to the descriptor:
  ///
  ///     Nobody ──flush()──▶ Somebody ──▶ Nobody        all is written, or the stream broke
  ///       ▲                   └─────────▶ Requested     the rest is too much, or would block: for the writing thread
  ///       └──── Somebody ◀──── writing thread ──┘
  ///
  /// The thread that writes also writes what is sent meanwhile; flush() has nothing to do then.
  enum class Writing : unsigned char { Nobody, Requested, Somebody };

  void write_on_thread();
  void write_all(std::unique_lock<std::mutex>& lock);
  bool write_some(std::unique_lock<std::mutex>& lock, std::string_view bytes, bool may_wait);
  void stop_writing(Writing next);
  void on_written(std::size_t size) noexcept;
  void break_off();
  void signal() const noexcept;

  const int descriptor_;
  const std::size_t max_backlog_;
  const int wake_;
  const bool is_guarded_;  // against SIGPIPE

  mutable std::mutex mutex_;
  std::condition_variable work_;    // the writing thread: something to write, or the end
  std::condition_variable change_;  // finish(): somebody stopped writing, or the stream broke
  OutputBuffer buffer_;
  AdmissionControl admission_;
  Writing writing_ = Writing::Nobody;
  bool pause_asked_ = false;      // `wake_` is signalled once the backlog is allowed
  bool congestion_seen_ = false;  // the same, for less
  bool broken_ = false;
  bool ending_ = false;
  std::thread writer_;
};

}  // namespace mcp::transport
