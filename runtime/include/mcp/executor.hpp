// Executors: the threads of a program that handlers run on, instead of those of the server. See docs/handlers.md.
//
//   mcp::MainThread main_thread;
//   server.executor("main", main_thread);   // handlers with `.executor = "main"`; or run_on(main_thread) for all
//   …
//   while (running) { main_thread.poll(2ms); draw(); }
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>

#include <mcp/export.hpp>

namespace mcp {

namespace internal {
class MainThreadQueue;
}

/// Runs jobs on threads of the program. A program derives from it to hand handlers to a loop or a pool of its own;
/// MainThread is ready made. It outlives everything that serves a server that it was given to.
///
/// A job is a handler from its start to its answer, or the part of a coroutine up to where it waits. The server waits
/// for a job that has started. One that has not started is answered for without it when its call is cancelled or takes
/// longer than `.timeout_ms`, and when the grace time of the server is over; the job then does nothing when it is run.
/// So a job may be run or destroyed at any time, after the server is gone, too.
class MCP_EXPORT Executor {
 public:
  virtual ~Executor() = default;

  /// Has `job` run once, on a thread of the executor. A job does not throw. One that is destroyed without having run is
  /// answered with an error, and so is one that post() refuses by throwing an exception, whose text the log gets.
  ///
  /// Called from any thread, several at a time, mostly from the one that reads the messages of all clients: it must
  /// neither wait nor run the job before it returns.
  virtual void post(std::function<void()> job) = 0;

  /// For the runtime: the queue of a MainThread; null for every other executor.
  [[nodiscard]] virtual std::shared_ptr<internal::MainThreadQueue> main_thread_queue() const noexcept;
};

/// The thread that constructs it, when that thread calls poll(). Jobs run one at a time, in the order of their arrival,
/// so that handlers and the rest of the thread need no lock between them. post(), set_wake() and belongs_here() are for
/// any thread, the other functions for the one that constructed it.
///
/// Serving::wait(), stop() and the destructor, and mcp::run(), poll the MainThreads of the calling thread while they
/// wait. Destroying it destroys the jobs that wait; what is posted later is refused.
class MCP_EXPORT MainThread final : public Executor {
 public:
  MainThread();
  ~MainThread() override;
  MainThread(const MainThread&) = delete;
  MainThread& operator=(const MainThread&) = delete;

  /// Throws std::runtime_error when it has been destroyed.
  void post(std::function<void()> job) override;

  /// Runs the jobs that wait now, not those that they post meanwhile, and returns how many ran. Throws what a job of
  /// the program throws; the jobs behind it stay. Throws std::logic_error on another thread than its own.
  std::size_t poll();
  /// The same, and starts no job but the first once `budget` is over. A job that runs is not interrupted.
  std::size_t poll(std::chrono::nanoseconds budget);
  /// Waits until a job waits, `time` at most; false if none came. For loops with nothing else to wait for.
  [[nodiscard]] bool wait_for(std::chrono::nanoseconds time);

  /// For the loop of a framework: `wake` is called when there is something to poll, and has the loop call poll() on its
  /// thread. It is called on any thread, one at a time: once when the first job comes to an empty queue, and again
  /// after a poll() that left some. It must not throw. Not called any more once set_wake() with another function, or
  /// the destructor, has returned.
  void set_wake(std::function<void()> wake);

  /// Whether the calling thread is the one that constructed it.
  [[nodiscard]] bool belongs_here() const noexcept;

  [[nodiscard]] std::shared_ptr<internal::MainThreadQueue> main_thread_queue() const noexcept override;

 private:
  std::shared_ptr<internal::MainThreadQueue> queue_;
};

}  // namespace mcp
