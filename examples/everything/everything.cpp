// One of everything: what the protocol's conformance suite asks a server for, each a function with an annotation.
#include <mcp/mcp.hpp>

#include <optional>
#include <string>
#include <vector>

#include "media.hpp"

MCP_SERVER(.title = "Everything", .instructions = "A server to test clients with: every kind of result is in it.");

/// Greet somebody by name.
/// @param name Whom to greet
MCP_TOOL(.title = "Greet", .read_only = true)
static std::string greet(const std::string& name = "World") { return "Hello, " + name + "!"; }

/// Answer with text.
MCP_TOOL(.read_only = true)
static std::string test_simple_text() { return "This is a simple text response for testing."; }

/// Answer with an image.
MCP_TOOL(.read_only = true)
static mcp::Image test_image_content() { return media::pixel(); }

/// Answer with sound.
MCP_TOOL(.read_only = true)
static mcp::Audio test_audio_content() { return media::silence(); }

/// Answer with a resource.
MCP_TOOL(.read_only = true)
static mcp::EmbeddedResource test_embedded_resource() {
  return {
      .uri = "test://embedded-resource", .mime_type = "text/plain", .text = "This is an embedded resource content."};
}

/// Answer with text, an image and a resource.
MCP_TOOL(.read_only = true)
static std::vector<mcp::Content> test_multiple_content_types() {
  return {mcp::Text{"Multiple content types test:"}, media::pixel(),
          mcp::EmbeddedResource{.uri = "test://mixed-content-resource",
                                .mime_type = "application/json",
                                .text = R"({"test":"data","value":123})"}};
}

/// Fail, as every call of this tool does.
MCP_TOOL(.read_only = true)
static void test_error_handling() { throw mcp::ToolError("This tool intentionally returns an error for testing"); }

/// Say what was given. The arguments are described by a schema that no C++ type stands for.
/// @param arguments Somebody, and how to reach them
MCP_TOOL(.read_only = true, .input_schema = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {
    "address": {
      "$anchor": "addressDef",
      "type": "object",
      "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
    }
  },
  "properties": {
    "name": {"type": "string"},
    "address": {"$ref": "#/$defs/address"},
    "contactMethod": {"type": "string", "enum": ["phone", "email"]},
    "phone": {"type": "string"},
    "email": {"type": "string"}
  },
  "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
  "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
  "then": {"required": ["phone"]},
  "else": {"required": ["email"]},
  "additionalProperties": false
})")
static std::string json_schema_2020_12_tool(const mcp::json& arguments) { return arguments.dump(); }

/// Say where a request goes. Clients over HTTP repeat the region as a header, for proxies to route by.
/// @param region Where to
/// @param level  How urgently
MCP_TOOL(.read_only = true)
static std::string test_x_mcp_header(MCP_PARAM(.header = "Region") const std::optional<std::string>& region,
                                     std::optional<int> level) {
  return "region " + region.value_or("unknown") + ", level " + (level ? std::to_string(*level) : "unknown");
}
