// Does a qualified name in generated code mean the declaration that it was made from?
#pragma once

#include <clang/AST/Decl.h>

#include <string>

#include "scan/scan_context.hpp"

namespace mcpgen {

/// What qualified_name() of `declaration` means instead: a name of an anonymous or inline namespace is hidden by, or
/// cannot be told from, one that the namespace around declares. Null: the name is good.
[[nodiscard]] const clang::NamedDecl* find_namesake(const ScanContext& scan, const clang::NamedDecl& declaration);

/// find_namesake(), reported as an error about `what` ("tool 'f'", "type 'S'"). Is there one?
bool refuse_hidden_name(const ScanContext& scan, const clang::NamedDecl& declaration, std::string what);

/// Does the name mean something else there because of what it is, and not because of a scope around it?
[[nodiscard]] bool is_hidden_by_itself(const ScanContext& scan, const clang::NamedDecl& declaration);

}  // namespace mcpgen
