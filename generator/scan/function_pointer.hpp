// The expression by which generated code names a function.
#pragma once

#include <clang/AST/Decl.h>

#include <string>

namespace mcpgen {

/// `&::app::f`; where the name means several functions, `static_cast<R (*)(A, B)>(&::app::f)`.
[[nodiscard]] std::string function_pointer(const clang::FunctionDecl& function);

}  // namespace mcpgen
