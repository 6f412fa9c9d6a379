// A connection with TLS.
#pragma once

#include <memory>
#include <string>

#include "transport/http/connection.hpp"

namespace mcp::transport::http {

[[nodiscard]] std::shared_ptr<Connection> make_tls_connection(HttpEventLoop& loop, Socket socket,
                                                              std::shared_ptr<const ConnectionPermit> permit,
                                                              boost::asio::ssl::context& tls);

}  // namespace mcp::transport::http
