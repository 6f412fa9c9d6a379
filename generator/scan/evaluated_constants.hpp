// Constants that are not written out where they stand: what Clang evaluates of variables, functions and conversions.
#pragma once

#include <clang/AST/Expr.h>

#include <optional>
#include <string>

#include "model/declared.hpp"
#include "scan/constants.hpp"
#include "scan/scan_context.hpp"

namespace mcpgen {

/// The value of `expression`, which is of type `target`, read as `type` into `declarations`. Nothing where it is no
/// constant expression, or of a kind that is read from its parts alone (containers with elements elsewhere).
[[nodiscard]] std::optional<Constant> evaluated_constant(const ScanContext& scan,
                                                         const declared::Declarations& declarations,
                                                         const clang::Expr& expression, clang::QualType target,
                                                         const declared::Type& type);

/// The value inside an optional of any type, where it is a scalar that a `target` is made from: of
/// `std::optional<long> a = std::optional<int>(3)` the 3.
[[nodiscard]] std::optional<Constant> evaluated_optional(const ScanContext& scan,
                                                         const declared::Declarations& declarations,
                                                         const clang::Expr& expression, clang::QualType target,
                                                         const declared::Type& type);

/// The characters of a std::string_view or a std::string, where the expression is a constant one.
[[nodiscard]] std::optional<std::string> evaluated_text(const ScanContext& scan, const clang::Expr& expression);

}  // namespace mcpgen
