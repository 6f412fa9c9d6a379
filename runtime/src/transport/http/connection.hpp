// One client's connection: requests one after the other, their responses, time-outs. The socket is a subclass's.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "http/exchange.hpp"
#include "http/response_writer.hpp"
#include "transport/http/event_loop.hpp"
#include "transport/http/request_reader.hpp"
#include "transport/http/socket.hpp"

namespace mcp::transport::http {

/// Everything is for its event loop, which keeps it until it is closed; a call on its way keeps it, too.
class Connection : public protocol::http::ResponseWriter, public std::enable_shared_from_this<Connection> {
 public:
  Connection(HttpEventLoop& loop, std::shared_ptr<const ConnectionPermit> permit);
  virtual ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void begin();
  void tick(std::chrono::steady_clock::time_point now);
  void shut_down();
  void abort();
  /// The server needs the memory: the request that comes is refused with 503, or the connection is gone.
  void shed();
  /// Sends what was collected.
  virtual void flush() = 0;

  // Reply
  void respond(const protocol::http::Response& response) override;
  void open_stream(std::string_view fields) override;
  void write(std::string_view events) override;
  [[nodiscard]] bool ready() const override { return unsent() == 0; }
  [[nodiscard]] bool congested() override;
  void close_stream(bool and_connection) override;

  /// Bytes that wait for the client to read them.
  [[nodiscard]] std::size_t output() const noexcept { return output_; }
  /// Bytes of requests that were read and not taken, and since when the first of them is there.
  [[nodiscard]] std::size_t input() const noexcept { return input_; }
  [[nodiscard]] std::chrono::steady_clock::time_point input_began() const noexcept { return began_; }
  [[nodiscard]] std::chrono::steady_clock::time_point progress() const noexcept { return progress_; }

  std::size_t place = 0;  // among the event loop's connections; the event loop's business
  bool to_flush = false;  // the event loop's business, too

 protected:
  // What subclasses do:
  /// Waits for the first bytes.
  virtual void start() = 0;
  /// Reads once bytes are there, and says so; again if it was asked before.
  virtual void wait_for_bytes() = 0;
  /// Sends both, or queues what cannot be sent now. The bytes are the caller's again on return.
  virtual void send(std::string_view first, std::string_view second) = 0;
  /// Queues; flush() sends.
  virtual void queue(std::string_view bytes) = 0;
  /// Sends what the socket takes of what is queued, where that is known at once; says on_progress(), but on_all_sent()
  /// only in the next flush().
  virtual void push() {}
  [[nodiscard]] virtual std::size_t unsent() const noexcept = 0;
  /// Whether the client sends nothing any more, behind what was not read yet.
  [[nodiscard]] virtual bool client_ended() = 0;
  /// From now on on_broken() is called when the client resets the connection, although nothing is read any more.
  virtual void wait_for_error() = 0;
  /// Whether the connection is made: TLS takes its time.
  [[nodiscard]] virtual bool is_open() const noexcept { return true; }
  virtual void close_for_writing() = 0;
  virtual void close_socket() = 0;

  // What they say:
  /// kJsonPadding bytes behind them are readable.
  void on_bytes(std::string_view bytes);
  void on_end();                // the client sends nothing any more
  void on_broken();             // neither way works any more
  void on_progress() noexcept;  // the socket took something
  void on_all_sent();

  HttpEventLoop& loop_;

 private:
  using Clock = std::chrono::steady_clock;

  /// The time that the client has to take something begins anew where nothing waited for it.
  void before_output() noexcept {
    if (unsent() == 0) progress_ = loop_.now();
  }
  void take_bytes(std::string_view bytes);
  void count_output() noexcept;
  void count_input() noexcept;
  [[nodiscard]] std::size_t take_requests(std::string_view bytes);
  void take_pending();
  void take_pending_later();
  void queue_and_count(std::string_view bytes);
  void take_request();
  void note_target();
  void head_came();
  void refuse(unsigned status, std::string_view why);
  void response_done();
  void end_of_responses();
  void close();
  void add_head(std::string& to, unsigned status, std::string_view content_type, std::string_view fields);
  void log_access(bool broken_off);
  [[nodiscard]] bool closing() const noexcept { return last_response_ || lingering_ || closed_; }
  /// Whether the client has so much to read that its next request waits.
  [[nodiscard]] bool choked() const noexcept;

  [[nodiscard]] protocol::http::Request request();

  const std::shared_ptr<const ConnectionPermit> permit_;
  std::string peer_;    // who asks, as a trusted proxy says it; else empty
  std::string holder_;  // and whose requests are counted together
  RequestReader reader_;
  protocol::http::Exchange exchange_;
  std::string pending_;  // read while a request was being answered, or the front of one

  // As the event loop counts them:
  std::size_t output_ = 0;
  std::size_t input_ = 0;

  bool busy_ = false;           // a request is being answered
  bool in_take_ = false;        // its first steps
  bool in_requests_ = false;    // take_requests() goes on with what follows
  bool later_ = false;          // take_pending() is on its way
  bool responded_ = false;      // the response is complete
  bool chunked_ = false;        // the stream
  bool without_body_ = false;   // HEAD
  bool last_response_ = false;  // the connection ends after it
  bool half_closed_ = false;    // the client sends nothing any more
  bool probed_ = false;         // whether a client that does so still reads, since the request was taken
  bool lingering_ = false;      // all is sent; what the client still sends is dropped
  bool closed_ = false;

  Clock::time_point progress_;  // bytes came or went, the first began to wait, or a request was done
  Clock::time_point began_{};   // the request
  Clock::time_point ended_{};   // half_closed_, or a request was taken since
  // For the access log, of the request:
  protocol::http::Verb verb_{};
  std::string path_;  // without a query, which may hold a session id
  unsigned status_ = 0;
  std::size_t bytes_in_ = 0;  // of the request
  std::size_t bytes_out_ = 0;
};

/// Makes the connection of an accepted socket; `tls` may be null.
[[nodiscard]] std::shared_ptr<Connection> make_connection(HttpEventLoop& loop, Socket socket,
                                                          std::shared_ptr<const ConnectionPermit> permit,
                                                          boost::asio::ssl::context* tls);

}  // namespace mcp::transport::http
