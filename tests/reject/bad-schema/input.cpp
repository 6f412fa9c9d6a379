#include <mcp/mcp.hpp>

/// Search a catalogue.
MCP_TOOL(.input_schema = R"({
  "type": "object",
  "properties": {
    "words": {"type": "array", "items": {"$ref": "https://example.com/word.json"}, "minItems": "1"}
  },
  "required": ["words"]
})")
mcp::json search(mcp::json arguments) { return arguments; }
