// The type of every socket: one for TCP and Unix sockets, without a virtual executor.
#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>

namespace mcp::transport::http {

using Socket =
    boost::asio::basic_stream_socket<boost::asio::generic::stream_protocol, boost::asio::io_context::executor_type>;

[[nodiscard]] inline boost::asio::generic::stream_protocol protocol_of(int socket) {
  int family = AF_INET;
  socklen_t size = sizeof family;
  ::getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &family, &size);
  return {family, 0};
}

/// The socket of an open descriptor, which is closed if there is no memory for the socket.
[[nodiscard]] inline Socket adopt(boost::asio::io_context& context, int descriptor) {
  Socket socket(context);
  try {
    socket.assign(protocol_of(descriptor), descriptor);
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  return socket;
}

/// Whether the other side closed its half or all of the connection, whatever is left to read.
[[nodiscard]] inline bool peer_ended(int socket) noexcept {
  pollfd entry{socket, POLLRDHUP, 0};
  return ::poll(&entry, 1, 0) > 0;
}

}  // namespace mcp::transport::http
