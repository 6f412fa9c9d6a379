#include "scan/name_lookup.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Lookup.h>

#include <string>
#include <utility>

#include "scan/source_locations.hpp"

namespace mcpgen {
namespace {

bool is_left_out(const clang::DeclContext& scope) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(&scope);
  return space != nullptr && (space->isAnonymousNamespace() || space->isInline());
}

bool means(const clang::NamedDecl& found, const clang::NamedDecl& wanted) {
  const clang::Decl* entity = found.getUnderlyingDecl();
  if (const auto* alias = llvm::dyn_cast<clang::NamespaceAliasDecl>(entity)) entity = alias->getNamespace();
  if (entity->getCanonicalDecl() == wanted.getCanonicalDecl()) return true;
  if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(entity)) {  // also the name of an unnamed struct
    const clang::TagDecl* tag = alias->getUnderlyingType()->getAsTagDecl();
    return tag != nullptr && tag->getCanonicalDecl() == wanted.getCanonicalDecl();
  }
  if (const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&wanted)) {
    return entity->getCanonicalDecl() == instance->getSpecializedTemplate()->getCanonicalDecl();
  }
  if (const auto* instance = llvm::dyn_cast<clang::FunctionDecl>(&wanted); instance && instance->getPrimaryTemplate()) {
    return entity->getCanonicalDecl() == instance->getPrimaryTemplate()->getCanonicalDecl();
  }
  return false;
}

clang::DeclarationName lookup_name(const clang::NamedDecl& declaration) {
  if (const auto* tag = llvm::dyn_cast<clang::TagDecl>(&declaration); tag != nullptr && !tag->getDeclName()) {
    if (const clang::TypedefNameDecl* alias = tag->getTypedefNameForAnonDecl()) return alias->getDeclName();
  }
  return declaration.getDeclName();
}

/// One level of the qualified name: `declaration`, looked up in `scope`.
const clang::NamedDecl* namesake_in(const ScanContext& scan, const clang::NamedDecl& declaration,
                                    clang::DeclContext& scope, clang::Sema::LookupNameKind kind) {
  clang::LookupResult result(scan.sema, lookup_name(declaration), declaration.getLocation(), kind);
  result.suppressDiagnostics();
  scan.sema.LookupQualifiedName(result, &scope);
  const clang::NamedDecl* other = nullptr;
  bool is_found = false;
  for (const clang::NamedDecl* found : result) {
    const bool is_it = means(*found, declaration);
    is_found = is_found || is_it;
    if (!is_it && other == nullptr) other = found->getUnderlyingDecl();
  }
  // Overloads are told apart by their types.
  return is_found && llvm::isa<clang::FunctionDecl>(declaration) &&
                 llvm::isa_and_nonnull<clang::FunctionDecl, clang::FunctionTemplateDecl>(other)
             ? nullptr
             : other;
}

}  // namespace

const clang::NamedDecl* find_namesake(const ScanContext& scan, const clang::NamedDecl& declaration) {
  for (const clang::NamedDecl* current = &declaration; current != nullptr;) {
    const clang::DeclContext* scope = current->getDeclContext()->getRedeclContext();
    const bool is_checked = is_left_out(*scope);
    while (is_left_out(*scope)) scope = scope->getParent()->getRedeclContext();
    if (is_checked) {
      auto& context = const_cast<clang::DeclContext&>(*scope);  // a lookup may declare members
      const clang::NamedDecl* other = namesake_in(scan, *current, context, clang::Sema::LookupOrdinaryName);
      // A function hides a type of its name, but not from `struct S`.
      if (other != nullptr && llvm::isa<clang::TagDecl>(current) && llvm::isa<clang::ValueDecl>(other)) {
        other = namesake_in(scan, *current, context, clang::Sema::LookupTagName);
      }
      if (other != nullptr) return other;
    }
    current = llvm::dyn_cast<clang::NamedDecl>(scope);
  }
  return nullptr;
}

bool is_hidden_by_itself(const ScanContext& scan, const clang::NamedDecl& declaration) {
  if (find_namesake(scan, declaration) == nullptr) return false;
  const clang::DeclContext* scope = declaration.getDeclContext()->getRedeclContext();
  while (is_left_out(*scope)) scope = scope->getParent()->getRedeclContext();
  const auto* around = llvm::dyn_cast<clang::NamedDecl>(scope);
  return around == nullptr || find_namesake(scan, *around) == nullptr;
}

bool refuse_hidden_name(const ScanContext& scan, const clang::NamedDecl& declaration, std::string what) {
  const clang::NamedDecl* namesake = find_namesake(scan, declaration);
  if (namesake == nullptr) return false;
  const auto place = [&](const clang::NamedDecl& named) {
    return place_of(named.getLocation(), scan.sources(), scan.ast.getLangOpts());
  };
  std::vector<Note> notes;
  if (scan.sources().isInSystemHeader(namesake->getLocation())) {
    // Its path and line differ from machine to machine.
    notes.push_back(unplaced_note("a system header declares '" + namesake->getQualifiedNameAsString() + "'"));
  } else {
    notes.push_back({place(*namesake), "the other one is here"});
  }
  const bool is_anonymous = declaration.isInAnonymousNamespace();
  scan.sink.error("hidden-name", place(declaration),
                  std::move(what) + " must have a name that the namespace around its " +
                      (is_anonymous ? "anonymous" : "inline") +
                      " namespace does not declare too: generated code could not name it; rename it",
                  std::move(notes));
  return true;
}

}  // namespace mcpgen
