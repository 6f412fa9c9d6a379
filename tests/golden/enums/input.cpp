// Enums: scoped and plain, titled, renamed, nullable, wider than 32 bits.
#include <mcp/annotations.hpp>

#include <cstdint>
#include <optional>

/// How a thing is painted.
enum class Colour : std::uint64_t {
  red MCP_VALUE(.title = "Red", .description = "like a tomato"),
  green MCP_VALUE(.name = "GREEN"),  ///< like grass
  huge = 18446744073709551615U,
};

/// A few numbers.
enum Plain { one = 1, two, minus = -1 };

/// Paint on a wall.
struct Paint {
  Colour colour;
  std::optional<Plain> layers = two;
  std::optional<Colour> under;
};

/// Mix two paints.
MCP_TOOL()
Paint mix(Paint first, Plain count = one) { return {first.colour, count, {}}; }

/// Only one enum.
/// @param value What comes back
MCP_TOOL()
Plain plain(std::optional<Plain> value) { return value.value_or(minus); }
