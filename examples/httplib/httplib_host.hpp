// mcp::http::Endpoint behind a server of cpp-httplib, 0.11 or newer.
//
// httplib answers each request on a thread of its pool, which waits here for what the endpoint writes: a stream that is
// open holds a thread, and so does a connection between its requests, until httplib's keep-alive time-out. The pool has
// to be larger than the number of both, or requests wait for a thread; Server::set_keep_alive_max_count(1) does without
// the latter.
//
// What httplib 0.11 cannot do:
// - A client that leaves is noticed while a stream to it is open, within a quarter of a second, but not while a
//   response of one piece is awaited (0.18 notices both), nor behind requests that it has sent ahead. A client that
//   closes only its half of the connection counts as gone.
// - Requests that a client sends before the last one is answered, on one connection, are lost.
// - Header values are percent-decoded, and fields with empty values are left out: a modern request whose name or
//   argument has a % followed by two hexadecimal digits is refused, as its headers differ from its body.
// - HTTP methods that it does not know are refused by itself, with 400, and bodies that are too large, with 413.
// - The connection does not end with a response that says so; the client has to close it. Server::stop() waits for
//   idle connections until their keep-alive time-out.
#pragma once

#include <httplib.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mcp/http/endpoint.hpp>

namespace httplib_host {

/// How often a thread that waits looks whether its client is still there.
constexpr std::chrono::milliseconds kLook{250};

/// The response to one request, between the threads of the endpoint and the thread of httplib.
class Sink final : public mcp::http::ResponseSink {
 public:
  struct Head {
    int status = 0;
    std::string type;
    httplib::Headers fields;
    std::optional<std::size_t> length;
  };

  void begin(const mcp::http::ResponseHead& head) override {
    Head copy{.status = static_cast<int>(head.status), .type = {}, .fields = {}, .length = head.content_length};
    for (const mcp::http::Field& field : head.fields) {
      if (field.name == "Content-Type") {
        copy.type = field.value;
      } else {
        copy.fields.emplace(field.name, field.value);
      }
    }
    if (head.close) copy.fields.emplace("Connection", "close");
    const std::lock_guard lock(mutex_);
    head_ = std::move(copy);
    changed_.notify_all();
  }
  void write(std::string_view bytes) override {
    const std::lock_guard lock(mutex_);
    waiting_ += bytes;
    changed_.notify_all();
  }
  void end(bool) override {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    changed_.notify_all();
  }
  std::size_t unsent() const noexcept override {
    const std::lock_guard lock(mutex_);
    return waiting_.size() + writing_;
  }

  // For the thread of httplib:
  /// What the response begins with, if anything comes.
  template <class IsGone>
  std::optional<Head> wait_for_head(const IsGone& is_gone) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kLook, [this] { return head_ && (!head_->length || has_ended_); })) {
      if (is_gone()) return std::nullopt;
    }
    return head_;
  }
  /// What there is to write, once there is something, or after a while; and whether it is the last.
  std::pair<std::string, bool> take() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kLook, [this] { return has_ended_ || !waiting_.empty(); });
    writing_ = waiting_.size();
    return {std::exchange(waiting_, {}), has_ended_};
  }
  void written() {
    {
      const std::lock_guard lock(mutex_);
      writing_ = 0;
      if (!waiting_.empty()) return;
    }
    on_sent();
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Head> head_;
  std::string waiting_;
  std::size_t writing_ = 0;
  bool has_ended_ = false;
};

/// An endpoint in a server. Outlives the server's listening; the server and the endpoint outlive it.
class Mount {
 public:
  /// Answers the requests whose paths match the regular expression, on `threads` threads of the server.
  Mount(httplib::Server& server, mcp::http::Endpoint& endpoint, const std::string& paths, std::size_t threads,
        std::size_t max_body = 4 << 20)
      : server_(server), endpoint_(endpoint) {
    server.new_task_queue = [threads] { return new httplib::ThreadPool(threads); };
    server.set_payload_max_length(max_body);
    server.set_tcp_nodelay(true);
    server.set_socket_options([this](socket_t socket) {
      httplib::default_socket_options(socket);
      socket_ = socket;
    });
    const auto handler = [this](const httplib::Request& request, httplib::Response& response) {
      answer(request, response);
    };
    server.Get(paths, handler).Post(paths, handler).Put(paths, handler).Patch(paths, handler);
    server.Delete(paths, handler).Options(paths, handler);
  }

  /// To be called between binding and listening: many clients may wait to be accepted, where httplib lets five.
  void widen_backlog() { ::listen(socket_, SOMAXCONN); }

  /// Stops the endpoint, and then the server, whose listen() returns. While that runs, from another thread.
  void stop() {
    endpoint_.stop();
    // httplib cuts off streams that are not written to their ends.
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return streams_ == 0; });
    lock.unlock();
    server_.stop();
  }

 private:
  void answer(const httplib::Request& request, httplib::Response& response) {
    std::vector<mcp::http::Field> fields;
    for (const auto& [name, value] : request.headers) fields.push_back({name, value});
    const bool is_http_1_0 = request.version == "HTTP/1.0";
    const auto sink = std::make_shared<Sink>();
    endpoint_.handle({.method = request.method,
                      .target = request.target,
                      .fields = fields,
                      .body = request.body,
                      .peer = request.remote_addr,
                      .http_1_0 = is_http_1_0},
                     sink);
    // Nobody else keeps the sink where the endpoint has given up, as when one of its functions threw.
    auto head = sink->wait_for_head([&] { return sink.use_count() == 1 || is_gone(request); });
    if (!head) {
      response.status = 500;
      return sink->on_client_gone();
    }
    response.status = head->status;
    response.headers.merge(head->fields);
    if (head->length) {
      std::string body = sink->take().first;
      if (request.method == "HEAD") body.resize(*head->length);  // its length is sent, and nothing of it
      if (!head->type.empty()) response.set_content(body, head->type);
      return;
    }
    const auto provide = [sink](std::size_t, httplib::DataSink& out) {
      const auto [bytes, is_last] = sink->take();
      if (!bytes.empty()) {
        if (!out.write(bytes.data(), bytes.size())) return false;
        sink->written();
      }
      if (is_last) out.done();
      return is_last || out.is_writable();
    };
    const auto release = [this, sink](bool is_complete) {
      if (!is_complete) sink->on_client_gone();
      add_stream(-1);
    };
    add_stream(1);
    if (is_http_1_0) {
      response.set_header("Connection", "close");
      response.set_content_provider(head->type, provide, release);
    } else {
      response.set_chunked_content_provider(head->type, provide, release);
    }
  }

  /// Whether the client has closed its connection, where httplib says so.
  template <class Request>
  static bool is_gone(const Request& request) {
    if constexpr (requires { request.is_connection_closed(); }) return request.is_connection_closed();
    return false;
  }

  void add_stream(int count) {
    const std::lock_guard lock(mutex_);
    streams_ += count;
    changed_.notify_all();
  }

  httplib::Server& server_;
  mcp::http::Endpoint& endpoint_;
  socket_t socket_ = INVALID_SOCKET;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  int streams_ = 0;
};

}  // namespace httplib_host
