#include "transport/http/acceptor.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

namespace mcp::transport::http {

namespace {

using boost::system::error_code;

/// Connections in a row, before those that are connected have their turn.
constexpr int kAcceptedInTurn = 64;
/// Before connections are accepted again, once the system had no descriptor left for one.
constexpr std::chrono::milliseconds kPause{100};

}  // namespace

Acceptor::Acceptor(Common& common, EventLoops& loops, boost::asio::ssl::context* tls, const Listener& from)
    : common_(common),
      loops_(loops),
      tls_(tls),
      socket_(loops.first().context(), ::dup(from.socket.get())),
      pause_(loops.first().context()) {}

void Acceptor::wait() {
  socket_.async_wait(WatchedDescriptor::wait_read,
                     loops_.first().handler([weak = weak_from_this()](error_code problem) {
                       const auto self = weak.lock();
                       if (self && !problem) self->accept();
                     }));
}

void Acceptor::wait_after_pause() {
  pause_.expires_after(kPause);
  pause_.async_wait(loops_.first().handler([weak = weak_from_this()](error_code problem) {
    const auto self = weak.lock();
    if (self && !problem) self->wait();
  }));
}

void Acceptor::accept() {
  for (int i = 0; i < kAcceptedInTurn; ++i) {
    std::string peer;
    const int accepted = accept_from(socket_.native_handle(), peer);
    if (accepted < 0) {
      if (errno == EAGAIN || errno == EWOULDBLOCK) break;
      if (errno == ECONNABORTED || errno == EINTR) continue;
      log_error(errno);
      return wait_again(true);
    }
    const std::shared_ptr<const ConnectionPermit> permit = acquire(std::move(peer));
    if (!permit) {
      constexpr std::string_view kFull =
          "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      if (tls_ == nullptr) (void)::send(accepted, kFull.data(), kFull.size(), MSG_NOSIGNAL);
      ::close(accepted);
      continue;
    }
    assign(accepted, permit);
  }
  wait_again(false);
}

void Acceptor::log_error(int error) const noexcept {
  try {
    common_.log.write("cannot accept a connection: " + std::generic_category().message(error));
  } catch (const std::bad_alloc&) {
    common_.log.write("cannot accept a connection: there is no memory");
  }
}

std::shared_ptr<const ConnectionPermit> Acceptor::acquire(std::string peer) const noexcept {
  try {
    return common_.quota.acquire(std::move(peer));
  } catch (const std::exception&) {
    return nullptr;  // without memory there is no place, either
  }
}

void Acceptor::assign(int accepted, const std::shared_ptr<const ConnectionPermit>& permit) {
  HttpEventLoop& loop = loops_.next();
  if (loop.running_in_this_thread()) return loop.add(accepted, permit, tls_);
  try {
    loop.post([&loop, accepted, permit, tls = tls_] { loop.add(accepted, permit, tls); });
  } catch (const std::bad_alloc&) {
    ::close(accepted);
  }
}

/// A server that has no memory for a moment must accept connections afterwards.
void Acceptor::wait_again(bool after_pause) {
  try {
    if (!reserve_) reserve_ = std::make_unique<Reserve>();
  } catch (const std::bad_alloc&) {
    // The next call tries again.
  }
  const auto again = [&] { after_pause ? wait_after_pause() : wait(); };
  try {
    again();
  } catch (const std::bad_alloc&) {
    reserve_.reset();
    again();
  }
}

}  // namespace mcp::transport::http
