// Conversion of Clang's source locations.
#pragma once

#include <clang/Basic/LangOptions.h>
#include <clang/Basic/SourceManager.h>

#include <string>

#include "diagnostics/diagnostic.hpp"
#include "scan/annotation_macros.hpp"

namespace mcpgen {

/// The place of the token at `at` in a file, also if it is an argument of a macro. For a token from the body of a
/// macro, the place of the macro's name where the user wrote it. An invalid location has no place.
[[nodiscard]] Location place_of(clang::SourceLocation at, const clang::SourceManager& sources,
                                const clang::LangOptions& language);

/// The text from the first to the last token of `range`, or to the end of its first line.
[[nodiscard]] Location place_of(clang::SourceRange range, const clang::SourceManager& sources,
                                const clang::LangOptions& language);

/// The name of the outermost macro that made the token at `at`, as the user wrote it.
[[nodiscard]] Location place_of_expansion(clang::SourceLocation at, const clang::SourceManager& sources,
                                          const clang::LangOptions& language);

/// The innermost annotation macro that produced the token at `at` or has it as an argument; null if there is none.
[[nodiscard]] const AnnotationMacro* annotation_macro_around(clang::SourceLocation at,
                                                             const clang::SourceManager& sources,
                                                             const clang::LangOptions& language);

}  // namespace mcpgen
