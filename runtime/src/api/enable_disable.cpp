// Enables, disables and removes features by their names.
#include <mcp/features.hpp>

#include "catalog/catalog.hpp"

namespace mcp {

using protocol::List;

void ToolRegistry::enable(std::string_view name) const { catalog_.enable(List::Tools, name, true); }
void ToolRegistry::disable(std::string_view name) const { catalog_.enable(List::Tools, name, false); }
void ToolRegistry::remove(std::string_view name) const { catalog_.remove(List::Tools, name); }

void PromptRegistry::enable(std::string_view name) const { catalog_.enable(List::Prompts, name, true); }
void PromptRegistry::disable(std::string_view name) const { catalog_.enable(List::Prompts, name, false); }
void PromptRegistry::remove(std::string_view name) const { catalog_.remove(List::Prompts, name); }

void ResourceRegistry::enable(std::string_view uri) const { catalog_.enable(List::Resources, uri, true); }
void ResourceRegistry::disable(std::string_view uri) const { catalog_.enable(List::Resources, uri, false); }
void ResourceRegistry::changed() const { catalog_.provided_changed(); }
void ResourceRegistry::remove(std::string_view uri) const { catalog_.remove(List::Resources, uri); }

}  // namespace mcp
