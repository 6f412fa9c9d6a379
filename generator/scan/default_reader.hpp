// Default arguments and default member initialisers.
#pragma once

#include <clang/AST/Expr.h>

#include "model/declared.hpp"
#include "scan/scan_context.hpp"

namespace mcpgen {

/// `initialiser` as the default of something of type `target`, which was read as `type` into `declarations`. What is no
/// constant comes back as such: callers pass fewer arguments then, or leave the member alone.
[[nodiscard]] declared::Default read_default(const ScanContext& scan, const declared::Declarations& declarations,
                                             const clang::Expr& initialiser, clang::QualType target,
                                             const declared::Type& type);

}  // namespace mcpgen
