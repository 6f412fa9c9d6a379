#include <array>
#include <string>
#include <utility>

#include <boost/asio/buffer.hpp>

#include "transport/http/byte_stream.hpp"
#include "transport/http/event_loop.hpp"

namespace mcp::transport::http {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;

class PlainStream final : public ByteStream {
 public:
  PlainStream(HttpEventLoop& loop, Socket socket) : loop_(loop), socket_(std::move(socket)) {
    error_code ignored;
    socket_.non_blocking(true, ignored);
  }

  void start(Observer& observer) override {
    observer_ = &observer;
    wait_for_bytes();
  }

  void flush() override {
    push();
    if (sent_ < out_.size()) return wait_for_room();
    if (!std::exchange(owes_all_sent_, false)) return;
    out_.clear();
    sent_ = 0;
    if (out_.capacity() > kKept) out_ = std::string();
    observer_->on_all_sent();
  }

  void wait_for_bytes() override {
    if (reading_) return;
    reading_ = true;
    socket_.async_wait(Socket::wait_read, loop_.handler([self = observer_->keep_alive(), this](error_code problem) {
      reading_ = false;
      if (problem == asio::error::operation_aborted) return;
      read();
    }));
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
    owes_all_sent_ = true;
    if (broke(problem)) return break_later();
    wait_for_room();
  }

  void queue(std::string_view bytes) override {
    out_.append(bytes);
    owes_all_sent_ = true;
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
    observer_->on_progress();
  }

  [[nodiscard]] std::size_t unsent() const noexcept override { return out_.size() - sent_; }

  [[nodiscard]] bool client_ended() override { return peer_ended(socket_.native_handle()); }

  void wait_for_error() override {
    socket_.async_wait(Socket::wait_error, loop_.handler([self = observer_->keep_alive(), this](error_code problem) {
      if (!problem) observer_->on_broken();
    }));
  }

  void close_for_writing() override {
    error_code ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
  }

  void close() override {
    error_code ignored;
    socket_.close(ignored);
  }

 private:
  void read() {
    const auto room = loop_.read_room();
    error_code problem;
    const std::size_t got = socket_.read_some(asio::buffer(room.data(), room.size()), problem);
    if (problem == asio::error::would_block || problem == asio::error::try_again) return wait_for_bytes();
    if (problem == asio::error::eof) return observer_->on_end();
    if (problem) return observer_->on_broken();
    observer_->on_bytes({room.data(), got});
  }

  void wait_for_room() {
    if (std::exchange(writing_, true)) return;
    socket_.async_wait(Socket::wait_write, loop_.handler([self = observer_->keep_alive(), this](error_code problem) {
      writing_ = false;
      if (problem != asio::error::operation_aborted) flush();
    }));
  }

  [[nodiscard]] static bool broke(error_code problem) {
    return problem && problem != asio::error::would_block && problem != asio::error::try_again;
  }

  /// Reports it later, as the caller of send() or push() is in the middle of its work.
  void break_later() {
    out_.clear();
    sent_ = 0;
    owes_all_sent_ = false;
    loop_.post([self = observer_->keep_alive(), this] { observer_->on_broken(); });
  }

  /// Bytes of output whose memory a connection keeps.
  static constexpr std::size_t kKept = std::size_t{4} << 10;

  HttpEventLoop& loop_;
  Socket socket_;
  Observer* observer_ = nullptr;
  std::string out_;
  std::size_t sent_ = 0;        // of out_
  bool reading_ = false;        // waits for bytes
  bool writing_ = false;        // waits for room
  bool owes_all_sent_ = false;  // on_all_sent() is to follow what is in out_, or was
};

}  // namespace

std::unique_ptr<ByteStream> make_plain_stream(HttpEventLoop& loop, Socket socket) {
  return std::make_unique<PlainStream>(loop, std::move(socket));
}

}  // namespace mcp::transport::http
