// Constants of <chrono>, from the numbers that Clang evaluated.
#pragma once

#include <clang/AST/APValue.h>
#include <clang/AST/Type.h>

#include <optional>
#include <string>
#include <vector>

#include "model/declared.hpp"
#include "scan/constants.hpp"

namespace mcpgen {

/// The numbers that an evaluated duration, time point or date is made of, in the order of their members.
void collect_leaves(const clang::APValue& value, std::vector<const clang::APValue*>& leaves);

/// `leaves`: the count of a duration or a time point of type `target`, or the year, month and day of a date. Nothing
/// comes back for what the format cannot say (a negative duration, the 30th of February) or where no expression of
/// integers makes it. `name` is the type, as generated code writes it.
[[nodiscard]] std::optional<Constant> constant_of_time(const std::vector<const clang::APValue*>& leaves,
                                                       clang::QualType target, declared::TypeKind kind,
                                                       const std::string& name);

}  // namespace mcpgen
