// Constants of <chrono>, from the numbers that Clang evaluated.
#pragma once

#include <clang/AST/APValue.h>
#include <clang/AST/Type.h>

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/declared.hpp"

namespace mcpgen {

/// A constant value: its JSON and C++ that makes it.
struct Constant {
  nlohmann::ordered_json value;
  std::string expression;
};

/// `leaves`: the count of a duration or a time point of type `target`, or the year, month and day of a date. Nothing
/// comes back for what the format cannot say (a negative duration, the 30th of February) or where no expression of
/// integers makes it. `name` is the type, as generated code writes it.
[[nodiscard]] std::optional<Constant> constant_of_time(const std::vector<const clang::APValue*>& leaves,
                                                       clang::QualType target, declared::TypeKind kind,
                                                       const std::string& name);

}  // namespace mcpgen
