#include "scan/function_pointer.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <set>

#include "scan/names.hpp"

namespace mcpgen {
namespace {

/// Does the function's name mean anything else in its scope, or in the one around an anonymous or inline namespace?
/// More casts than needed do no harm. What no cast can help, a namesake that hides the function, find_namesake()
/// refuses.
bool is_overloaded(const clang::FunctionDecl& function) {
  std::set<const clang::Decl*> meanings;
  const clang::DeclContext* scope = function.getDeclContext()->getRedeclContext();
  while (true) {
    for (const clang::NamedDecl* found : scope->lookup(function.getDeclName())) {
      meanings.insert(found->getCanonicalDecl());
    }
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    if (space == nullptr || (!space->isAnonymousNamespace() && !space->isInline())) break;
    scope = scope->getParent()->getRedeclContext();
  }
  return meanings.size() > 1;
}

std::string parameter_list(const clang::FunctionDecl& function) {
  std::string list;
  for (const clang::ParmVarDecl* parameter : function.parameters()) {
    if (!list.empty()) list += ", ";
    list += cpp_type(parameter->getType().getUnqualifiedType(), function.getASTContext());
  }
  return '(' + list + ')';
}

/// A pointer to the function that `name` means, of exactly its type.
std::string typed_pointer(const clang::FunctionDecl& function, const std::string& name) {
  std::string scope;
  std::string qualifiers;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function); method != nullptr && method->isInstance()) {
    scope = qualified_name(*method->getParent()) + "::";
    if (method->isConst()) qualifiers += " const";
    if (method->getRefQualifier() == clang::RQ_LValue) qualifiers += " &";
  }
  const std::string result = cpp_type(function.getReturnType(), function.getASTContext());
  return "static_cast<" + result + " (" + scope + "*)" + parameter_list(function) + qualifiers + ">(&" + name + ')';
}

}  // namespace

std::string function_pointer(const clang::FunctionDecl& function) {
  const std::string name = qualified_name(function);
  return is_overloaded(function) ? typed_pointer(function, name) : '&' + name;
}

std::optional<declared::Reopened> reopened(const clang::FunctionDecl& function) {
  const auto* innermost = llvm::dyn_cast<clang::NamespaceDecl>(function.getDeclContext()->getRedeclContext());
  if (innermost == nullptr || !innermost->isAnonymousNamespace()) return std::nullopt;
  declared::Reopened found;
  for (const clang::DeclContext* scope = innermost; !scope->isTranslationUnit(); scope = scope->getParent()) {
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    if (space == nullptr) continue;  // extern "C++" { … }
    const std::string name = space->isAnonymousNamespace() ? "" : space->getNameAsString() + ' ';
    found.namespaces.insert(found.namespaces.begin(), (space->isInline() ? "inline namespace " : "namespace ") + name);
    if (!space->isAnonymousNamespace() && !space->isInline())
      found.scope = "::" + space->getNameAsString() + found.scope;
  }
  const std::string name = qualified_name(function).substr(found.scope.size() + 2);
  // Within, the name means what this namespace declares, and a cast that is not needed is a warning of g++.
  std::set<const clang::Decl*> meanings;
  for (const clang::NamedDecl* each : innermost->lookup(function.getDeclName())) {
    meanings.insert(each->getCanonicalDecl());
  }
  found.pointer = meanings.size() > 1 ? typed_pointer(function, name) : '&' + name;
  return found;
}

}  // namespace mcpgen
