#include <unistd.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <mcp/json.hpp>
#include <mcp/serve.hpp>

#include "base/log_sink.hpp"
#include "message_queue.hpp"
#include "methods/dispatcher.hpp"
#include "transport/memory/memory.hpp"
#include "transport/threads/timer_thread.hpp"
#include "transport/threads/worker_pool.hpp"
#include "transports.hpp"
#include "unit/runtime/pipes.hpp"
#include "unit/runtime/sockets.hpp"

namespace seams {

namespace {

using mcp::test::TransportClient;
using mcp::test::TransportServer;
using namespace std::chrono_literals;

mcp::ServeOptions silent(mcp::ServeOptions options = {}) {
  options.log = [](std::string_view) {};
  return options;
}

// --- stdio

class PipeClient final : public TransportClient {
 public:
  PipeClient(testing_support::Pipe& to_server, testing_support::Pipe& from_server)
      : to_server_(to_server), reading_([this, &from_server] {
          for (std::string line; !(line = from_server.read_line()).empty();) heard_.push(std::move(line));
          heard_.end();
        }) {}
  ~PipeClient() override {
    close();
    reading_.join();
  }

  void send(const std::string& message) override { to_server_.write(message + "\n"); }
  std::optional<std::string> receive(std::chrono::milliseconds longest) override { return heard_.pop(longest); }
  void close() override { to_server_.close_write(); }

 private:
  testing_support::Pipe& to_server_;
  MessageQueue heard_;
  std::thread reading_;
};

class PipeServer final : public TransportServer {
 public:
  explicit PipeServer(mcp::Server& server)
      : serving_(mcp::serve_stdio(server, silent({.stdio = {.in = in_.read_end(), .out = out_.write_end()}}))),
        ending_([this] {
          serving_.wait();
          out_.close_write();  // as the end of the process does
        }) {}
  ~PipeServer() override {
    stop();
    ending_.join();
  }

  std::unique_ptr<TransportClient> connect() override { return std::make_unique<PipeClient>(in_, out_); }
  void stop() override { serving_.stop(); }

 private:
  testing_support::Pipe in_, out_;
  mcp::Serving serving_;
  std::thread ending_;
};

// --- memory

class MemoryServer final : public TransportServer {
 public:
  explicit MemoryServer(mcp::Server& server) : dispatcher_(server, {}, log_, timers_), peer_(dispatcher_, pool_) {}
  ~MemoryServer() override { stop(); }

  std::unique_ptr<TransportClient> connect() override {
    class Client final : public TransportClient {
     public:
      explicit Client(mcp::transport::MemoryPeer& peer) : peer_(peer) {}
      void send(const std::string& message) override { peer_.send(message); }
      std::optional<std::string> receive(std::chrono::milliseconds longest) override {
        return peer_.outbox().take_one_until(std::chrono::steady_clock::now() + longest);
      }
      void close() override { peer_.close(); }

     private:
      mcp::transport::MemoryPeer& peer_;
    };
    return std::make_unique<Client>(peer_);
  }
  void stop() override {
    if (!std::exchange(stopped_, true)) peer_.close();
    pool_.drain();
  }

 private:
  struct Log final : mcp::protocol::LogSink {
    void write(std::string_view) noexcept override {}
  };

  Log log_;
  mcp::transport::TimerThread timers_;
  mcp::protocol::Dispatcher dispatcher_;
  mcp::transport::MemoryPeer peer_;
  bool stopped_ = false;
  mcp::transport::WorkerPool pool_{8};
};

// --- HTTP

/// Reads responses of HTTP, each on a connection of its own, and keeps the messages in them.
class HttpClient final : public TransportClient {
 public:
  /// `is_stopped`: whether the server is.
  HttpClient(unsigned short port, const std::atomic<bool>& is_stopped) : port_(port), is_stopped_(is_stopped) {}
  ~HttpClient() override {
    close();
    for (std::thread& thread : threads_) thread.join();
  }

  /// Each request has its own connection, and they arrive in their order: the next one is sent when the server has
  /// answered this one, or has begun to answer it.
  void send(const std::string& message) override {
    const mcp::json parsed = mcp::json::parse(message, nullptr, false);
    const std::string method = parsed.is_object() ? parsed.value("method", "") : "";
    std::string fields = "Accept: application/json, text/event-stream\r\nConnection: close\r\n";
    if (!session_.empty()) fields += "Mcp-Session-Id: " + session_ + "\r\n";
    exchange(testing_support::post(fields, message), method == "initialize");
    if (method == "notifications/initialized") {
      const std::string get =
          "GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: text/event-stream\r\n"
          "Mcp-Session-Id: " +
          session_ + "\r\n\r\n";
      exchange(get, true);
    }
  }
  std::optional<std::string> receive(std::chrono::milliseconds longest) override { return heard_.pop(longest); }
  void close() override {
    if (std::exchange(closed_, true) || is_stopped_) return;
    testing_support::Socket socket(port_);
    socket.send("DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nMcp-Session-Id: " + session_ +
                "\r\n\r\n");
    (void)socket.read_all();
    heard_.end();
  }

 private:
  void exchange(const std::string& request, bool waits_for_head) {
    auto socket = std::make_shared<testing_support::Socket>(port_);
    if (!socket->send(request)) throw std::runtime_error("the server is gone");
    if (waits_for_head) read_head(*socket);
    threads_.emplace_back([this, socket, waits_for_head] {
      if (!waits_for_head) read_head(*socket);
      read_messages(*socket);
    });
  }
  void read_head(testing_support::Socket& socket) {
    const std::string head = socket.read_until("\r\n\r\n");
    constexpr std::string_view kSession = "Mcp-Session-Id: ";
    const std::size_t at = head.find(kSession);
    if (at == std::string::npos || !session_.empty()) return;
    session_ = head.substr(at + kSession.size(), head.find('\r', at) - at - kSession.size());
  }
  /// Both a body and events have a message in a line, and nothing else that begins so.
  void read_messages(testing_support::Socket& socket) {
    std::string line;
    while (!(line = socket.read_until("\n")).empty()) {
      const std::size_t at = line.find('{');
      if (at == std::string::npos || (at != 0 && line.substr(0, at) != "data: ")) continue;
      while (line.back() == '\n' || line.back() == '\r') line.pop_back();
      heard_.push(line.substr(at));
    }
  }

  const unsigned short port_;
  const std::atomic<bool>& is_stopped_;
  MessageQueue heard_;
  std::string session_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

class HttpTransportServer final : public TransportServer {
 public:
  explicit HttpTransportServer(mcp::Server& server) : serving_(mcp::serve_http(server, silent())) {}

  std::unique_ptr<TransportClient> connect() override {
    return std::make_unique<HttpClient>(serving_.port(), is_stopped_);
  }
  void stop() override {
    serving_.stop();
    is_stopped_ = true;
  }

 private:
  std::atomic<bool> is_stopped_ = false;
  mcp::Serving serving_;
};

}  // namespace

std::unique_ptr<TransportServer> serve_by_stdio(mcp::Server& server) { return std::make_unique<PipeServer>(server); }

std::unique_ptr<TransportServer> serve_in_memory(mcp::Server& server) { return std::make_unique<MemoryServer>(server); }

std::unique_ptr<TransportServer> serve_by_http(mcp::Server& server) {
  return std::make_unique<HttpTransportServer>(server);
}

}  // namespace seams
