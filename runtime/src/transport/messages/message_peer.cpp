#include "transport/messages/message_peer.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <span>
#include <utility>

#include "codec/document.hpp"
#include "requests/outgoing_requests.hpp"
#include "transport/lines/line_delivery.hpp"

namespace mcp::transport {

namespace {

/// Bytes of the buffer for a message that are kept.
constexpr std::size_t kKeptMessage = std::size_t{1} << 20;

constexpr std::string_view kGone = "The client went away before it answered.";

protocol::ConnectionIdentity identity_of(ConnectionPeer peer, const void* self) {
  // Clients without an address are not one client.
  if (peer.address.empty()) peer.address = "connection " + std::to_string(reinterpret_cast<std::uintptr_t>(self));
  return {.principal = std::move(peer.principal), .address = std::move(peer.address)};
}

}  // namespace

MessagePeer::MessagePeer(const protocol::Dispatcher& dispatcher, protocol::Executor& executor,
                         const ConnectionOptions& options, std::shared_ptr<ConnectionSink> sink, ConnectionPeer peer)
    : executor_(executor),
      options_(options),
      sink_(std::move(sink)),
      connection_(std::in_place, dispatcher, static_cast<protocol::MessageSink&>(*this), executor, options.calls,
                  identity_of(std::move(peer), this)),
      lines_(options.max_message) {}

bool MessagePeer::receive(std::string_view message) noexcept {
  const std::lock_guard lock(receiving_);
  if (leaving_) return false;
  guarded([&] {
    if (message.size() > options_.max_message) return refuse_long_message(*connection_, options_.max_message);
    padded_.reserve(message.size() + kJsonPadding);
    padded_.assign(message);
    connection_->receive(padded_);
  });
  if (padded_.capacity() > kKeptMessage) padded_ = std::string();
  connection_->submit_queued();
  return !is_congested();
}

bool MessagePeer::receive_bytes(std::string_view bytes) noexcept {
  const std::lock_guard lock(receiving_);
  if (leaving_) return false;
  guarded([&] {
    while (!bytes.empty()) {
      const std::span<char> room = lines_.room();
      const std::size_t size = std::min(room.size(), bytes.size());
      std::memcpy(room.data(), bytes.data(), size);
      lines_.filled(size);
      bytes.remove_prefix(size);
      deliver_lines(lines_, *connection_, options_.max_message);
    }
  });
  return !is_congested();
}

void MessagePeer::on_sent() noexcept { post(flush_wanted_); }

void MessagePeer::close() noexcept {
  std::shared_ptr<ConnectionSink> sink;
  {
    const std::lock_guard lock(sending_);
    sink.swap(sink_);
  }
  end(&protocol::Connection::close);
  (void)try_dissolve();
}

void MessagePeer::leave() noexcept { end(&protocol::Connection::leave); }

void MessagePeer::stop() noexcept {
  end(&protocol::Connection::stop);
  const std::lock_guard lock(receiving_);
  if (connection_) (void)connection_->close_executors();
}

/// Nothing is received any more.
void MessagePeer::end(void (protocol::Connection::*how)()) noexcept {
  const std::lock_guard lock(receiving_);
  leaving_ = true;
  if (connection_) guarded([&] { (*connection_.*how)(); });
}

bool MessagePeer::try_dissolve() noexcept {
  const std::lock_guard lock(receiving_);
  {
    const std::lock_guard errands_lock(errands_);
    if (errand_posted_) return false;
    detached_ = true;
  }
  if (connection_ && !connection_->idle()) return false;
  connection_.reset();
  return true;
}

/// Sets `errand`, and has an executor's thread do it.
void MessagePeer::post(bool& errand) noexcept {
  const std::lock_guard lock(errands_);
  if (detached_) return;
  errand = true;
  if (std::exchange(errand_posted_, true)) return;
  executor_.submit(errand_);
}

void MessagePeer::Errand::run(protocol::WorkerScratch& /*scratch*/) noexcept { peer_.run_errand(); }

void MessagePeer::run_errand() noexcept {
  while (true) {
    bool closes = false;
    {
      const std::lock_guard lock(errands_);
      if (!flush_wanted_ && !close_wanted_) {
        errand_posted_ = false;
        return;
      }
      closes = std::exchange(close_wanted_, false);
      flush_wanted_ = false;
    }
    if (closes) {
      end(&protocol::Connection::close);
    } else {
      const std::lock_guard lock(receiving_);
      if (connection_) guarded([this] { connection_->flush(); });
    }
  }
}

void MessagePeer::send(std::string_view message) { (void)send_to_sink(message); }

/// The reports of a handler whose client reads nothing must not fill the memory. What is told of changes comes only
/// where congested() was false just before.
void MessagePeer::notify(std::string_view message) {
  const std::shared_ptr<ConnectionSink> sink = current_sink();
  if (sink != nullptr && sink->unsent() / 2 <= options_.max_queued) (void)send_to_sink(message);
}

void MessagePeer::ask(std::string_view message, std::shared_ptr<protocol::PendingReplies> pending) {
  if (!send_to_sink(message)) pending->fail_pending(kGone);
}

bool MessagePeer::congested() { return is_congested(); }

bool MessagePeer::is_congested() const noexcept {
  const std::shared_ptr<ConnectionSink> sink = current_sink();
  return sink != nullptr && sink->unsent() > options_.max_queued;
}

std::shared_ptr<ConnectionSink> MessagePeer::current_sink() const noexcept {
  const std::lock_guard lock(sending_);
  return sink_;
}

/// False if there is no client any more.
bool MessagePeer::send_to_sink(std::string_view message) noexcept {
  std::shared_ptr<ConnectionSink> lost;
  {
    const std::lock_guard lock(sending_);
    if (sink_ == nullptr) return false;
    try {
      sink_->send(message);
      return true;
    } catch (...) {
      lost.swap(sink_);
    }
  }
  // The thread may hold what an end needs.
  post(close_wanted_);
  return false;
}

/// An exception, most likely std::bad_alloc, ends one message, and not the connection.
template <class F>
void MessagePeer::guarded(F&& what) noexcept {
  try {
    what();
  } catch (...) {
    connection_->refuse_for_want_of_memory();
  }
}

}  // namespace mcp::transport
