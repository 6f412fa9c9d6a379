#include "scan/expansion_recorder.hpp"

#include <clang/Basic/IdentifierTable.h>
#include <clang/Lex/Token.h>

namespace mcpgen {

void ExpansionRecorder::MacroExpands(const clang::Token& name, const clang::MacroDefinition& /*definition*/,
                                     clang::SourceRange /*range*/, const clang::MacroArgs* /*arguments*/) {
  const llvm::StringRef text = name.getIdentifierInfo()->getName();
  if (!text.starts_with("MCP_")) return;  // thousands of macros are expanded in system headers
  if (const AnnotationMacro* macro = find_macro(std::string_view(text.data(), text.size()))) {
    expansions_.push_back({macro->kind, sources_.getExpansionLoc(name.getLocation())});
  }
}

}  // namespace mcpgen
