// What is done to offers by their names alone.
#include <mcp/offers.hpp>

#include "catalog/catalog.hpp"

namespace mcp {

using protocol::List;

void ToolOffers::enable(std::string_view name) const { catalog_.enable(List::Tools, name, true); }
void ToolOffers::disable(std::string_view name) const { catalog_.enable(List::Tools, name, false); }
void ToolOffers::remove(std::string_view name) const { catalog_.remove(List::Tools, name); }

void PromptOffers::enable(std::string_view name) const { catalog_.enable(List::Prompts, name, true); }
void PromptOffers::disable(std::string_view name) const { catalog_.enable(List::Prompts, name, false); }
void PromptOffers::remove(std::string_view name) const { catalog_.remove(List::Prompts, name); }

void ResourceOffers::enable(std::string_view uri) const { catalog_.enable(List::Resources, uri, true); }
void ResourceOffers::disable(std::string_view uri) const { catalog_.enable(List::Resources, uri, false); }
void ResourceOffers::changed() const { catalog_.provided_changed(); }
void ResourceOffers::remove(std::string_view uri) const { catalog_.remove(List::Resources, uri); }

}  // namespace mcp
