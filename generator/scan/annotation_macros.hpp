// The annotation macros of <mcp/annotations.hpp>: what each leaves in the AST and where it may stand.
#pragma once

#include <span>
#include <string_view>

namespace mcpgen {

enum class AnnotationKind {
  Tool,
  Resource,
  ResourceList,
  Prompt,
  Complete,
  Param,
  Field,
  Value,
  Server,
  Expose,
  Describe
};

struct AnnotationMacro {
  AnnotationKind kind;
  std::string_view macro;      // "MCP_TOOL"
  std::string_view attribute;  // the first argument of its clang::annotate: "mcp::tool"
  std::string_view place;      // "on a function"
  std::string_view noun = {};  // of one that makes a function reachable for clients: "tool"; empty: another one
};

/// All of them.
[[nodiscard]] std::span<const AnnotationMacro> annotation_macros() noexcept;
/// Null where `name` is no annotation macro.
[[nodiscard]] const AnnotationMacro* find_macro(std::string_view name) noexcept;
/// Null where `attribute` is not ours.
[[nodiscard]] const AnnotationMacro* find_macro_of_attribute(std::string_view attribute) noexcept;
[[nodiscard]] const AnnotationMacro& macro_of(AnnotationKind kind) noexcept;

}  // namespace mcpgen
