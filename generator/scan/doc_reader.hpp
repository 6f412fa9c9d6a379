// Doc comments as plain text.
#pragma once

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

#include <string>

#include "model/declared.hpp"
#include "scan/scan_context.hpp"

namespace mcpgen {

/// What the doc comment of `function` says: the one on the annotated declaration, else on any other declaration of it.
[[nodiscard]] declared::Doc read_doc(const ScanContext& scan, const clang::FunctionDecl& function,
                                     const clang::AnnotateAttr* annotation);

/// What the doc comment above MCP_EXPOSE says, which made `variable`.
[[nodiscard]] declared::Doc read_doc(const ScanContext& scan, const clang::VarDecl& variable,
                                     const clang::AnnotateAttr& annotation);

/// The same for a member, an enumerator or a type; brief and body as one text. `annotation` may be null.
[[nodiscard]] std::string read_description(const ScanContext& scan, const clang::Decl& declaration,
                                           const clang::AnnotateAttr* annotation);

}  // namespace mcpgen
