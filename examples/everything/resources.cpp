// Resources: text, bytes, a template with its completion.
#include <mcp/mcp.hpp>

#include <string>

#include "media.hpp"

/// Text that never changes.
MCP_RESOURCE(.uri = "test://static-text", .mime_type = "text/plain", .audience = {mcp::Role::User}, .priority = 0.5)
static std::string static_text() { return "This is the content of the static text resource."; }

/// A picture that never changes.
MCP_RESOURCE(.uri = "test://static-binary", .mime_type = "image/png")
static mcp::Bytes static_binary() { return media::pixel().data; }

/// Text to subscribe to.
MCP_RESOURCE(.uri = "test://watched-resource", .mime_type = "text/plain")
static std::string watched_resource() { return "Watched resource content"; }

struct Record {
  std::string id;
  bool templateTest = true;
  std::string data;
};

/// A record by its id.
/// @param id Which one
MCP_RESOURCE(.uri = "test://template/{id}/data", .mime_type = "application/json")
static Record template_data(const std::string& id) { return {.id = id, .data = "Data for ID: " + id}; }

MCP_COMPLETE(.resource = "test://template/{id}/data", .argument = "id")
static std::vector<std::string> complete_id(std::string_view typed) {
  std::vector<std::string> ids;
  for (const std::string id : {"1", "12", "123", "2"}) {
    if (id.starts_with(typed)) ids.push_back(id);
  }
  return ids;
}
