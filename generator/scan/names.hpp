// Names and types as code at the end of the same translation unit may write them.
//
// Anonymous and inline namespaces are left out: lookup finds what they hold without them.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/TemplateBase.h>

#include <optional>
#include <string>

namespace mcpgen {

/// "::app::Weather", "::Page<::app::Order>", "::app::get_weather".
[[nodiscard]] std::string qualified_name(const clang::NamedDecl& declaration);

/// qualified_name(), with the keyword where a function or a variable has the same name: "struct ::status".
[[nodiscard]] std::string cpp_name(const clang::TagDecl& declaration);

/// The canonical type: "const ::app::Weather&", "::std::vector<::std::string>".
[[nodiscard]] std::string cpp_type(clang::QualType type, const clang::ASTContext& ast);

/// Can generated code write the name? Not with a template argument that is an object of a class, unless it is that of
/// mcp::Literal.
[[nodiscard]] bool can_be_written(const clang::NamedDecl& declaration);

/// The text of mcp::Literal's argument; nothing for any other.
[[nodiscard]] std::optional<std::string> fixed_string_text(const clang::TemplateArgument& argument);

/// For people and for $defs: "Weather", "Page_Order", "Page_vector_string".
[[nodiscard]] std::string short_name(const clang::TagDecl& declaration);

/// Is `declaration` the `name` of namespace `space` ("std", "std::chrono"; inline namespaces ignored)?
[[nodiscard]] bool is_named(const clang::NamedDecl& declaration, llvm::StringRef space, llvm::StringRef name);
[[nodiscard]] bool is_in_namespace(const clang::Decl& declaration, llvm::StringRef space);

}  // namespace mcpgen
