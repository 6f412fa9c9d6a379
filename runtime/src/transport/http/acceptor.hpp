// Accepts connections on one listener and hands them to event loops in turn.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "transport/http/event_loop.hpp"
#include "transport/http/listener.hpp"

namespace mcp::transport::http {

/// A descriptor that an event loop waits for.
using WatchedDescriptor = boost::asio::posix::basic_stream_descriptor<boost::asio::io_context::executor_type>;

/// The event loops of a server. The first one accepts connections; next() is for it alone.
struct EventLoops {
  std::vector<std::unique_ptr<HttpEventLoop>> all;
  std::size_t turn = 0;

  [[nodiscard]] HttpEventLoop& first() const noexcept { return *all.front(); }
  [[nodiscard]] HttpEventLoop& next() noexcept { return *all[turn++ % all.size()]; }
};

/// Everything is for the first event loop. Shared, since what it waits for may have happened when its owner lets it go.
class Acceptor : public std::enable_shared_from_this<Acceptor> {
 public:
  /// All but `from`, whose descriptor is duplicated, outlives it; `tls` may be null.
  Acceptor(Common& common, EventLoops& loops, boost::asio::ssl::context* tls, const Listener& from);

  /// Waits for connections from now on.
  void wait();

 private:
  using Reserve = std::array<char, 16 << 10>;

  void accept();
  void wait_after_pause();
  void wait_again(bool after_pause);
  [[nodiscard]] std::shared_ptr<const ConnectionPermit> acquire(std::string peer) const noexcept;
  void assign(int accepted, const std::shared_ptr<const ConnectionPermit>& permit);
  void log_error(int error) const noexcept;

  Common& common_;
  EventLoops& loops_;
  boost::asio::ssl::context* const tls_;
  WatchedDescriptor socket_;
  boost::asio::steady_timer pause_;
  std::unique_ptr<Reserve> reserve_;  // memory for the time when there is none
};

}  // namespace mcp::transport::http
