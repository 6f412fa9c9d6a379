// A connection with TLS.
#pragma once

#include <memory>
#include <string>

#include "transport/http/connection.hpp"

namespace mcp::transport::http {

[[nodiscard]] std::shared_ptr<Connection> make_tls_connection(Lane& lane, int socket, std::string peer,
                                                              boost::asio::ssl::context& tls);

}  // namespace mcp::transport::http
