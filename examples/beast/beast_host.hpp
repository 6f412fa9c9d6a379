// mcp::http::Endpoint behind a server of Boost.Beast, on the program's own io_context, which any number of threads may
// run.
//
// All that the endpoint offers works. A client that closes its connection is noticed at once; one that closes its half
// is served on. Requests that come in a row are answered in that order. What it does not do: count connections, limit
// the bytes that wait for all clients together, and TLS, for which an asio::ssl::stream takes the place of the socket.
// A client that has sent more than 64 KiB ahead of a response is not looked at until something is written to it.
#pragma once

#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <mcp/http/endpoint.hpp>

namespace beast_host {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::uint32_t kMaxHeader = 16 << 10;
constexpr std::size_t kMaxAhead = 64 << 10;       // bytes that are read ahead while a response is awaited
constexpr std::chrono::seconds kIdleTimeout{75};  // between requests, and for the header of the next one
constexpr std::chrono::seconds kBodyTimeout{60};
constexpr std::chrono::seconds kWriteTimeout{30};  // without progress
constexpr std::chrono::seconds kLinger{2};         // for the client to close what the server has ended

inline std::string status_line(unsigned status) {
  return "HTTP/1.1 " + std::to_string(status) + ' ' + std::string(http::obsolete_reason(http::int_to_status(status))) +
         "\r\n";
}

/// One connection: a request is read, handed to the endpoint, and answered, before the next one is read. All of it runs
/// on the strand of the socket, but for send() and unsent(). The endpoint keeps the sink of a request until its
/// response is complete; sinks and the operations that are under way keep the connection.
class Connection final : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, mcp::http::Endpoint& endpoint, std::size_t max_body)
      : stream_(std::move(socket)), endpoint_(endpoint), max_body_(max_body) {
    error_code ignored;
    peer_ = stream_.socket().remote_endpoint(ignored).address().to_string();
    stream_.socket().set_option(tcp::no_delay(true), ignored);
    stream_.socket().non_blocking(true, ignored);  // for look()
  }

  void read() {
    parser_.emplace();
    parser_->header_limit(kMaxHeader);
    parser_->body_limit(max_body_);
    stream_.expires_after(kIdleTimeout);
    http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](error_code problem, std::size_t) {
      problem ? self->refuse(problem) : self->on_header();
    });
  }

  /// From any thread: the connection ends, with the response that is awaited.
  void leave() {
    asio::post(stream_.get_executor(), [self = shared_from_this()] {
      self->is_leaving_ = true;
      if (!self->is_awaiting_) self->stream_.close();
    });
  }

 private:
  class Sink final : public mcp::http::ResponseSink {
   public:
    explicit Sink(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}
    /// A response that is not complete now will never be.
    ~Sink() override {
      if (has_ended_) return;
      asio::post(connection_->stream_.get_executor(), [connection = connection_] { connection->stream_.close(); });
    }

    void begin(const mcp::http::ResponseHead& head) override {
      const bool is_http_1_0 = connection_->is_http_1_0_;
      is_chunked_ = !head.content_length && !is_http_1_0;
      // Without a length and chunks, the response ends with its connection.
      closes_ = head.close || !connection_->keeps_alive_ || (!head.content_length && !is_chunked_);
      std::string text = status_line(head.status);
      for (const mcp::http::Field& field : head.fields) {
        text.append(field.name).append(": ").append(field.value).append("\r\n");
      }
      if (is_chunked_) text += "Transfer-Encoding: chunked\r\n";
      if (head.content_length && head.status != 204) {
        text += "Content-Length: " + std::to_string(*head.content_length) + "\r\n";
      }
      if (closes_) text += "Connection: close\r\n";
      if (!closes_ && is_http_1_0) text += "Connection: keep-alive\r\n";
      connection_->send(text += "\r\n");
    }
    void write(std::string_view bytes) override {
      if (!is_chunked_) return connection_->send(bytes);
      std::array<char, 16> size{};
      char* const end = std::to_chars(size.begin(), size.end(), bytes.size(), 16).ptr;
      connection_->send(std::string(size.begin(), end).append("\r\n").append(bytes).append("\r\n"));
    }
    void end(bool close) override {
      connection_->send(is_chunked_ ? "0\r\n\r\n" : "", true, closes_ || close);
      has_ended_ = true;
    }
    std::size_t unsent() const noexcept override { return connection_->unsent(); }

   private:
    const std::shared_ptr<Connection> connection_;
    bool is_chunked_ = false;
    bool closes_ = false;
    bool has_ended_ = false;
  };

  void on_header() {
    const auto& head = parser_->get();
    // Where the body ends by another rule, what comes behind it would be taken for requests.
    const auto coding = head.find(http::field::transfer_encoding);
    if (coding != head.end() && (!beast::iequals(coding->value(), "chunked") || head.count(coding->name()) > 1)) {
      return refuse(http::error::bad_transfer_encoding);
    }
    stream_.expires_after(kBodyTimeout);
    if (!beast::iequals(head[http::field::expect], "100-continue") || buffer_.size() > 0) return read_body();
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(stream_, asio::buffer(kContinue), [self = shared_from_this()](error_code problem, std::size_t) {
      if (!problem) self->read_body();
    });
  }

  void read_body() {
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](error_code problem, std::size_t) {
      problem ? self->refuse(problem) : self->on_request();
    });
  }

  /// What is no request has an answer of the host's, unless the client is gone, or too slow.
  void refuse(error_code problem) {
    if (problem.category() != error_code(http::error::end_of_stream).category() ||
        problem == http::error::end_of_stream || problem == http::error::partial_message) {
      return stream_.close();
    }
    const unsigned status = problem == http::error::body_limit ? 413 : problem == http::error::header_limit ? 431 : 400;
    is_awaiting_ = true;
    send(status_line(status) + "Content-Length: 0\r\nConnection: close\r\n\r\n", true, true);
  }

  void on_request() {
    const auto& message = parser_->get();
    is_http_1_0_ = message.version() == 10;
    keeps_alive_ = message.keep_alive() && !is_leaving_;
    is_awaiting_ = true;
    ++number_;
    std::vector<mcp::http::Field> fields;
    for (const auto& field : message) fields.push_back({field.name_string(), field.value()});
    const auto sink = std::make_shared<Sink>(shared_from_this());
    sink_ = sink;
    try {
      endpoint_.handle({.method = message.method_string(),
                        .target = message.target(),
                        .fields = fields,
                        .body = message.body(),
                        .peer = peer_,
                        .http_1_0 = is_http_1_0_},
                       sink);
    } catch (const std::exception&) {
      return;  // nobody keeps the sink, which closes the connection
    }
    parser_.reset();
    watch();
  }

  /// A handler of a wait, which may end when the response to another request is awaited.
  template <class F>
  auto while_awaiting(F&& what) {
    return [self = shared_from_this(), number = number_, what](error_code problem) {
      if (!problem && self->is_awaiting_ && self->number_ == number) what(*self);
    };
  }

  /// Looks for the end of the client, and reads ahead, while the response is awaited.
  void watch() {
    if (buffer_.size() >= kMaxAhead) return;
    stream_.socket().async_wait(tcp::socket::wait_read, while_awaiting([](Connection& self) { self.look(); }));
  }

  void look() {
    error_code problem;
    buffer_.commit(stream_.socket().read_some(buffer_.prepare(4096), problem));
    if (problem == asio::error::eof) return on_half_closed();
    if (problem && problem != asio::error::would_block) return abandon();
    watch();
  }

  /// The client reads on, or it is gone, and answers what is written with a reset.
  void on_half_closed() {
    stream_.socket().async_wait(tcp::socket::wait_error, while_awaiting([](Connection& self) { self.abandon(); }));
    if (const auto sink = sink_.lock()) sink->on_client_half_closed();
  }

  /// From any thread. What comes together leaves together.
  void send(std::string_view bytes, bool is_last = false, bool closes = false) {
    const std::lock_guard lock(mutex_);
    waiting_ += bytes;
    is_complete_ = is_complete_ || is_last;
    closes_ = closes_ || closes;
    if (std::exchange(is_posted_, true)) return;
    asio::post(stream_.get_executor(), [self = shared_from_this()] { self->write(); });
  }
  std::size_t unsent() const noexcept {
    const std::lock_guard lock(mutex_);
    return waiting_.size() + writing_.size() - written_;
  }

  void write() {
    std::unique_lock lock(mutex_);
    is_posted_ = false;
    if (!writing_.empty()) return;  // on_written() goes on
    writing_.swap(waiting_);
    const bool is_complete = is_complete_;
    lock.unlock();
    if (!writing_.empty()) return write_some();
    if (is_complete) return on_complete();
    if (const auto sink = sink_.lock()) sink->on_sent();
  }

  void write_some() {
    stream_.expires_after(kWriteTimeout);
    stream_.async_write_some(asio::buffer(writing_) + written_,
                             [self = shared_from_this()](error_code problem, std::size_t bytes) {
                               problem ? self->abandon() : self->on_written(bytes);
                             });
  }

  void on_written(std::size_t bytes) {
    std::unique_lock lock(mutex_);
    written_ += bytes;
    const bool is_all = written_ == writing_.size();
    if (is_all) {
      writing_.clear();
      written_ = 0;
    }
    lock.unlock();
    is_all ? write() : write_some();
  }

  void on_complete() {
    is_awaiting_ = false;
    is_complete_ = false;
    if (!closes_ && !is_leaving_) return read();
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    if (is_leaving_) return stream_.close();
    stream_.expires_after(kLinger);
    drain();
  }

  /// A connection that is closed with bytes unread is reset, and the response may be lost with it.
  void drain() {
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(4096), [self = shared_from_this()](error_code problem, std::size_t) {
      if (!problem) self->drain();
    });
  }

  void abandon() {
    is_awaiting_ = false;
    if (const auto sink = sink_.lock()) sink->on_client_gone();
    stream_.close();
  }

  beast::tcp_stream stream_;
  mcp::http::Endpoint& endpoint_;
  const std::size_t max_body_;
  std::string peer_;
  beast::flat_buffer buffer_{kMaxHeader + kMaxAhead};
  std::optional<http::request_parser<http::string_body>> parser_;
  std::weak_ptr<Sink> sink_;  // of the request that is being answered
  std::size_t number_ = 0;    // of that request
  bool is_http_1_0_ = false;
  bool keeps_alive_ = false;
  bool is_awaiting_ = false;  // a response
  bool is_leaving_ = false;
  mutable std::mutex mutex_;  // guards what follows
  std::string waiting_;
  std::string writing_;  // changed on the strand
  std::size_t written_ = 0;
  bool is_posted_ = false;  // write() is
  bool is_complete_ = false;
  bool closes_ = false;
};

/// Accepts connections until it is closed. It and what it is given outlive the running of the io_context.
class Listener {
 public:
  /// `max_body` is as `http.max_message` of the endpoint's options.
  Listener(asio::io_context& context, const tcp::endpoint& address, mcp::http::Endpoint& endpoint,
           std::size_t max_body = 4 << 20)
      : context_(context),
        acceptor_(asio::make_strand(context), address),
        pause_(acceptor_.get_executor()),
        endpoint_(endpoint),
        max_body_(max_body) {
    accept();
  }

  [[nodiscard]] unsigned short port() const { return acceptor_.local_endpoint().port(); }

  /// From any thread: nobody is let in, and connections end with the responses that they await. The io_context has
  /// nothing left to do then.
  void close() {
    asio::post(acceptor_.get_executor(), [this] {
      acceptor_.close();
      pause_.cancel();
      for (const auto& connection : connections_) {
        if (const auto open = connection.lock()) open->leave();
      }
    });
  }

 private:
  void accept() {
    acceptor_.async_accept(asio::make_strand(context_), [this](error_code problem, tcp::socket socket) {
      if (!acceptor_.is_open()) return;
      if (!problem) {
        const auto connection = std::make_shared<Connection>(std::move(socket), endpoint_, max_body_);
        std::erase_if(connections_, [](const auto& other) { return other.expired(); });
        connections_.push_back(connection);
        connection->read();
        return accept();
      }
      pause_.expires_after(std::chrono::milliseconds(100));  // there may be a descriptor again then
      pause_.async_wait([this](error_code cancelled) {
        if (!cancelled) accept();
      });
    });
  }

  asio::io_context& context_;
  tcp::acceptor acceptor_;
  asio::steady_timer pause_;
  mcp::http::Endpoint& endpoint_;
  const std::size_t max_body_;
  std::vector<std::weak_ptr<Connection>> connections_;  // for close()
};

}  // namespace beast_host
