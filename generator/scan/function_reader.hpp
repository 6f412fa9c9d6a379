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

}  // namespace mcpgen
