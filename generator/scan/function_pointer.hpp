// The expression by which generated code names a function.
#pragma once

#include <clang/AST/Decl.h>

#include <optional>
#include <string>

#include "model/declared.hpp"

namespace mcpgen {

/// `&::app::f`; where the name means several functions, `static_cast<R (*)(A, B)>(&::app::f)`.
[[nodiscard]] std::string function_pointer(const clang::FunctionDecl& function);

/// The same for a function of an anonymous namespace whose name means another one outside of it; nothing for others.
[[nodiscard]] std::optional<declared::Reopened> reopened(const clang::FunctionDecl& function);

}  // namespace mcpgen
