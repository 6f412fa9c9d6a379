// From Clang's source locations to ours.
#pragma once

#include <clang/Basic/LangOptions.h>
#include <clang/Basic/SourceManager.h>

#include <string>

#include "diagnostics/diagnostic.hpp"
#include "scan/annotation_macros.hpp"

namespace mcpgen {

/// The token at `at`: where it is written in a file, be it an argument of a macro; for a token that a macro's body
/// made, the name of that macro where the user wrote it. No place for an invalid location.
[[nodiscard]] Location place_of(clang::SourceLocation at, const clang::SourceManager& sources,
                                const clang::LangOptions& language);

/// The text from the first to the last token of `range`, or to the end of its first line.
[[nodiscard]] Location place_of(clang::SourceRange range, const clang::SourceManager& sources,
                                const clang::LangOptions& language);

/// The name of the outermost macro that made the token at `at`, as the user wrote it.
[[nodiscard]] Location place_of_expansion(clang::SourceLocation at, const clang::SourceManager& sources,
                                          const clang::LangOptions& language);

/// The innermost annotation macro that the token at `at` was made by or is an argument of; null: none.
[[nodiscard]] const AnnotationMacro* annotation_macro_around(clang::SourceLocation at,
                                                             const clang::SourceManager& sources,
                                                             const clang::LangOptions& language);

}  // namespace mcpgen
