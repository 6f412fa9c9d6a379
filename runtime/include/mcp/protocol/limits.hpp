// The bounds that the protocol core keeps, whatever the transport.
#pragma once

#include <cstddef>

namespace mcp::protocol {

struct Limits {
  /// Tool calls of one connection that are queued or running; one more is refused as busy.
  std::size_t max_in_flight = 1024;
  /// Bytes of one tool result on the wire; a bigger one becomes an error that says so.
  std::size_t max_result = std::size_t{16} << 20;
};

}  // namespace mcp::protocol
