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
  bool wait();
  [[nodiscard]] std::optional<bool> wait_until(std::chrono::steady_clock::time_point deadline);

 private:
  void serve() noexcept;

  const std::shared_ptr<const transport::WakeUp> stop_;
  serve::ServerRuntime runtime_;
  std::unique_ptr<serve::Transport> transport_;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::optional<bool> result_;  // of serve(), once it has ended
  std::thread thread_;          // last: it uses the others
};

/// What the command line needs of it besides.
class ServingAccess {
 public:
  [[nodiscard]] static serve::ServeLog& log(const Serving& serving) noexcept { return serving.impl_->runtime().log(); }
  /// The functions of <mcp/serve.hpp>, ended by `stop`, too.
  [[nodiscard]] static Serving serve_stdio(Server& server, const ServeOptions& options,
                                           std::shared_ptr<const transport::WakeUp> stop);
  [[nodiscard]] static Serving serve_http(Server& server, ServeOptions options,
                                          std::shared_ptr<const transport::WakeUp> stop);
};

}  // namespace mcp
