#include "transport/http/tls_connection.hpp"

#include <algorithm>
#include <memory>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>

#include "codec/document.hpp"
#include "transport/http/socket.hpp"

namespace mcp::transport::http {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;

class TlsConnection final : public Connection {
 public:
  TlsConnection(HttpEventLoop& loop, Socket socket, std::shared_ptr<const ConnectionPermit> permit,
                asio::ssl::context& tls)
      : Connection(loop, std::move(permit)), stream_(std::move(socket), tls) {}

  void flush() override {
    if (writing_ || out_.empty() || !shaken_) return;
    in_flight_.swap(out_);
    out_.clear();
    write_some();
  }

 private:
  void start() override {
    stream_.async_handshake(asio::ssl::stream_base::server, [self = shared_from_this(), this](error_code problem) {
      if (problem) return on_broken();
      shaken_ = true;
      wait_for_bytes();
    });
  }

  /// In pieces, so that a client which reads slowly is seen to read.
  void write_some() {
    writing_ = true;
    const std::size_t size = std::min(in_flight_.size() - sent_, kPiece);
    asio::async_write(stream_, asio::buffer(in_flight_.data() + sent_, size),
                      [self = shared_from_this(), this](error_code problem, std::size_t done) {
                        writing_ = false;
                        if (problem == asio::error::operation_aborted) return;
                        if (problem) return on_broken();
                        sent_ += done;
                        on_progress();
                        if (sent_ < in_flight_.size()) return write_some();
                        sent_ = 0;
                        in_flight_.clear();
                        if (in_flight_.capacity() > kPiece) in_flight_ = std::string();
                        if (!out_.empty()) return flush();
                        on_all_sent();
                      });
  }

  void wait_for_bytes() override {
    if (reading_) return;
    if (room_ == nullptr) room_ = std::make_unique<char[]>(kRoom + kJsonPadding);
    reading_ = true;
    stream_.async_read_some(asio::buffer(room_.get(), kRoom),
                            [self = shared_from_this(), this](error_code problem, std::size_t got) {
                              reading_ = false;
                              if (problem == asio::error::operation_aborted) return;
                              if (got > 0) return on_bytes({room_.get(), got});
                              // A client that just closes the connection leaves the stream of TLS truncated.
                              if (problem == asio::error::eof || problem == asio::ssl::error::stream_truncated) {
                                return on_end();
                              }
                              on_broken();
                            });
  }

  void send(std::string_view first, std::string_view second) override {
    out_.append(first).append(second);
    flush();
  }

  void queue(std::string_view bytes) override { out_.append(bytes); }

  [[nodiscard]] std::size_t unsent() const noexcept override { return out_.size() + in_flight_.size() - sent_; }

  [[nodiscard]] bool client_ended() override { return peer_ended(stream_.next_layer().native_handle()); }

  void wait_for_error() override {
    stream_.next_layer().async_wait(Socket::wait_error, [self = shared_from_this(), this](error_code problem) {
      if (!problem) on_broken();
    });
  }

  void close_for_writing() override {
    // The close_notify of TLS; the client's own is not waited for.
    stream_.async_shutdown([self = shared_from_this(), this](error_code) {
      error_code ignored;
      stream_.next_layer().shutdown(Socket::shutdown_send, ignored);
    });
  }

  void close_socket() override {
    error_code ignored;
    stream_.next_layer().close(ignored);
  }

  [[nodiscard]] bool is_open() const noexcept override { return shaken_; }

  static constexpr std::size_t kRoom = std::size_t{16} << 10;
  static constexpr std::size_t kPiece = std::size_t{64} << 10;

  asio::ssl::stream<Socket> stream_;
  std::unique_ptr<char[]> room_;
  std::string out_;
  std::string in_flight_;
  std::size_t sent_ = 0;  // of in_flight_
  bool shaken_ = false;
  bool reading_ = false;
  bool writing_ = false;
};

}  // namespace

std::shared_ptr<Connection> make_tls_connection(HttpEventLoop& loop, Socket socket,
                                                std::shared_ptr<const ConnectionPermit> permit,
                                                asio::ssl::context& tls) {
  return std::make_shared<TlsConnection>(loop, std::move(socket), std::move(permit), tls);
}

}  // namespace mcp::transport::http
