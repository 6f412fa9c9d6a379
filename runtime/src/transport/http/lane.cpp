#include "transport/http/lane.hpp"

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <mcp/codec/document.hpp>

#include "transport/http/connection.hpp"

namespace mcp::transport::http {

namespace {

/// How often time-outs are looked at.
constexpr std::chrono::milliseconds kTick{250};

}  // namespace

Lane::Lane(Common& common, protocol::Executor& pool)
    : common_(common),
      work_(context_.get_executor()),
      crew_(*this, pool),
      workplace_(common.endpoint.dispatcher(), *this),
      timer_(context_),
      read_buffer_(std::make_unique<char[]>(kReadSize + kJsonPadding)) {
  refresh_date();
}

Lane::~Lane() = default;

void Lane::post(std::function<void()> what) { boost::asio::post(context_, std::move(what)); }

void Lane::interrupt() {
  boost::asio::post(context_, [] {});
}

// One handler at a time: what it brought is answered before the next, and Asio asks the system for more only when it
// has none left.
void Lane::wait() {
  polling_ = true;
  guarded([this] { context_.run_one(); });
  guarded([this] { end_round(); });
}

void Lane::poll() {
  polling_ = true;
  guarded([this] { context_.poll_one(); });
  guarded([this] { end_round(); });
}

/// An exception (no memory, most likely) costs what one handler was at, not the server.
template <class F>
void Lane::guarded(F&& what) noexcept {
  try {
    what();
  } catch (const std::exception& error) {
    common_.log.write(error.what());
  } catch (...) {
    common_.log.write("an exception that is no std::exception");
  }
}

void Lane::end_round() {
  // An answer that was put together in pieces goes out in one.
  for (std::size_t i = 0; i < to_flush_.size(); ++i) {
    if (const auto connection = to_flush_[i].lock()) {
      connection->to_flush = false;
      guarded([&] { connection->flush(); });
    }
  }
  to_flush_.clear();
  polling_ = false;
  workplace_.calls.submit(crew_);
}

void Lane::flush_later(Connection& connection) {
  if (std::exchange(connection.to_flush, true)) return;
  to_flush_.push_back(connection.weak_from_this());
  // Outside of a poll, by a tool that ran on the lane: the next one comes at once.
  if (!polling_ && to_flush_.size() == 1) interrupt();
}

void Lane::add(int socket, std::string peer, boost::asio::ssl::context* tls) {
  if (shutting_down_) {
    ::close(socket);
    return;
  }
  guarded([&] {
    const auto connection = make_connection(*this, socket, std::move(peer), tls);
    connection->place = connections_.size();
    connections_.push_back(connection);
    connection->begin();
    arm_timer();
  });
}

void Lane::remove(Connection& connection) noexcept {
  connections_.back()->place = connection.place;
  connections_[connection.place].swap(connections_.back());
  connections_.pop_back();
}

void Lane::shut_down() {
  shutting_down_ = true;
  const auto all = connections_;  // they leave while they are told
  for (const auto& connection : all) connection->shut_down();
}

void Lane::abort_all() {
  const auto all = connections_;
  for (const auto& connection : all) connection->abort();
}

void Lane::arm_timer() {
  if (std::exchange(timer_armed_, true)) return;
  refresh_date();
  timer_.expires_after(kTick);
  timer_.async_wait([this](boost::system::error_code problem) {
    timer_armed_ = false;
    if (!problem) on_timer();
  });
}

void Lane::on_timer() {
  const auto time = now();
  const auto all = connections_;
  for (const auto& connection : all) guarded([&] { connection->tick(time); });
  guarded([&] { common_.endpoint.tick(time); });
  if (!connections_.empty() || common_.endpoint.sessions().size() != 0) arm_timer();
}

void Lane::refresh_date() {
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

std::string Lane::time_text() const {
  const std::time_t time = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

}  // namespace mcp::transport::http
