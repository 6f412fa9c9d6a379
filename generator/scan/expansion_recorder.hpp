// Every use of an annotation macro in the translation unit, those in function bodies that the parser skips included.
#pragma once

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/PPCallbacks.h>

#include <vector>

#include "scan/annotation_macros.hpp"

namespace mcpgen {

struct Expansion {
  AnnotationKind kind;
  clang::SourceLocation at;  // in a file: the name of the outermost macro
};

/// Fills `expansions`, which must outlive the preprocessor, in the order of the text.
class ExpansionRecorder final : public clang::PPCallbacks {
 public:
  ExpansionRecorder(const clang::SourceManager& sources, std::vector<Expansion>& expansions)
      : sources_(sources), expansions_(expansions) {}

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange range,
                    const clang::MacroArgs* arguments) override;

 private:
  const clang::SourceManager& sources_;
  std::vector<Expansion>& expansions_;
};

}  // namespace mcpgen
