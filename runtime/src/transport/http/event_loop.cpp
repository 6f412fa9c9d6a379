#include "transport/http/event_loop.hpp"

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include "codec/document.hpp"
#include "transport/http/connection.hpp"

namespace mcp::transport::http {

namespace {

/// How often time-outs are looked at.
constexpr std::chrono::milliseconds kTick{250};

}  // namespace

HttpEventLoop::HttpEventLoop(Common& common, protocol::Executor& pool)
    : common_(common),
      work_(context_.get_executor()),
      leader_followers_(*this, pool),
      loop_resources_(common.endpoint.dispatcher(), *this),
      timer_(context_),
      max_output_(common.options.max_unsent / std::max<std::size_t>(common.options.threads, 1)),
      max_input_(common.options.max_receiving / std::max<std::size_t>(common.options.threads, 1)),
      read_buffer_(std::make_unique<char[]>(kReadSize + kJsonPadding)) {
  refresh_date();
}

HttpEventLoop::~HttpEventLoop() = default;

void HttpEventLoop::post(std::function<void()> what) { boost::asio::post(context_, std::move(what)); }

void HttpEventLoop::interrupt() {
  boost::asio::post(context_, [] {});
}

// One handler at a time: what it brought is answered before the next, and Asio asks the system for more only when it
// has none left.
void HttpEventLoop::wait() {
  polling_ = true;
  guarded([this] { context_.run_one(); });
  guarded([this] { end_round(); });
}

void HttpEventLoop::poll() {
  polling_ = true;
  guarded([this] { context_.poll_one(); });
  guarded([this] { end_round(); });
}

/// An exception (no memory, most likely) costs what one handler was at, not the server.
template <class F>
void HttpEventLoop::guarded(F&& what) noexcept {
  try {
    what();
  } catch (const std::exception& error) {
    common_.log.write(error.what());
  } catch (...) {
    common_.log.write("an exception that is no std::exception");
  }
}

void HttpEventLoop::end_round() {
  // An answer that was put together in pieces goes out in one.
  for (std::size_t i = 0; i < to_flush_.size(); ++i) {
    if (const auto connection = to_flush_[i].lock()) {
      connection->to_flush = false;
      guarded([&] { connection->flush(); });
    }
  }
  to_flush_.clear();
  make_room();
  polling_ = false;
  loop_resources_.calls.submit(leader_followers_);
}

/// One connection alone may keep more than all should: somebody must be able to have the largest answer.
void HttpEventLoop::make_room() {
  const auto worst_of = [this](std::size_t (Connection::*bytes)() const noexcept, auto since) {
    std::size_t keeping = 0;
    double most = -1;
    std::shared_ptr<Connection> worst;
    for (const auto& connection : connections_) {
      const std::size_t kept = (connection.get()->*bytes)();
      if (kept == 0) continue;
      ++keeping;
      // Much that waits for long: who takes or sends something is not met for being big.
      const double weight = static_cast<double>(kept) * static_cast<double>((now() - since(*connection)).count() + 1);
      if (weight <= most) continue;
      most = weight;
      worst = connection;
    }
    return keeping > 1 ? worst : nullptr;
  };
  while (output_ > max_output_) {
    const auto worst = worst_of(&Connection::output, [](const Connection& one) { return one.progress(); });
    if (!worst) break;
    guarded([&] { worst->abort(); });
  }
  while (input_ > max_input_) {
    const auto worst = worst_of(&Connection::input, [](const Connection& one) { return one.input_began(); });
    if (!worst) break;
    guarded([&] { worst->shed(); });
    if (worst->input() != 0) worst->abort();
  }
}

void HttpEventLoop::flush_later(Connection& connection) {
  if (std::exchange(connection.to_flush, true)) return;
  to_flush_.push_back(connection.weak_from_this());
  // Outside of a poll, by a tool that ran on the event loop: the next one comes at once.
  if (!polling_ && to_flush_.size() == 1) interrupt();
}

void HttpEventLoop::add(int socket, std::shared_ptr<const ConnectionPermit> permit, boost::asio::ssl::context* tls) {
  if (shutting_down_) {
    ::close(socket);
    return;
  }
  guarded([&] {
    const auto connection = make_connection(*this, adopt(context_, socket), std::move(permit), tls);
    connection->place = connections_.size();
    connections_.push_back(connection);
    connection->begin();
    arm_timer();
  });
}

void HttpEventLoop::remove(Connection& connection) noexcept {
  connections_.back()->place = connection.place;
  connections_[connection.place].swap(connections_.back());
  connections_.pop_back();
}

void HttpEventLoop::shut_down() {
  shutting_down_ = true;
  const auto all = connections_;  // they leave while they are told
  for (const auto& connection : all) connection->shut_down();
}

void HttpEventLoop::abort_all() {
  const auto all = connections_;
  for (const auto& connection : all) connection->abort();
}

void HttpEventLoop::arm_timer() {
  if (timer_armed_) return;
  timer_.expires_after(kTick);
  timer_.async_wait([this](boost::system::error_code problem) {
    timer_armed_ = false;
    if (!problem) on_timer();
  });
  timer_armed_ = true;
  refresh_date();
}

void HttpEventLoop::on_timer() {
  // First, as what follows may fail for want of memory.
  if (!connections_.empty() || common_.endpoint.sessions().size() != 0) arm_timer();
  const auto time = now();
  // From the end, as those that leave are replaced by the last.
  for (std::size_t i = connections_.size(); i-- > 0;) {
    if (i >= connections_.size()) continue;
    const std::shared_ptr<Connection> connection = connections_[i];
    guarded([&] { connection->tick(time); });
  }
  guarded([&] { common_.endpoint.tick(time); });
}

void HttpEventLoop::refresh_date() {
  if (now() < date_until_) return;
  date_until_ = now() + std::chrono::seconds(1);
  const std::time_t time = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  char text[64];
  const std::size_t size = std::strftime(text, sizeof text, "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
  date_line_.assign(text, size);
  json_head_ = "HTTP/1.1 200 OK\r\n" + date_line_ + "Content-Type: application/json\r\nContent-Length: ";
}

std::string HttpEventLoop::time_text() const {
  const std::time_t time = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

}  // namespace mcp::transport::http
