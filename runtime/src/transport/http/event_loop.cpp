#include "transport/http/event_loop.hpp"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <utility>

#include <boost/asio/post.hpp>

#include "codec/document.hpp"
#include "transport/http/connection.hpp"

namespace mcp::transport::http {

namespace {

/// How often time-outs are checked.
constexpr std::chrono::milliseconds kTick{250};

}  // namespace

HttpEventLoop::HttpEventLoop(Common& common, protocol::Executor& pool, boost::asio::io_context* of_program)
    : common_(common),
      own_context_(of_program == nullptr ? std::make_unique<boost::asio::io_context>(1) : nullptr),
      context_(of_program == nullptr ? *own_context_ : *of_program),
      work_(context_.get_executor()),
      leader_followers_(*this, pool),
      loop_resources_(common.endpoint.dispatcher(), *this),
      timer_(context_),
      read_buffer_(std::make_unique<char[]>(kReadSize + kJsonPadding)),
      connections_(common.options.max_unsent / std::max<std::size_t>(common.options.threads, 1),
                   common.options.max_receiving / std::max<std::size_t>(common.options.threads, 1)) {
  date_.refresh(now());
}

HttpEventLoop::~HttpEventLoop() = default;

void HttpEventLoop::post(std::function<void()> what) { boost::asio::post(context_, handler(std::move(what))); }

void HttpEventLoop::interrupt() {
  if (has_left_context_) return;
  boost::asio::post(context_, handler([] {}));
}

// One handler at a time: its requests are answered before the next handler runs, and Asio polls the system only when no
// handler is left.
void HttpEventLoop::wait() {
  polling_ = true;
  guarded([this] { context_.run_one(); });
  guarded([this] { after_handler(); });
}

void HttpEventLoop::poll() {
  polling_ = true;
  guarded([this] { context_.poll_one(); });
  guarded([this] { after_handler(); });
}

void HttpEventLoop::after_handler() {
  // An answer that was written in pieces is sent with one system call.
  for (std::size_t i = 0; i < to_flush_.size(); ++i) {
    if (const auto connection = to_flush_[i].lock()) {
      connection->membership.will_be_flushed = false;
      guarded([&] { connection->flush(); });
    }
  }
  to_flush_.clear();
  free_memory();
  polling_ = false;
  loop_resources_.calls.submit(leader_followers_);
}

void HttpEventLoop::free_memory() {
  while (const auto worst = connections_.worst_reader()) guarded([&] { worst->abort(); });
  while (const auto worst = connections_.worst_sender()) {
    guarded([&] { worst->shed(); });
    if (worst->input() != 0) worst->abort();
  }
}

void HttpEventLoop::flush_later(Connection& connection) {
  if (connection.membership.will_be_flushed) return;
  to_flush_.push_back(connection.weak_from_this());
  connection.membership.will_be_flushed = true;
  // Outside of a poll, called by a tool that ran on the event loop: the next poll must begin at once.
  if (!polling_ && to_flush_.size() == 1) interrupt();
}

void HttpEventLoop::add(int socket, std::shared_ptr<const ConnectionPermit> permit, boost::asio::ssl::context* tls) {
  if (shutting_down_) {
    ::close(socket);
    return;
  }
  guarded([&] {
    Socket accepted = adopt(context_, socket);
    auto stream = tls != nullptr ? make_tls_stream(*this, std::move(accepted), *tls)
                                 : make_plain_stream(*this, std::move(accepted));
    const auto connection = std::make_shared<Connection>(*this, std::move(stream), std::move(permit));
    connections_.add(connection);
    connection->begin();
    start_timer();
  });
}

void HttpEventLoop::remove(Connection& connection) noexcept { connections_.remove(connection); }

void HttpEventLoop::shut_down() {
  shutting_down_ = true;
  for (const auto& connection : connections_.copy()) connection->shut_down();
}

void HttpEventLoop::abort_all() {
  for (const auto& connection : connections_.copy()) connection->abort();
}

void HttpEventLoop::leave_context() {
  shutting_down_ = true;
  has_left_context_ = true;
  timer_.cancel();
}

void HttpEventLoop::start_timer() {
  if (timer_started_) return;
  timer_.expires_after(kTick);
  timer_.async_wait(handler([this](boost::system::error_code problem) {
    timer_started_ = false;
    if (!problem) on_timer();
  }));
  timer_started_ = true;
  date_.refresh(now());
}

void HttpEventLoop::on_timer() {
  // The timer is started first, as what follows may fail for want of memory.
  if (connections_.size() != 0 || (!shutting_down_ && common_.endpoint.sessions().size() != 0)) start_timer();
  const auto time = now();
  // From the end, as a connection that is removed is replaced by the last.
  for (std::size_t i = connections_.size(); i-- > 0;) {
    if (i >= connections_.size()) continue;
    const std::shared_ptr<Connection> connection = connections_[i];
    guarded([&] { connection->tick(time); });
  }
  guarded([&] { common_.endpoint.tick(time); });
}

}  // namespace mcp::transport::http
