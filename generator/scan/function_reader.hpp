// An annotated function, from its declaration to declared::Function.
#pragma once

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

#include <optional>

#include "model/declared.hpp"
#include "scan/scan_context.hpp"
#include "scan/type_reader.hpp"

namespace mcpgen {

/// Nothing comes back for a function that cannot be called from generated code (a template, a private member, …); the
/// sink has the reason then.
[[nodiscard]] std::optional<declared::Function> read_function(const ScanContext& scan, TypeReader& types,
                                                              const clang::FunctionDecl& function,
                                                              const clang::AnnotateAttr& annotation);

/// The same for a function that MCP_EXPOSE names: `variable` is what the macro made, with `annotation` on it. All
/// places are that of the macro, since the function stands in a header that nobody may edit. `named_class` is the class
/// in the name that was written, `&Derived::inherited`; null: none.
[[nodiscard]] std::optional<declared::Function> read_exposed(const ScanContext& scan, TypeReader& types,
                                                             const clang::FunctionDecl& function,
                                                             const clang::CXXRecordDecl* named_class,
                                                             const clang::VarDecl& variable,
                                                             const clang::AnnotateAttr& annotation);

}  // namespace mcpgen
