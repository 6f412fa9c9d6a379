// The type of every socket: one for TCP and Unix sockets, without a virtual executor.
#pragma once

#include <sys/socket.h>

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

}  // namespace mcp::transport::http
