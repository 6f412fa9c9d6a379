// What a handler may ask the client for.
#pragma once

namespace mcp::detail {

// Bits of a set.
inline constexpr unsigned kAsksForms = 1;
inline constexpr unsigned kAsksUrls = 2;
inline constexpr unsigned kAsksModel = 4;
inline constexpr unsigned kAsksRoots = 8;

}  // namespace mcp::detail
