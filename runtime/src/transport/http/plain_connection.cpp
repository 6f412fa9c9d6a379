// A connection without TLS: TCP or a Unix socket. Reads when there is something to read, into a buffer that all
// connections share; writes at once where the socket takes it.
#include <array>

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>

#include "transport/http/connection.hpp"
#include "transport/http/socket.hpp"
#include "transport/http/tls_connection.hpp"

namespace mcp::transport::http {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;

class PlainConnection final : public Connection {
 public:
  PlainConnection(Lane& lane, int socket, std::string peer)
      : Connection(lane, std::move(peer)), socket_(lane.context(), protocol_of(socket), socket) {
    error_code ignored;
    socket_.non_blocking(true, ignored);
  }

  void flush() override {
    if (writing_ || sent_ == out_.size()) return;
    error_code problem;
    sent_ += socket_.send(asio::buffer(out_.data() + sent_, out_.size() - sent_), 0, problem);
    after_send(problem);
  }

 private:
  void start() override { wait_for_bytes(); }

  void wait_for_bytes() override {
    if (waiting_) return;
    waiting_ = true;
    socket_.async_wait(Socket::wait_read, [self = shared_from_this(), this](error_code problem) {
      waiting_ = false;
      if (problem == asio::error::operation_aborted) return;
      read();
    });
  }

  void read() {
    const auto room = lane_.read_room();
    error_code problem;
    const std::size_t got = socket_.read_some(asio::buffer(room.data(), room.size()), problem);
    if (problem == asio::error::would_block || problem == asio::error::try_again) return wait_for_bytes();
    if (problem == asio::error::eof) return on_end();
    if (problem) return on_broken();
    on_bytes({room.data(), got});
  }

  void send(std::string_view first, std::string_view second) override {
    if (sent_ < out_.size()) {
      out_.append(first).append(second);
      return flush();
    }
    const std::array<asio::const_buffer, 2> both{asio::buffer(first), asio::buffer(second)};
    error_code problem;
    const std::size_t done = socket_.send(both, 0, problem);
    if (done == first.size() + second.size()) return;
    out_.clear();
    sent_ = 0;
    if (done < first.size()) out_.append(first.substr(done));
    out_.append(second.substr(done < first.size() ? 0 : done - first.size()));
    after_send(problem);
  }

  void queue(std::string_view bytes) override { out_.append(bytes); }

  void after_send(error_code problem) {
    if (problem && problem != asio::error::would_block && problem != asio::error::try_again) return break_later();
    if (sent_ == out_.size()) {
      sent_ = 0;
      out_.clear();
      if (out_.capacity() > kKept) out_ = std::string();
      return on_all_sent();
    }
    if (sent_ > kKept) {
      out_.erase(0, sent_);
      sent_ = 0;
    }
    if (writing_) return;
    writing_ = true;
    socket_.async_wait(Socket::wait_write, [self = shared_from_this(), this](error_code wait_problem) {
      writing_ = false;
      if (wait_problem == asio::error::operation_aborted) return;
      on_progress();
      flush();
    });
  }

  /// Not at once: whoever writes is not done with what it is at.
  void break_later() {
    out_.clear();
    sent_ = 0;
    lane_.post([self = shared_from_this(), this] { on_broken(); });
  }

  [[nodiscard]] std::size_t unsent() const noexcept override { return out_.size() - sent_; }

  [[nodiscard]] bool client_ended() override { return peer_ended(socket_.native_handle()); }

  void close_for_writing() override {
    error_code ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
  }

  void close_socket() override {
    error_code ignored;
    socket_.close(ignored);
  }

  /// Bytes of output whose memory a connection keeps.
  static constexpr std::size_t kKept = std::size_t{16} << 10;

  Socket socket_;
  std::string out_;
  std::size_t sent_ = 0;  // of out_
  bool waiting_ = false;
  bool writing_ = false;  // waits to write
};

}  // namespace

std::shared_ptr<Connection> make_connection(Lane& lane, int socket, std::string peer, asio::ssl::context* tls) {
  if (tls != nullptr) return make_tls_connection(lane, socket, std::move(peer), *tls);
  return std::make_shared<PlainConnection>(lane, socket, std::move(peer));
}

}  // namespace mcp::transport::http
