// A unit of work for an Executor, and the memory that it may use.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <mcp/codec/writer.hpp>

#include "scheduling/latency_history.hpp"

namespace mcp::protocol {

/// Memory of a thread that runs jobs; each of them uses it in turn.
class WorkerScratch {
 public:
  /// An empty writer, valid until trim().
  Writer& writer() {
    trim();
    if (!writer_) writer_.emplace();
    writer_->clear();
    return *writer_;
  }

  /// What was written; empty without a writer.
  [[nodiscard]] std::string_view written() const noexcept { return writer_ ? writer_->view() : std::string_view(); }
  /// Drops what was written.
  void clear() noexcept {
    if (writer_) writer_->clear();
  }

  /// After each job: idle threads keep no big buffers.
  void trim() noexcept {
    if (writer_ && writer_->size() > kKept) writer_.reset();
  }

 private:
  /// Bytes: a result beyond this gives its memory back.
  static constexpr std::size_t kKept = 1 << 20;

  std::optional<Writer> writer_;
};

/// Why an executor of the program does not run a job.
enum class NotRun : unsigned char {
  Dropped,  ///< the program refused it, or destroyed it
  Closed,   ///< the server took it back: it is not wanted any more, or the server ends
};

/// Work that an Executor runs once each time it is submitted. Jobs link themselves into queues, so that submitting
/// one allocates nothing.
class Job {
 public:
  virtual void run(WorkerScratch& scratch) noexcept = 0;

  /// It was submitted to an executor of the program, and runs on a thread of the server instead, next: no handler may
  /// be called there.
  virtual void on_not_run(NotRun) noexcept {}
  /// False: nobody waits for it any more, so that it need not wait for an executor of the program.
  [[nodiscard]] virtual bool is_wanted() const noexcept { return true; }
  /// "tool add", for the log.
  [[nodiscard]] virtual std::string text() const { return "a job"; }

  /// The job behind this one; for the queue or the chain that the job is in.
  Job* next = nullptr;
  /// That of jobs like this one; null: not known. Outlives the job.
  LatencyHistory* history = nullptr;

 protected:
  ~Job() = default;
};

}  // namespace mcp::protocol
