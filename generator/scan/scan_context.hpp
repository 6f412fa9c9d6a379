// What every reader of the AST has at hand while one file is scanned.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>

#include "diagnostics/diagnostic.hpp"

namespace mcpgen {

struct ScanContext {
  clang::ASTContext& ast;
  clang::Sema& sema;  // for what Clang does on demand only: instantiations, implicit constructors
  clang::Preprocessor& preprocessor;
  Sink& sink;

  [[nodiscard]] const clang::SourceManager& sources() const { return ast.getSourceManager(); }
};

}  // namespace mcpgen
