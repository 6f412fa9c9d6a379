// Every mapped type, nested and shared, behind aliases and in namespaces, and any JSON.
#include <mcp/mcp.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace geo::inline v1 {

/// A place in the plane.
struct Point {
  double x;
  double y;
};
using Line = std::vector<Point>;

/// Some of many.
template <class T>
struct Page {
  std::vector<T> items;
  std::optional<std::string> next;
};

/// A tree of names.
struct Tree {
  std::string name;
  std::vector<Tree> children;
};

/// A number of each kind.
struct Widths {
  bool b;
  std::int8_t i8;
  std::uint8_t u8;
  std::int16_t i16;
  std::uint16_t u16;
  std::int32_t i32;
  std::uint32_t u32;
  std::int64_t i64;
  std::uint64_t u64;
  long l;
  unsigned long long ull;
  float f;
  double d;
  std::array<double, 3> triple;
  std::map<std::string, std::vector<bool>> flags;
  std::optional<Point> maybe;
  mcp::json anything;
};

/// Nothing.
struct Empty {};

/// Arrays of classes, and of arrays.
struct Arrays {
  std::array<std::string, 2> names;
  std::array<std::array<int, 2>, 2> square;
  std::array<Point, 1> points;
};

}  // namespace geo::inline v1

/// A point used twice stands in $defs.
MCP_TOOL()
geo::Line line(const geo::Point& from, geo::Point to) { return {from, to}; }

/// An instance of a class template.
MCP_TOOL()
geo::Page<geo::Point> page(const geo::Page<std::string>& names) { return {{}, names.next}; }

/// A recursive type.
MCP_TOOL()
geo::Tree tree(geo::Tree root) { return root; }

/// Every width.
MCP_TOOL()
geo::Widths widths(geo::Widths&& all) { return all; }

/// Any JSON in, any out.
/// @param value What comes back
/// @param other Comes back in place of it
MCP_TOOL()
mcp::json anything(mcp::json value, std::optional<mcp::json> other) { return other ? *other : value; }

/// Nothing in, nothing out.
MCP_TOOL()
void nothing() {}

/// A struct without members.
MCP_TOOL()
geo::Empty empty(geo::Empty value) { return value; }

/// Arrays.
MCP_TOOL()
geo::Arrays arrays(geo::Arrays value) { return value; }

/// A map of structs is an object already.
MCP_TOOL()
std::map<std::string, geo::Point> places() { return {{"here", {1, 2}}}; }
