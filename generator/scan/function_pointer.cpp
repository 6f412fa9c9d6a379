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

}  // namespace

std::string function_pointer(const clang::FunctionDecl& function) {
  const std::string address = '&' + qualified_name(function);
  if (!is_overloaded(function)) return address;

  std::string scope;
  std::string qualifiers;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function); method != nullptr && method->isInstance()) {
    scope = qualified_name(*method->getParent()) + "::";
    if (method->isConst()) qualifiers += " const";
    if (method->getRefQualifier() == clang::RQ_LValue) qualifiers += " &";
  }
  const std::string result = cpp_type(function.getReturnType(), function.getASTContext());
  return "static_cast<" + result + " (" + scope + "*)" + parameter_list(function) + qualifiers + ">(" + address + ')';
}

}  // namespace mcpgen
