// What a server offers, to be changed before it is served or while it is:
//
//   server.tools().disable("delete_all");
//   server.resource_updated("file:///notes/today.md");
//
// Everybody sees the change at once, and clients that asked for it are told. <mcp/dynamic.hpp> has what can be added.
#pragma once

#include <string_view>

namespace mcp {

namespace protocol {
class Catalog;
}
struct DynamicTool;
struct DynamicPrompt;
struct DynamicResource;

// All functions are thread-safe and act at once, but for calls that run already. A mistake is std::invalid_argument
// with a text that says what to do about it, and changes nothing. What was removed is freed when the last call of it is
// over. Every change makes the list anew: for what comes and goes by the thousand, write a provider
// (MCP_RESOURCE_LIST).

/// Server::tools(). Lives as long as the server.
class ToolRegistry {
 public:
  explicit ToolRegistry(protocol::Catalog& catalog) noexcept : catalog_(catalog) {}

  /// Throws if there is no such tool; it may be enabled already.
  void enable(std::string_view name) const;
  /// As if there were no such tool, until it is enabled again.
  void disable(std::string_view name) const;
  /// Throws if a tool has that name, disabled ones too, or something is wrong with it.
  void add(DynamicTool tool) const;
  /// Of one that was added.
  void remove(std::string_view name) const;

 private:
  protocol::Catalog& catalog_;
};

/// Server::prompts(); as ToolRegistry.
class PromptRegistry {
 public:
  explicit PromptRegistry(protocol::Catalog& catalog) noexcept : catalog_(catalog) {}

  void enable(std::string_view name) const;
  void disable(std::string_view name) const;
  void add(DynamicPrompt prompt) const;
  void remove(std::string_view name) const;

 private:
  protocol::Catalog& catalog_;
};

/// Server::resources(); as ToolRegistry. Resources go by their URI, templates by their text.
class ResourceRegistry {
 public:
  explicit ResourceRegistry(protocol::Catalog& catalog) noexcept : catalog_(catalog) {}

  void enable(std::string_view uri) const;
  void disable(std::string_view uri) const;
  void add(DynamicResource resource) const;
  void remove(std::string_view uri) const;
  /// What a provider (MCP_RESOURCE_LIST) lists has changed: clients that asked for it are told.
  void changed() const;

 private:
  protocol::Catalog& catalog_;
};

}  // namespace mcp
