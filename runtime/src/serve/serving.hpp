// A server that is being served, whatever the transport.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <mcp/serve.hpp>

#include "catalog/executor_bindings.hpp"
#include "platform/wake_up.hpp"
#include "serve/server_runtime.hpp"

namespace mcp {

namespace serve {

/// What serves clients. Thread-safe but for serve().
class Transport {
 public:
  virtual ~Transport() = default;

  /// Serves until it has ended by itself or `stop` is signalled. False if handlers still run after the grace time; the
  /// destructor waits for them.
  [[nodiscard]] virtual bool serve(const transport::WakeUp& stop) = 0;
  /// Whether a thread of the program reads and writes, and drive() is to be called by threads that wait for the end.
  [[nodiscard]] virtual bool is_driven_by_program() const noexcept { return false; }
  /// Does the work of such a thread for a while if there is none, or the calling thread is it; false if not.
  virtual bool drive(std::chrono::milliseconds time) {
    static_cast<void>(time);
    return false;
  }
  virtual void set_grace(std::chrono::milliseconds grace) noexcept = 0;
  [[nodiscard]] virtual std::string url() const { return {}; }
  [[nodiscard]] virtual unsigned short port() const noexcept { return 0; }
  [[nodiscard]] virtual ServeCounters counters() const = 0;
};

}  // namespace serve

/// Serves on a thread of its own from start() on.
class MCP_HIDDEN Serving::Impl {
 public:
  /// `stop` ends it, too.
  Impl(const Server& server, const ServeOptions& options, std::shared_ptr<const transport::WakeUp> stop);
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  [[nodiscard]] serve::ServerRuntime& runtime() noexcept { return runtime_; }
  void start(std::unique_ptr<serve::Transport> transport);

  [[nodiscard]] const serve::Transport& transport() const noexcept { return *transport_; }
  void request_stop() const noexcept { stop_->signal(); }
  void set_grace(std::chrono::milliseconds grace) noexcept { transport_->set_grace(grace); }
  /// Nothing if it has not ended at `deadline`; without one, it waits for the end. Runs what handlers post to
  /// MainThreads of the calling thread, and throws what a job of the program throws.
  std::optional<bool> wait(std::optional<std::chrono::steady_clock::time_point> deadline = {});

 private:
  void serve() noexcept;

  const protocol::ExecutorBindings& executors_;
  const std::shared_ptr<const transport::WakeUp> stop_;
  serve::ServerRuntime runtime_;
  std::unique_ptr<serve::Transport> transport_;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::optional<bool> result_;  // of serve(), once it has ended
  std::thread thread_;          // last: it uses the others
};

/// What else the runtime needs of it.
class ServingAccess {
 public:
  [[nodiscard]] static serve::ServeLog& log(const Serving& serving) noexcept { return serving.impl_->runtime().log(); }
  /// The functions of <mcp/serve.hpp>, ended by `stop`, too.
  [[nodiscard]] static Serving serve_stdio(Server& server, const ServeOptions& options,
                                           std::shared_ptr<const transport::WakeUp> stop);
  [[nodiscard]] static Serving serve_http(Server& server, ServeOptions options,
                                          std::shared_ptr<const transport::WakeUp> stop,
                                          boost::asio::io_context* of_program = nullptr);
};

}  // namespace mcp
