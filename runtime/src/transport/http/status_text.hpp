// What HTTP calls its statuses and methods (RFC 9110).
#pragma once

#include <string_view>

#include "http/request.hpp"

namespace mcp::transport::http {

/// The reason phrase of a status that this server sends; empty for others.
[[nodiscard]] std::string_view reason(unsigned status);

[[nodiscard]] std::string_view name_of(protocol::http::Verb verb);

}  // namespace mcp::transport::http
