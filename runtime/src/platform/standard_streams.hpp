// The descriptors 0, 1 and 2 of the process.
#pragma once

namespace mcp::transport {

/// Opens /dev/null for every standard stream that the process was started without, so that no file or socket opened
/// later gets its number and what is meant for the stream. Call it first.
void open_missing_standard_streams() noexcept;

/// Takes the standard streams for the protocol alone: from now on descriptor 1 leads to stderr, so that a handler that
/// prints does no harm, and descriptor 0 is empty. Returns private descriptors, which children do not inherit, for the
/// life of the process. Throws std::system_error.
struct StandardStreams {
  int in;
  int out;
};
[[nodiscard]] StandardStreams isolate_standard_streams();

}  // namespace mcp::transport
