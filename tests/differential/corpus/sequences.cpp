// Containers that are arrays in JSON: sequences, sets, arrays, pairs and tuples.
#include <mcp/mcp.hpp>

#include <array>
#include <cstdint>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sequences {

enum class Colour { red, green, blue };

struct Board {
  int cells[3][2];
  bool borders[4];
  std::string names[2];
  std::array<std::array<double, 2>, 2> transform;
  std::array<std::optional<Colour>, 2> sides = {};
};

struct Lists {
  MCP_FIELD(.min_items = 1, .max_items = 3)
  std::vector<int> few;
  MCP_FIELD(.unique_items = true)
  std::vector<mcp::json> distinct;
  MCP_FIELD(.unique_items = true, .min_items = 2)
  std::optional<std::list<double>> pair_or_more;
  MCP_FIELD(.max_items = 2)
  std::set<std::string> tags;
  MCP_FIELD(.unique_items = true)
  std::vector<std::vector<int>> rows = {};
};

struct Cell {
  int row;
  std::string text = "-";
};

}  // namespace sequences

/// In a row.
MCP_TOOL()
std::vector<int> list_vector(std::vector<int> value) { return value; }

/// Bits.
MCP_TOOL()
std::vector<bool> list_bits(std::vector<bool> value) { return value; }

/// Linked.
MCP_TOOL()
std::list<std::uint8_t> list_linked(std::list<std::uint8_t> value) { return value; }

/// Linked one way.
MCP_TOOL()
std::forward_list<std::string> list_forward(std::forward_list<std::string> value) { return value; }

/// Open at both ends.
MCP_TOOL()
std::deque<sequences::Cell> list_deque(std::deque<sequences::Cell> value) { return value; }

/// Looked at, never owned.
MCP_TOOL()
std::span<const double> list_span(std::span<const double> value) { return value; }

/// Exactly three.
MCP_TOOL()
std::vector<bool> list_fixed_span(std::span<const bool> value) { return {value.begin(), value.end()}; }

/// Exactly three.
MCP_TOOL()
std::span<const int, 3> list_three(std::span<const int, 3> value) { return value; }

/// Nothing or something.
MCP_TOOL()
std::vector<std::optional<int>> list_gaps(std::vector<std::optional<int>> value) { return value; }

/// Lists of lists.
MCP_TOOL()
std::vector<std::vector<std::vector<char>>> list_cube(std::vector<std::vector<std::vector<char>>> value) {
  return value;
}

/// No two alike.
MCP_TOOL()
std::set<std::string> set_texts(std::set<std::string> value) { return value; }

/// No two alike, the largest first.
MCP_TOOL()
std::set<int, std::greater<>> set_descending(std::set<int, std::greater<>> value) { return value; }

/// Colours.
MCP_TOOL()
std::set<sequences::Colour> set_colours(std::set<sequences::Colour> value) { return value; }

/// Real numbers.
MCP_TOOL()
std::set<double> set_doubles(std::set<double> value) { return value; }

/// Less exact ones.
MCP_TOOL()
std::unordered_set<float> set_floats(std::unordered_set<float> value) { return value; }

/// Integers of 64 bits.
MCP_TOOL()
std::unordered_set<std::uint64_t> set_serials(std::unordered_set<std::uint64_t> value) { return value; }

/// Pairs.
MCP_TOOL()
std::set<std::pair<int, std::string>> set_pairs(std::set<std::pair<int, std::string>> value) { return value; }

/// Lists.
MCP_TOOL()
std::set<std::vector<bool>> set_lists(std::set<std::vector<bool>> value) { return value; }

/// Alike or not.
MCP_TOOL()
std::multiset<std::string> set_bag(std::multiset<std::string> value) { return value; }

/// In no order.
MCP_TOOL()
std::unordered_multiset<int> set_heap(std::unordered_multiset<int> value) { return value; }

/// C arrays and arrays of arrays.
MCP_TOOL()
sequences::Board array_board(sequences::Board value) { return value; }

/// Exactly two texts.
MCP_TOOL()
std::array<std::string, 2> array_two(std::array<std::string, 2> value) { return value; }

/// None at all.
MCP_TOOL()
std::tuple<> tuple_none(std::tuple<> value) { return value; }

/// Of two types.
MCP_TOOL()
std::pair<double, std::optional<std::string>> tuple_pair(std::pair<double, std::optional<std::string>> value) {
  return value;
}

/// Within each other.
MCP_TOOL()
std::tuple<int, std::pair<std::string, bool>, std::tuple<std::tuple<std::uint8_t>>> tuple_nested(
    std::tuple<int, std::pair<std::string, bool>, std::tuple<std::tuple<std::uint8_t>>> value) {
  return value;
}

/// Limits on lists.
MCP_TOOL()
sequences::Lists list_limits(sequences::Lists value) { return value; }

/// Shared or owned.
MCP_TOOL()
std::vector<std::shared_ptr<const int>> list_shared(std::vector<std::shared_ptr<const int>> value) { return value; }
