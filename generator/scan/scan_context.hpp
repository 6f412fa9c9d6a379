// The objects that all readers of the AST use while a file is scanned.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>

#include "diagnostics/diagnostic.hpp"

namespace mcpgen {

struct ScanContext {
  clang::ASTContext& ast;
  clang::Sema& sema;  // for instantiations and implicit constructors, which Clang makes on demand
  clang::Preprocessor& preprocessor;
  Sink& sink;

  [[nodiscard]] const clang::SourceManager& sources() const { return ast.getSourceManager(); }
};

}  // namespace mcpgen
