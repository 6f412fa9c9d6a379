// Types that the user has written a codec for: a specialisation of mcp::codec that is in sight.
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Lookup.h>

#include "scan/names.hpp"
#include "scan/places.hpp"
#include "scan/type_reader.hpp"

namespace mcpgen {
namespace {

using declared::TypeKind;

/// The template mcp::codec; null where no header has declared it.
clang::ClassTemplateDecl* codec_template(const ScanContext& scan) {
  clang::ASTContext& ast = scan.ast;
  for (clang::NamedDecl* space : ast.getTranslationUnitDecl()->lookup(&ast.Idents.get("mcp"))) {
    auto* mcp = llvm::dyn_cast<clang::NamespaceDecl>(space);
    if (mcp == nullptr) continue;
    for (clang::NamedDecl* found : mcp->lookup(&ast.Idents.get("codec"))) {
      if (auto* codec = llvm::dyn_cast<clang::ClassTemplateDecl>(found)) return codec;
    }
  }
  return nullptr;
}

/// The text of `static constexpr const char* schema` (or std::string_view); nothing where there is none.
std::optional<std::string> schema_of(const ScanContext& scan, const clang::CXXRecordDecl& codec) {
  for (const clang::NamedDecl* found : codec.lookup(&scan.ast.Idents.get("schema"))) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(found);
    if (variable == nullptr) continue;
    scan.sema.MarkVariableReferenced(variable->getLocation(), const_cast<clang::VarDecl*>(variable));
    const clang::Expr* initialiser = variable->getAnyInitializer();
    if (initialiser == nullptr || initialiser->isValueDependent()) return std::nullopt;
    if (std::optional<std::string> text = initialiser->tryEvaluateString(scan.ast)) return text;
    // An array of characters, or a view made from a literal.
    const clang::Stmt* statement = initialiser;
    while (statement != nullptr) {
      if (const auto* literal = llvm::dyn_cast<clang::StringLiteral>(statement)) return literal->getBytes().str();
      const clang::Stmt* next = nullptr;
      for (const clang::Stmt* child : statement->children()) {
        if (child != nullptr && next == nullptr) next = child;
      }
      statement = next;
    }
  }
  return std::nullopt;
}

/// Does it say `static constexpr bool kObjectRoot = true`?
bool writes_objects(const ScanContext& scan, const clang::CXXRecordDecl& codec) {
  for (const clang::NamedDecl* found : codec.lookup(&scan.ast.Idents.get("kObjectRoot"))) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(found);
    if (variable == nullptr) continue;
    scan.sema.MarkVariableReferenced(variable->getLocation(), const_cast<clang::VarDecl*>(variable));
    const clang::APValue* value = variable->evaluateValue();
    return value != nullptr && value->isInt() && value->getInt().getBoolValue();
  }
  return false;
}

}  // namespace

bool TypeReader::read_custom(clang::QualType canonical, clang::SourceLocation at, declared::Type& type) {
  clang::ClassTemplateDecl* codec = codec_template(scan_);
  if (codec == nullptr) return false;
  canonical = canonical.getUnqualifiedType();
  clang::TemplateArgumentListInfo arguments(at, at);
  arguments.addArgument(clang::TemplateArgumentLoc(clang::TemplateArgument(canonical),
                                                   scan_.ast.getTrivialTypeSourceInfo(canonical, at)));
  const clang::QualType instance = scan_.sema.CheckTemplateIdType(clang::TemplateName(codec), at, arguments);
  // The template itself is only declared: what is complete is a specialisation.
  if (instance.isNull() || !scan_.sema.isCompleteType(at, instance)) return false;
  const clang::CXXRecordDecl* specialisation = instance->getAsCXXRecordDecl()->getDefinition();
  if (specialisation == nullptr) return false;

  type.kind = TypeKind::Custom;
  type.codec_at = place_of(specialisation->getLocation(), scan_.sources(), scan_.ast.getLangOpts());
  const std::optional<std::string> schema = schema_of(scan_, *specialisation);
  if (!schema) {
    scan_.sink.error("bad-codec", type.codec_at,
                     "mcp::codec of '" + type.spelling +
                         "' must say which values it takes: static constexpr const char* schema = "
                         "R\"({\"type\": \"string\"})\";");
  }
  type.text = schema.value_or("{}");
  type.is_object = writes_objects(scan_, *specialisation);
  return true;
}

}  // namespace mcpgen
