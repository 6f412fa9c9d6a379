// Reads the options of an annotation from the constant that Clang evaluated.
#pragma once

#include <clang/AST/Attr.h>
#include <clang/AST/DeclBase.h>

#include <optional>

#include "model/declared.hpp"
#include "scan/annotation_macros.hpp"
#include "scan/scan_context.hpp"

namespace mcpgen {

/// The macro behind an attribute; null where it is not one of ours.
[[nodiscard]] const AnnotationMacro* macro_of(const clang::AnnotateAttr& attribute);

/// The annotation of that kind on `declaration`, inherited from an earlier declaration or its own; null: none.
[[nodiscard]] const clang::AnnotateAttr* find_annotation(const clang::Decl& declaration, AnnotationKind kind);

/// The options that were set, in the order of the vocabulary.
[[nodiscard]] declared::Annotation read_annotation(const ScanContext& scan, const clang::AnnotateAttr& attribute);

/// The same for the annotation of that kind on `declaration`, if there is one.
[[nodiscard]] std::optional<declared::Annotation> read_annotation(const ScanContext& scan,
                                                                  const clang::Decl& declaration, AnnotationKind kind);

}  // namespace mcpgen
