#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>

#include "codec/document.hpp"
#include "transport/http/byte_stream.hpp"
#include "transport/http/event_loop.hpp"

namespace mcp::transport::http {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;

class TlsStream final : public ByteStream {
 public:
  TlsStream(HttpEventLoop& loop, Socket socket, asio::ssl::context& tls)
      : loop_(loop), stream_(std::move(socket), tls) {}

  void start(Observer& observer) override {
    observer_ = &observer;
    stream_.async_handshake(asio::ssl::stream_base::server,
                            loop_.handler([self = observer_->keep_alive(), this](error_code problem) {
                              if (problem) return observer_->on_broken();
                              shaken_ = true;
                              wait_for_bytes();
                            }));
  }

  void flush() override {
    if (writing_ || out_.empty() || !shaken_) return;
    in_flight_.swap(out_);
    out_.clear();
    write_some();
  }

  void wait_for_bytes() override {
    if (reading_) return;
    if (room_ == nullptr) room_ = std::make_unique<char[]>(kRoom + kJsonPadding);
    reading_ = true;
    stream_.async_read_some(asio::buffer(room_.get(), kRoom),
                            loop_.handler([self = observer_->keep_alive(), this](error_code problem, std::size_t got) {
                              reading_ = false;
                              if (problem == asio::error::operation_aborted) return;
                              if (got > 0) return observer_->on_bytes({room_.get(), got});
                              // A client that just closes the connection leaves the stream of TLS truncated.
                              if (problem == asio::error::eof || problem == asio::ssl::error::stream_truncated) {
                                return observer_->on_end();
                              }
                              observer_->on_broken();
                            }));
  }

  void send(std::string_view first, std::string_view second) override {
    out_.append(first).append(second);
    flush();
  }

  void queue(std::string_view bytes) override { out_.append(bytes); }

  [[nodiscard]] std::size_t unsent() const noexcept override { return out_.size() + in_flight_.size() - sent_; }

  [[nodiscard]] bool client_ended() override { return peer_ended(stream_.next_layer().native_handle()); }

  void wait_for_error() override {
    stream_.next_layer().async_wait(Socket::wait_error,
                                    loop_.handler([self = observer_->keep_alive(), this](error_code problem) {
                                      if (!problem) observer_->on_broken();
                                    }));
  }

  void close_for_writing() override {
    // The close_notify of TLS; the client's own is not waited for.
    stream_.async_shutdown(loop_.handler([self = observer_->keep_alive(), this](error_code) {
      error_code ignored;
      stream_.next_layer().shutdown(Socket::shutdown_send, ignored);
    }));
  }

  void close() override {
    error_code ignored;
    stream_.next_layer().close(ignored);
  }

  [[nodiscard]] bool is_open() const noexcept override { return shaken_; }

 private:
  /// In pieces, so that a client which reads slowly is seen to read.
  void write_some() {
    writing_ = true;
    const std::size_t size = std::min(in_flight_.size() - sent_, kPiece);
    asio::async_write(stream_, asio::buffer(in_flight_.data() + sent_, size),
                      loop_.handler([self = observer_->keep_alive(), this](error_code problem, std::size_t done) {
                        writing_ = false;
                        if (problem == asio::error::operation_aborted) return;
                        if (problem) return observer_->on_broken();
                        sent_ += done;
                        observer_->on_progress();
                        if (sent_ < in_flight_.size()) return write_some();
                        sent_ = 0;
                        in_flight_.clear();
                        if (in_flight_.capacity() > kPiece) in_flight_ = std::string();
                        if (!out_.empty()) return flush();
                        observer_->on_all_sent();
                      }));
  }

  static constexpr std::size_t kRoom = std::size_t{16} << 10;
  static constexpr std::size_t kPiece = std::size_t{64} << 10;

  HttpEventLoop& loop_;
  asio::ssl::stream<Socket> stream_;
  Observer* observer_ = nullptr;
  std::unique_ptr<char[]> room_;
  std::string out_;
  std::string in_flight_;
  std::size_t sent_ = 0;  // of in_flight_
  bool shaken_ = false;
  bool reading_ = false;
  bool writing_ = false;
};

}  // namespace

std::unique_ptr<ByteStream> make_tls_stream(HttpEventLoop& loop, Socket socket, asio::ssl::context& tls) {
  return std::make_unique<TlsStream>(loop, std::move(socket), tls);
}

}  // namespace mcp::transport::http
