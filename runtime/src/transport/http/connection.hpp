// One client's connection: requests one after the other, their responses, time-outs.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "http/exchange.hpp"
#include "http/response_writer.hpp"
#include "transport/http/byte_stream.hpp"
#include "transport/http/event_loop.hpp"
#include "transport/http/peer_identity.hpp"
#include "transport/http/request_reader.hpp"
#include "transport/http/request_record.hpp"

namespace mcp::transport::http {

/// Everything is for its event loop, which keeps it until it is closed; a call on its way keeps it, too.
class Connection final : public protocol::http::ResponseWriter,
                         public std::enable_shared_from_this<Connection>,
                         private ByteStream::Observer {
 public:
  Connection(HttpEventLoop& loop, std::unique_ptr<ByteStream> stream, std::shared_ptr<const ConnectionPermit> permit);
  /// On any thread. What the event loop counted was given back by close(), on the event loop.
  ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void begin();
  void tick(std::chrono::steady_clock::time_point now);
  void shut_down();
  void abort();
  /// The server needs the memory: the request that comes is refused with 503, or the connection is gone.
  void shed();
  /// Sends what was collected.
  void flush() { stream_->flush(); }

  void respond(const protocol::http::Response& response) override;
  void open_stream(std::string_view fields) override;
  void write(std::string_view events) override;
  [[nodiscard]] bool ready() const override { return stream_->unsent() == 0; }
  [[nodiscard]] bool congested() override;
  void close_stream(bool and_connection) override;

  /// Bytes that wait for the client to read them.
  [[nodiscard]] std::size_t output() const noexcept { return counted_.output; }
  /// Bytes of requests that were read and not handled, and since when the first of them is there.
  [[nodiscard]] std::size_t input() const noexcept { return counted_.input; }
  [[nodiscard]] std::chrono::steady_clock::time_point input_began() const noexcept { return record_.began; }
  [[nodiscard]] std::chrono::steady_clock::time_point progress() const noexcept { return progress_; }

  /// For the event loop alone.
  struct Membership {
    std::size_t index = 0;  // among the event loop's connections
    bool will_be_flushed = false;
  };
  Membership membership;

 private:
  using Clock = std::chrono::steady_clock;

  /// Where the connection is. Each phase may end in Closed, when the stream breaks or a time-out passes. Phases are in
  /// this order: from Draining on no request is read.
  ///
  ///     Receiving ──a request is there──▶ Dispatching ──▶ Responding ──the response is complete──┐
  ///       │  ▲                                                                                   │
  ///       │  └─────────────────────────── the connection stays open ◀────────────────────────────┤
  ///       │                                                                                      ▼
  ///       ├──refused (4xx, 503), or the client ended, or the server does──▶ Draining ◀──the last response
  ///       │                                                                    │
  ///       │                                                                    │ all is sent
  ///       ▼                                                                    ▼
  ///     Closed ◀──────────── the client ended, or two seconds passed ──── Lingering
  enum class Phase : unsigned char {
    Receiving,    ///< no request, or the front of one
    Dispatching,  ///< Exchange::take() runs: a response that is complete is noted, and response_done() follows it
    Responding,   ///< a call is on its way, or a stream is open
    Draining,     ///< no request is read any more; responses go out
    Lingering,    ///< all is sent; what the client still sends is dropped
    Closed,
  };
  /// Who goes on with bytes that were read: handle_requests(), which is on the stack, or a handler that was posted.
  enum class Parsing : unsigned char { Idle, Running, Posted };

  /// The response of Dispatching and Responding.
  struct ResponseState {
    bool last = false;          // the connection ends after it
    bool chunked = false;       // the stream
    bool without_body = false;  // to HEAD
    bool complete = false;
  };
  /// The half of the connection that the client writes to.
  struct ClientEnd {
    bool reached = false;       // the client sends nothing any more
    bool probed = false;        // whether it still reads, since the request was handled
    Clock::time_point since{};  // it was reached, or a request was handled later
  };
  /// As the event loop counts them.
  struct CountedBytes {
    std::size_t output = 0;
    std::size_t input = 0;
  };

  // ByteStream::Observer
  void on_bytes(std::string_view bytes) override;
  void on_end() override;
  void on_broken() override;
  void on_progress() noexcept override;
  void on_all_sent() override;
  [[nodiscard]] std::shared_ptr<void> keep_alive() override { return shared_from_this(); }

  void handle_bytes(std::string_view bytes);
  [[nodiscard]] std::size_t handle_requests(std::string_view bytes);
  void handle_pending();
  void post_pending();
  void handle_request();
  void handle_head();
  [[nodiscard]] protocol::http::Request identified_request();
  void refuse(unsigned status, std::string_view why);
  void response_done();
  void end_of_responses();
  void close();
  void tick_responding(Clock::time_point now);

  void add_head(std::string& to, unsigned status, std::string_view content_type, std::string_view fields);
  void send(std::string_view head, std::string_view body);
  void queue(std::string_view bytes);
  void before_output() noexcept;
  void count_output() noexcept;
  void count_input() noexcept;
  void record_target();
  void log_access(bool broken_off);

  [[nodiscard]] bool responding() const noexcept { return phase_ == Phase::Dispatching || phase_ == Phase::Responding; }
  /// Whether no further request is read.
  [[nodiscard]] bool ending() const noexcept { return phase_ >= Phase::Draining || (responding() && response_.last); }
  /// Whether the client has so much to read that its next request waits.
  [[nodiscard]] bool output_full() const noexcept;

  const ObjectCount::Counted existence_;
  HttpEventLoop& loop_;
  const std::unique_ptr<ByteStream> stream_;
  PeerIdentity peer_;
  RequestReader reader_;
  protocol::http::Exchange exchange_;
  std::string pending_;  // read while a request was being answered, or the front of one
  Phase phase_ = Phase::Receiving;
  Parsing parsing_ = Parsing::Idle;
  ResponseState response_;
  ClientEnd client_end_;
  CountedBytes counted_;
  Clock::time_point progress_;  // bytes came or went, the first began to wait, or a response was complete
  RequestRecord record_;
};

}  // namespace mcp::transport::http
