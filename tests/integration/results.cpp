// A tool for every way to answer; results_test.py asks them in every revision of the protocol.
#include <cstddef>
#include <limits>
#include <mcp/mcp.hpp>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace answers {

const mcp::Bytes kPixel = {std::byte{0x89}, std::byte{'P'}, std::byte{'N'}, std::byte{'G'}};

/// A picture for people.
MCP_TOOL()
mcp::Image picture() {
  return {.data = kPixel, .mime_type = "image/png", .annotations = {.audience = {mcp::Role::User}, .priority = 0.5}};
}

/// A sound.
MCP_TOOL()
mcp::Audio sound() { return {.data = kPixel, .mime_type = "audio/wav"}; }

/// Where a file is.
MCP_TOOL()
mcp::ResourceLink link() {
  return {.uri = "file:///notes.txt", .name = "notes", .title = "Notes", .mime_type = "text/plain"};
}

/// A file.
MCP_TOOL()
mcp::EmbeddedResource file() {
  return {.uri = "file:///notes.txt", .mime_type = "text/plain", .text = "milk", .annotations = {.priority = 1}};
}

/// Several blocks.
MCP_TOOL()
std::vector<mcp::Content> several() { return {mcp::Text{.text = "first"}, link(), picture()}; }

/// Text or a picture.
/// @param text Which of the two
MCP_TOOL()
std::variant<mcp::Text, mcp::Image> either(bool text) {
  if (text) return mcp::Text{.text = "words"};
  return picture();
}

/// All that a result can have.
MCP_TOOL()
mcp::ToolResult everything() { return mcp::ToolResult("seen").add(picture()).structure({{"seen", true}}); }

/// A number, or why there is none.
/// @param lucky Whether there is one
MCP_TOOL()
mcp::Result<int> perhaps(bool lucky) {
  if (!lucky) return mcp::Failure{"There is none today; ask again tomorrow."};
  return 7;
}

/// Text that nobody owns.
MCP_TOOL()
std::string_view view() { return "constant"; }

/// Nothing.
MCP_TOOL()
void nothing() {}

/// A list with a hole in it.
MCP_TOOL()
std::vector<double> hole() { return {1, std::numeric_limits<double>::quiet_NaN()}; }

/// Bytes that are no text.
MCP_TOOL()
std::vector<std::string> garbled() { return {"fine", "\xFF\xFE"}; }

struct Link {
  std::shared_ptr<Link> next;
};

/// A list that ends in itself.
MCP_TOOL()
Link endless() {
  static const auto first = std::make_shared<Link>();
  first->next = first;
  return *first;
}

/// What it got, by a schema of its own.
MCP_TOOL(.input_schema = R"({"type": "object", "properties": {"count": {"type": "integer", "minimum": 1}},
                             "required": ["count"], "additionalProperties": false})",
         .output_schema = R"({"type": "object", "properties": {"count": {"type": "integer", "maximum": 5}}})")
mcp::json checked(mcp::json arguments) { return arguments; }

}  // namespace answers

// An amount of money, with a codec of its own.
struct Amount {
  long cents = 0;
};

template <>
struct mcp::codec<Amount> {
  static constexpr const char* schema = R"({"type": "string", "pattern": "^[0-9]{1,6}[.][0-9]{2}$"})";
  static bool decode(Value from, Amount& to, Decoder& problems) {
    const std::string_view text = from.kind() == JsonKind::String ? from.string() : std::string_view();
    const std::size_t point = text.find('.');
    const bool good = point != std::string_view::npos && point >= 1 && point <= 6 && text.size() == point + 3 &&
                      text.find_first_not_of("0123456789.") == std::string_view::npos && text.rfind('.') == point;
    if (!good) return problems.expected("an amount such as 1.50", from);
    to.cents = std::stol(std::string(text.substr(0, point))) * 100 + std::stol(std::string(text.substr(point + 1)));
    return true;
  }
  static void encode(const Amount& from, Writer& to) {
    to.string(std::to_string(from.cents / 100) + '.' + std::to_string(100 + from.cents % 100).substr(1));
  }
};

/// The sum of amounts.
/// @param amounts What to add up
MCP_TOOL()
Amount sum(std::vector<Amount> amounts) {
  Amount total;
  for (const Amount& each : amounts) total.cents += each.cents;
  return total;
}
