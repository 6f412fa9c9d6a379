// Brings the lines of a byte stream to a connection: what stdio and the memory transport have in common.
#pragma once

#include <cstddef>

#include "session/connection.hpp"
#include "transport/lines/line_framing.hpp"

namespace mcp::transport {

/// Hands every complete line to `connection`, then the tool calls among them to its executor. Lines that were too long
/// are answered with an error that names `max_message`, in bytes.
void deliver_lines(LineFraming& lines, protocol::Connection& connection, std::size_t max_message);

/// Answers a message that was longer than `max_message`, in bytes.
void refuse_long_message(protocol::Connection& connection, std::size_t max_message);

}  // namespace mcp::transport
