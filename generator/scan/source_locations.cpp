#include "scan/source_locations.hpp"

#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <utility>

namespace mcpgen {
namespace {

// `at` lies in a file.
Location place_of_token(clang::SourceLocation at, const clang::SourceManager& sources,
                        const clang::LangOptions& language) {
  Location place;
  llvm::StringRef file = sources.getFilename(at);
  file.consume_front("./");  // Clang's way to name a file beside one that was given without a directory
  place.file = file.str();
  place.line = sources.getSpellingLineNumber(at);
  place.column = sources.getSpellingColumnNumber(at);
  place.length = std::max(1U, clang::Lexer::MeasureTokenLength(at, sources, language));
  return place;
}

}  // namespace

Location place_of(clang::SourceLocation at, const clang::SourceManager& sources, const clang::LangOptions& language) {
  if (at.isInvalid()) return {};
  return place_of_token(sources.getFileLoc(at), sources, language);
}

Location place_of(clang::SourceRange range, const clang::SourceManager& sources, const clang::LangOptions& language) {
  Location place = place_of(range.getBegin(), sources, language);
  const Location last = place_of(range.getEnd(), sources, language);
  if (place.file == last.file && place.line == last.line && last.column >= place.column) {
    place.length = last.column - place.column + last.length;
  } else if (place.file == last.file && place.line < last.line) {
    const clang::SourceLocation begin = sources.getFileLoc(range.getBegin());
    const char* text = sources.getCharacterData(begin);
    place.length = 0;
    while (text[place.length] != '\n' && text[place.length] != '\r' && text[place.length] != '\0') ++place.length;
  }
  return place;
}

Location place_of_expansion(clang::SourceLocation at, const clang::SourceManager& sources,
                            const clang::LangOptions& language) {
  if (at.isInvalid()) return {};
  return place_of_token(sources.getExpansionLoc(at), sources, language);
}

const AnnotationMacro* annotation_macro_around(clang::SourceLocation at, const clang::SourceManager& sources,
                                               const clang::LangOptions& language) {
  while (at.isMacroID()) {
    const llvm::StringRef name = clang::Lexer::getImmediateMacroName(at, sources, language);
    if (const AnnotationMacro* macro = find_macro(std::string_view(name.data(), name.size()))) return macro;
    at = sources.getImmediateMacroCallerLoc(at);
  }
  return nullptr;
}

}  // namespace mcpgen
