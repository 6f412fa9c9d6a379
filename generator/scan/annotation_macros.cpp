#include "scan/annotation_macros.hpp"

#include <algorithm>
#include <array>

namespace mcpgen {
namespace {

// In the order of AnnotationKind.
constexpr auto kMacros = std::to_array<AnnotationMacro>({
    {AnnotationKind::Tool, "MCP_TOOL", "mcp::tool", "on a function", "tool"},
    {AnnotationKind::Resource, "MCP_RESOURCE", "mcp::resource", "on a function", "resource"},
    {AnnotationKind::ResourceList, "MCP_RESOURCE_LIST", "mcp::resource_list", "on a function", "resource list"},
    {AnnotationKind::Prompt, "MCP_PROMPT", "mcp::prompt", "on a function", "prompt"},
    {AnnotationKind::Complete, "MCP_COMPLETE", "mcp::complete", "on a function", "completion"},
    {AnnotationKind::Param, "MCP_PARAM", "mcp::param", "on a parameter"},
    {AnnotationKind::Field, "MCP_FIELD", "mcp::field", "on a non-static data member"},
    {AnnotationKind::Value, "MCP_VALUE", "mcp::value", "on an enumerator"},
    {AnnotationKind::Server, "MCP_SERVER", "mcp::server", "at namespace scope"},
    {AnnotationKind::Expose, "MCP_EXPOSE", "mcp::expose", "at namespace scope"},
    {AnnotationKind::Describe, "MCP_DESCRIBE", "mcp::describe", "at namespace scope"},
});

const AnnotationMacro* find_by(std::string_view AnnotationMacro::* field, std::string_view value) noexcept {
  const auto* found = std::ranges::find(kMacros, value, field);
  return found == kMacros.end() ? nullptr : found;
}

}  // namespace

std::span<const AnnotationMacro> annotation_macros() noexcept { return kMacros; }

const AnnotationMacro* find_macro(std::string_view name) noexcept { return find_by(&AnnotationMacro::macro, name); }

const AnnotationMacro* find_macro_of_attribute(std::string_view attribute) noexcept {
  return find_by(&AnnotationMacro::attribute, attribute);
}

const AnnotationMacro& macro_of(AnnotationKind kind) noexcept { return kMacros[static_cast<std::size_t>(kind)]; }

}  // namespace mcpgen
