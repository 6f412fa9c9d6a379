// A connection without TLS: TCP or a Unix socket. Reads when there is something to read, into a buffer that all
// connections share; writes at once where the socket takes it.
#include <array>
#include <utility>

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
  PlainConnection(HttpEventLoop& loop, Socket socket, std::shared_ptr<const ConnectionPermit> permit)
      : Connection(loop, std::move(permit)), socket_(std::move(socket)) {
    error_code ignored;
    socket_.non_blocking(true, ignored);
  }

  void flush() override {
    push();
    if (sent_ < out_.size()) return wait_for_room();
    if (!std::exchange(untold_, false)) return;
    out_.clear();
    sent_ = 0;
    if (out_.capacity() > kKept) out_ = std::string();
    on_all_sent();
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
    const auto room = loop_.read_room();
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
    untold_ = true;
    if (broke(problem)) return break_later();
    wait_for_room();
  }

  void queue(std::string_view bytes) override {
    out_.append(bytes);
    untold_ = true;
  }

  void push() override {
    if (sent_ == out_.size()) return;
    error_code problem;
    const std::size_t done = socket_.send(asio::buffer(out_.data() + sent_, out_.size() - sent_), 0, problem);
    if (broke(problem)) return break_later();
    if (done == 0) return;
    sent_ += done;
    if (sent_ > kKept && sent_ > out_.size() / 2) {
      out_.erase(0, std::exchange(sent_, 0));
      if (out_.capacity() > 4 * out_.size() + kKept) out_.shrink_to_fit();
    }
    on_progress();
  }

  void wait_for_room() {
    if (std::exchange(writing_, true)) return;
    socket_.async_wait(Socket::wait_write, [self = shared_from_this(), this](error_code problem) {
      writing_ = false;
      if (problem != asio::error::operation_aborted) flush();
    });
  }

  [[nodiscard]] static bool broke(error_code problem) {
    return problem && problem != asio::error::would_block && problem != asio::error::try_again;
  }

  /// Not at once: whoever writes is not done with what it is at.
  void break_later() {
    out_.clear();
    sent_ = 0;
    untold_ = false;
    loop_.post([self = shared_from_this(), this] { on_broken(); });
  }

  [[nodiscard]] std::size_t unsent() const noexcept override { return out_.size() - sent_; }

  [[nodiscard]] bool client_ended() override { return peer_ended(socket_.native_handle()); }

  void wait_for_error() override {
    socket_.async_wait(Socket::wait_error, [self = shared_from_this(), this](error_code problem) {
      if (!problem) on_broken();
    });
  }

  void close_for_writing() override {
    error_code ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
  }

  void close_socket() override {
    error_code ignored;
    socket_.close(ignored);
  }

  /// Bytes of output whose memory a connection keeps.
  static constexpr std::size_t kKept = std::size_t{4} << 10;

  Socket socket_;
  std::string out_;
  std::size_t sent_ = 0;  // of out_
  bool waiting_ = false;
  bool writing_ = false;  // waits to write
  bool untold_ = false;   // on_all_sent() is owed for what is in out_, or was
};

}  // namespace

std::shared_ptr<Connection> make_connection(HttpEventLoop& loop, Socket socket,
                                            std::shared_ptr<const ConnectionPermit> permit, asio::ssl::context* tls) {
  if (tls != nullptr) return make_tls_connection(loop, std::move(socket), std::move(permit), *tls);
  return std::make_shared<PlainConnection>(loop, std::move(socket), std::move(permit));
}

}  // namespace mcp::transport::http
