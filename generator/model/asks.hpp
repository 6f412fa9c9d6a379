// What functions may ask the client for.
#pragma once

namespace mcpgen {

// Bits; as the runtime's of the same names.
inline constexpr unsigned kAsksForms = 1;
inline constexpr unsigned kAsksUrls = 2;
inline constexpr unsigned kAsksModel = 4;
inline constexpr unsigned kAsksRoots = 8;

}  // namespace mcpgen
