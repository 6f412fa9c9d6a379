// One event loop with its connections.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "http/endpoint.hpp"
#include "http/serial_executor.hpp"
#include "transport/http/connection_quota.hpp"
#include "transport/http/connection_set.hpp"
#include "transport/http/date_header.hpp"
#include "transport/http/request_reader.hpp"
#include "transport/http/server.hpp"
#include "transport/threads/leader_followers.hpp"
#include "transport/threads/object_count.hpp"

namespace boost::asio::ssl {
class context;
}

namespace mcp::transport::http {

class Connection;

/// What all event loops of a server share.
struct Common {
  const HttpOptions& options;
  protocol::http::Endpoint& endpoint;
  protocol::LogSink& log;
  RequestLimits reader;
  ConnectionQuota quota;
  ObjectCount connections;  // including those whose client is gone while a call runs
};

/// Runs on threads of its own, by leader_followers(), or on a thread of the program, which runs an io_context.
class HttpEventLoop final : public protocol::http::SerialExecutor, public EventLoop {
 public:
  /// `of_program`: the io_context that the program runs, one thread at a time; null: the event loop has its own.
  HttpEventLoop(Common& common, protocol::Executor& pool, boost::asio::io_context* of_program = nullptr);
  ~HttpEventLoop();

  // From any thread:
  [[nodiscard]] bool running_in_this_thread() const noexcept override {
    return own_context_ != nullptr ? leader_followers_.leads() : running_thread_ == std::this_thread::get_id();
  }
  [[nodiscard]] bool try_run_here() noexcept override { return leader_followers_.try_run_here(); }
  void post(std::function<void()> what) override;
  void interrupt() override;
  [[nodiscard]] LeaderFollowers& leader_followers() noexcept { return leader_followers_; }

  // On the event loop:
  [[nodiscard]] std::chrono::steady_clock::time_point now() const noexcept override {
    return std::chrono::steady_clock::now();
  }
  [[nodiscard]] Common& common() noexcept { return common_; }
  [[nodiscard]] protocol::http::LoopResources& loop_resources() noexcept { return loop_resources_; }
  [[nodiscard]] boost::asio::io_context& context() noexcept { return context_; }
  /// What Asio is to call for the event loop: the function, and then what comes behind each handler.
  template <class F>
  [[nodiscard]] auto handler(F function) {
    return [this, function = std::move(function)](auto... arguments) mutable {
      if (own_context_ != nullptr) return function(arguments...);  // wait() or poll() is on the stack
      const Turn turn(*this);
      polling_ = true;
      guarded([&] { function(arguments...); });
      guarded([this] { after_handler(); });
    };
  }
  /// Takes over a socket that was accepted.
  void add(int socket, std::shared_ptr<const ConnectionPermit> permit, boost::asio::ssl::context* tls);
  void remove(Connection& connection) noexcept;
  /// Connections finish the request that they are answering or receiving.
  void shut_down();
  /// Closes all that are left.
  void abort_all();
  /// Waits for nothing any more and posts nothing by itself, as the program's io_context goes on without it.
  void leave_context();
  /// From any thread: the program's io_context may end when it has nothing else to do.
  void release_context() { work_.reset(); }

  /// The buffer to read into, for one read at a time; kJsonPadding more bytes follow it.
  [[nodiscard]] std::span<char> read_room() noexcept { return {read_buffer_.get(), kReadSize}; }
  [[nodiscard]] const DateHeader& date() const noexcept { return date_; }
  /// A buffer for one use at a time, while no other function of the event loop's runs.
  [[nodiscard]] std::string& scratch() noexcept { return scratch_; }
  /// What a connection keeps has changed, in bytes: of what waits for its client to read it, and of what was read of
  /// requests. When all connections of the event loop together keep too much, some are cut off or refused before the
  /// event loop waits.
  void count_output(std::size_t before, std::size_t after) noexcept { connections_.count_output(before, after); }
  void count_input(std::size_t before, std::size_t after) noexcept { connections_.count_input(before, after); }
  /// Calls Connection::flush() before the event loop waits.
  void flush_later(Connection& connection);

  void wait() override;
  void poll() override;

 private:
  /// A handler runs on the program's io_context: none of another thread's does meanwhile.
  class Turn {
   public:
    explicit Turn(HttpEventLoop& loop)
        : lock_(loop.turn_), thread_(loop.running_thread_), before_(thread_.exchange(std::this_thread::get_id())) {}
    ~Turn() { thread_ = before_; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    const std::lock_guard<std::recursive_mutex> lock_;
    std::atomic<std::thread::id>& thread_;
    const std::thread::id before_;  // a handler may run the io_context
  };

  /// An exception, most likely std::bad_alloc, ends what one handler was doing, and not the server.
  template <class F>
  void guarded(F&& what) noexcept {
    try {
      what();
    } catch (const std::exception& error) {
      common_.log.write(error.what());
    } catch (...) {
      common_.log.write("an exception that is no std::exception");
    }
  }
  void after_handler();
  void free_memory();
  void start_timer();
  void on_timer();

  static constexpr std::size_t kReadSize = std::size_t{64} << 10;

  Common& common_;
  const std::unique_ptr<boost::asio::io_context> own_context_;  // null: it is the program's
  boost::asio::io_context& context_;
  std::recursive_mutex turn_;
  std::atomic<std::thread::id> running_thread_{};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  LeaderFollowers leader_followers_;
  protocol::http::LoopResources loop_resources_;
  boost::asio::steady_timer timer_;
  bool timer_started_ = false;
  bool shutting_down_ = false;
  std::atomic<bool> has_left_context_ = false;
  bool polling_ = false;
  DateHeader date_;
  std::unique_ptr<char[]> read_buffer_;
  std::string scratch_;
  ConnectionSet connections_;  // with this event loop's share of the limits
  std::vector<std::weak_ptr<Connection>> to_flush_;
};

}  // namespace mcp::transport::http
