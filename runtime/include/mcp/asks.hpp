// The kinds of questions that functions may ask the client.
#pragma once

namespace mcp::detail {

// Bits with the same values as the runtime's constants of these names.
inline constexpr unsigned kAsksForms = 1;
inline constexpr unsigned kAsksUrls = 2;
inline constexpr unsigned kAsksModel = 4;
inline constexpr unsigned kAsksRoots = 8;

}  // namespace mcp::detail
