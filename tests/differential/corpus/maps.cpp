// Maps, by every type of key.
#include <mcp/mcp.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace maps {

enum class Weekday { monday, tuesday MCP_VALUE(.name = "Tue"), wednesday MCP_VALUE(.title = "Midweek") };

struct Shift {
  std::string who;
  MCP_FIELD(.minimum = 1, .maximum = 12)
  int hours = 8;
};

struct Plan {
  std::map<Weekday, std::vector<Shift>> shifts;
  std::unordered_map<std::string, std::map<std::string, std::optional<bool>>> extras = {};
};

}  // namespace maps

/// By text.
MCP_TOOL()
std::map<std::string, int> map_text(std::map<std::string, int> value) { return value; }

/// By text, from the last to the first.
MCP_TOOL()
std::map<std::string, bool, std::greater<>> map_descending(std::map<std::string, bool, std::greater<>> value) {
  return value;
}

/// By text, in no order.
MCP_TOOL()
std::unordered_map<std::string, std::string> map_unordered(std::unordered_map<std::string, std::string> value) {
  return value;
}

/// By weekday.
MCP_TOOL()
std::map<maps::Weekday, bool> map_weekday(std::map<maps::Weekday, bool> value) { return value; }

/// By weekday, in no order.
MCP_TOOL()
std::unordered_map<maps::Weekday, std::optional<maps::Shift>> map_weekday_unordered(
    std::unordered_map<maps::Weekday, std::optional<maps::Shift>> value) {
  return value;
}

/// By eight bits.
MCP_TOOL()
std::map<std::int8_t, bool> map_int8(std::map<std::int8_t, bool> value) { return value; }

/// By eight bits without a sign.
MCP_TOOL()
std::map<std::uint8_t, bool> map_uint8(std::map<std::uint8_t, bool> value) { return value; }

/// By sixteen bits.
MCP_TOOL()
std::unordered_map<std::int16_t, bool> map_int16(std::unordered_map<std::int16_t, bool> value) { return value; }

/// By sixteen bits without a sign.
MCP_TOOL()
std::unordered_map<std::uint16_t, bool> map_uint16(std::unordered_map<std::uint16_t, bool> value) { return value; }

/// By thirty-two bits.
MCP_TOOL()
std::map<std::int32_t, bool> map_int32(std::map<std::int32_t, bool> value) { return value; }

/// By thirty-two bits without a sign.
MCP_TOOL()
std::map<std::uint32_t, bool> map_uint32(std::map<std::uint32_t, bool> value) { return value; }

/// By sixty-four bits.
MCP_TOOL()
std::map<std::int64_t, bool> map_int64(std::map<std::int64_t, bool> value) { return value; }

/// By sixty-four bits without a sign.
MCP_TOOL()
std::unordered_map<std::uint64_t, bool> map_uint64(std::unordered_map<std::uint64_t, bool> value) { return value; }

/// Maps within a struct.
MCP_TOOL()
maps::Plan map_plan(maps::Plan value) { return value; }

/// Keys without a limit, values with any.
MCP_TOOL()
std::map<std::string, mcp::json> map_json(std::map<std::string, mcp::json> value) { return value; }
