// Changes to the features of a server, before it is served or while it runs:
//
//   server.tools().disable("delete_all");
//   server.resource_updated("file:///notes/today.md");
//
// All clients see a change at once, and clients that subscribed to it are notified. <mcp/dynamic.hpp> declares the
// features that can be added.
#pragma once

#include <string_view>

#include <mcp/export.hpp>

namespace mcp {

namespace protocol {
class Catalog;
}
struct DynamicTool;
struct DynamicPrompt;
struct DynamicResource;

// All functions are thread-safe and take effect at once, except on calls that are already running. For a wrong argument
// they throw std::invalid_argument, whose text says what to do, and change nothing. A removed feature is freed when its
// last call has ended. Each change makes the server render the list again: for thousands of changing resources, write a
// provider (MCP_RESOURCE_LIST).

/// Server::tools(). Lives as long as the server.
class MCP_EXPORT ToolRegistry {
 public:
  explicit ToolRegistry(protocol::Catalog& catalog) noexcept : catalog_(catalog) {}

  /// Throws std::invalid_argument if there is no such tool. Enabling an enabled tool does nothing.
  void enable(std::string_view name) const;
  /// Hides the tool from lists and calls until it is enabled again. Throws std::invalid_argument if there is no such
  /// tool.
  void disable(std::string_view name) const;
  /// Throws std::invalid_argument if another tool has that name, enabled or not, or if a member of `tool` is invalid.
  void add(DynamicTool tool) const;
  /// Removes a tool that add() added. Throws std::invalid_argument for any other.
  void remove(std::string_view name) const;

 private:
  protocol::Catalog& catalog_;
};

/// Server::prompts(). The functions are those of ToolRegistry.
class MCP_EXPORT PromptRegistry {
 public:
  explicit PromptRegistry(protocol::Catalog& catalog) noexcept : catalog_(catalog) {}

  void enable(std::string_view name) const;
  void disable(std::string_view name) const;
  void add(DynamicPrompt prompt) const;
  void remove(std::string_view name) const;

 private:
  protocol::Catalog& catalog_;
};

/// Server::resources(). The functions are those of ToolRegistry. A resource is named by its URI, a template by its
/// text.
class MCP_EXPORT ResourceRegistry {
 public:
  explicit ResourceRegistry(protocol::Catalog& catalog) noexcept : catalog_(catalog) {}

  void enable(std::string_view uri) const;
  void disable(std::string_view uri) const;
  void add(DynamicResource resource) const;
  void remove(std::string_view uri) const;
  /// Notifies subscribed clients that the list of a provider (MCP_RESOURCE_LIST) has changed.
  void changed() const;

 private:
  protocol::Catalog& catalog_;
};

}  // namespace mcp
