// The descriptors 0, 1 and 2 of the process.
#pragma once

namespace mcp::transport {

/// Opens /dev/null for every standard stream that the process was started without. Otherwise a file opened later would
/// get the descriptor, and with it the data meant for the stream. Call this first in `main`.
void open_missing_standard_streams() noexcept;

/// Reserves the standard streams for the protocol. Afterwards descriptor 1 refers to stderr, so that the output of
/// handlers cannot disturb the protocol, and descriptor 0 is empty. Returns private descriptors for the protocol, which
/// are valid until the process ends and which children do not inherit. Throws std::system_error.
struct StandardStreams {
  int in;
  int out;
};
[[nodiscard]] StandardStreams isolate_standard_streams();

}  // namespace mcp::transport
