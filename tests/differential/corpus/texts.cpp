// Texts, enums, bytes, paths and any JSON.
#include <mcp/mcp.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texts {

enum class Units { metric, imperial };

/// How soon it has to be done.
enum Priority {
  low MCP_VALUE(.title = "Whenever"),
  high MCP_VALUE(.name = "HIGH", .description = "Today"),
  urgent MCP_VALUE(.name = "now!"),
};

enum class Level : signed char { below = -5, level = 0, above = 5 };

struct Contact {
  MCP_FIELD(.min_length = 1, .max_length = 5)
  std::string name;
  MCP_FIELD(.pattern = "^[A-Z]{2}[0-9]{2,4}$")
  std::string code;
  MCP_FIELD(.min_length = 2, .pattern = "a|b")
  std::optional<std::string> note;
  MCP_FIELD(.pattern = "^(\\w+\\.)?\\d{1,3}$")
  std::string version = "v.1";
  MCP_FIELD(.pattern = "^[^\\s\\x00-\\x1F]*$", .max_length = 3)
  std::string compact = "";
};

struct Formats {
  MCP_FIELD(.format = "date")
  std::optional<std::string> date;
  MCP_FIELD(.format = "date-time")
  std::optional<std::string> date_time;
  MCP_FIELD(.format = "time")
  std::optional<std::string> time;
  MCP_FIELD(.format = "duration")
  std::optional<std::string> duration;
  MCP_FIELD(.format = "email")
  std::optional<std::string> email;
  MCP_FIELD(.format = "hostname")
  std::optional<std::string> hostname;
  MCP_FIELD(.format = "ipv4")
  std::optional<std::string> ipv4;
  MCP_FIELD(.format = "ipv6")
  std::optional<std::string> ipv6;
  MCP_FIELD(.format = "uri")
  std::optional<std::string> uri;
  MCP_FIELD(.format = "uuid")
  std::optional<std::string> uuid;
};

struct Choice {
  Units units = Units::metric;
  Priority priority;
  std::optional<Level> level;
  std::optional<Priority> before;
};

}  // namespace texts

/// Any text.
MCP_TOOL()
std::vector<std::string> text_list(std::vector<std::string> value) { return value; }

/// A text block.
MCP_TOOL()
std::string text_block(std::string value) { return value; }

/// Looked at, never owned.
MCP_TOOL()
std::string_view text_view(std::string_view value) { return value; }

/// As C has it.
MCP_TOOL()
const char* text_c(const char* value) { return value; }

/// Lengths and patterns.
MCP_TOOL()
texts::Contact text_contact(texts::Contact value) { return value; }

/// Formats that are checked.
MCP_TOOL()
texts::Formats text_formats(texts::Formats value) { return value; }

/// Names of enumerators, titles, other names.
MCP_TOOL()
texts::Choice text_choice(texts::Choice value) { return value; }

/// One enum.
MCP_TOOL()
texts::Units text_units(texts::Units value) { return value; }

/// Maybe one.
MCP_TOOL()
std::optional<texts::Priority> text_priority(std::optional<texts::Priority> value) { return value; }

/// Base64.
MCP_TOOL()
std::vector<std::byte> text_bytes(std::vector<std::byte> value) { return value; }

/// Some base64.
MCP_TOOL()
std::vector<mcp::Bytes> text_chunks(std::vector<mcp::Bytes> value) { return value; }

/// A path.
MCP_TOOL()
std::vector<std::filesystem::path> text_paths(std::vector<std::filesystem::path> value) { return value; }

/// Anything.
MCP_TOOL()
mcp::json text_json(mcp::json value) { return value; }

/// Anything, by name.
MCP_TOOL()
std::vector<std::optional<mcp::json>> text_jsons(std::vector<std::optional<mcp::json>> value) { return value; }
