// Sequences, sets and maps of every kind, bytes and paths.
#include <mcp/annotations.hpp>
#include <mcp/bytes.hpp>

#include <array>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace store {

enum class Size { small, medium, large MCP_VALUE(.name = "big") };

/// A shelf and what lies on it.
struct Shelf {
  std::list<std::string> labels;
  std::deque<double> weights;
  std::forward_list<int> order;
  std::multiset<int> counts;
  std::set<Size> sizes;
  std::unordered_set<std::string> tags;
  std::set<std::string, std::greater<>> descending;
  std::set<std::vector<int>> rows;
  std::map<Size, int> by_size;
  std::map<std::int8_t, std::string> by_floor;
  std::unordered_map<std::uint64_t, double> by_number;
  std::unordered_map<std::string, std::vector<bool>> flags;
  std::map<std::string, int, std::less<>> prices;
  std::array<int, 2> place;
  int grid[2][3];
  char mark;
  mcp::Bytes picture;
  std::filesystem::path file;
};

}  // namespace store

/// Tidy a shelf.
/// @param shelf What to tidy
MCP_TOOL()
store::Shelf tidy(store::Shelf shelf) {
  shelf.counts.insert(1);
  return shelf;
}

/// Take from everywhere.
/// @param names What to take
/// @param most  How many of each
/// @param seal  A stamp
MCP_TOOL()
std::set<int> take(const std::unordered_set<std::string>& names = {"apple", "pear"},
                   std::map<store::Size, int> most = {{store::Size::small, 3}, {store::Size::large, 1}},
                   const std::vector<std::byte>& seal = {}) {
  return {static_cast<int>(names.size()), static_cast<int>(most.size()), static_cast<int>(seal.size())};
}

/// A map is an object already.
MCP_TOOL()
std::unordered_map<std::string, int> stock() { return {{"apple", 3}}; }
