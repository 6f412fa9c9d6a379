// Bytes that travel as base64: what a file, an image or a key is to a handler.
#pragma once

#include <cstddef>
#include <vector>

namespace mcp {

/// In JSON a string of base64 (RFC 4648, with padding).
using Bytes = std::vector<std::byte>;

}  // namespace mcp
