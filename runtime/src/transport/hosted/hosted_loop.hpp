// An event loop without sockets: what is posted to it, one thing at a time, and a tick now and then.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "base/log_sink.hpp"
#include "http/endpoint.hpp"
#include "http/serial_executor.hpp"
#include "transport/threads/leader_followers.hpp"

namespace mcp::transport::hosted {

class HostedExchange;

class HostedLoop final : public protocol::http::SerialExecutor, public EventLoop {
 public:
  /// Everything outlives it.
  HostedLoop(protocol::http::Endpoint& endpoint, protocol::Executor& pool, protocol::LogSink& log);
  ~HostedLoop();

  // From any thread:
  [[nodiscard]] bool running_in_this_thread() const noexcept override { return leader_followers_.leads(); }
  [[nodiscard]] bool try_run_here() noexcept override { return leader_followers_.try_run_here(); }
  void post(std::function<void()> what) override;
  [[nodiscard]] std::chrono::steady_clock::time_point now() const noexcept override {
    return std::chrono::steady_clock::now();
  }
  void interrupt() override;
  [[nodiscard]] LeaderFollowers& leader_followers() noexcept { return leader_followers_; }
  [[nodiscard]] protocol::LogSink& log() noexcept { return log_; }

  // On the loop:
  [[nodiscard]] protocol::http::Endpoint& endpoint() noexcept { return endpoint_; }
  [[nodiscard]] protocol::http::LoopResources& loop_resources() noexcept { return loop_resources_; }
  void add(const std::shared_ptr<HostedExchange>& exchange);
  void remove(HostedExchange& exchange) noexcept;
  /// Event streams that no call belongs to end.
  void leave();
  /// All that are left break off.
  void abort_all();

  void wait() override;
  void poll() override;

 private:
  template <class F>
  void guarded(F&& what) noexcept;
  void run_oldest(std::unique_lock<std::mutex>& lock);
  void tick();

  protocol::http::Endpoint& endpoint_;
  protocol::LogSink& log_;
  LeaderFollowers leader_followers_;
  protocol::http::LoopResources loop_resources_;
  std::vector<std::shared_ptr<HostedExchange>> exchanges_;
  std::chrono::steady_clock::time_point next_tick_{};
  std::mutex mutex_;  // guards what follows
  std::condition_variable posted_;
  std::deque<std::function<void()>> jobs_;
  bool interrupted_ = false;
};

}  // namespace mcp::transport::hosted
