// How a Value finds its bytes: on simdjson's tape, or among the nodes of the exact parse. The one place that knows
// both.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <string>
#include <vector>

#include <mcp/codec/value.hpp>

namespace mcp::codec_internal {

/// One value of the exact parse, in pre-order. The members of an object stand as name (String), value, name, value, ….
struct ExactNode {
  JsonKind kind = JsonKind::Null;
  bool boolean = false;
  std::int64_t integer = 0;
  std::uint64_t unsigned_integer = 0;
  double real = 0;
  std::string text;       // of String and BigNumber
  std::size_t count = 0;  // of Array and Object
  std::size_t end = 0;    // index behind the whole value
};

struct ExactDocument {
  std::vector<ExactNode> nodes;
};

/// Positions with this bit belong to an ExactDocument, others to a simdjson document.
inline constexpr std::size_t kExact = std::size_t{1} << 63;

using Tape = simdjson::internal::tape_ref;

[[nodiscard]] inline bool is_exact(std::size_t position) noexcept { return (position & kExact) != 0; }

[[nodiscard]] inline Tape tape(const void* document, std::size_t position) noexcept {
  return Tape(static_cast<const simdjson::dom::document*>(document), position);
}

[[nodiscard]] inline const ExactNode& exact(const void* document, std::size_t position) noexcept {
  return static_cast<const ExactDocument*>(document)->nodes[position & ~kExact];
}

}  // namespace mcp::codec_internal
