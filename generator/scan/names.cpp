#include "scan/names.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/QualTypeNames.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace mcpgen {
namespace {

clang::PrintingPolicy policy_of(const clang::ASTContext& ast) {
  clang::PrintingPolicy policy(ast.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.SuppressUnwrittenScope = true;
  policy.AnonymousTagLocations = false;
  policy.Bool = true;
  return policy;
}

/// The name of a tag itself; an unnamed one may have got a name from its typedef.
std::string own_name(const clang::NamedDecl& declaration) {
  if (const auto* tag = llvm::dyn_cast<clang::TagDecl>(&declaration)) {
    if (!tag->getIdentifier()) {
      const clang::TypedefNameDecl* alias = tag->getTypedefNameForAnonDecl();
      return alias == nullptr ? "" : alias->getName().str();
    }
  }
  return declaration.getNameAsString();
}

/// How many template arguments are worth writing: those behind are what the template defaults to.
std::size_t written_arguments(const clang::ClassTemplateSpecializationDecl& record) {
  const clang::TemplateParameterList* parameters = record.getSpecializedTemplate()->getTemplateParameters();
  const llvm::ArrayRef<clang::TemplateArgument> all = record.getTemplateArgs().asArray();
  std::size_t count = all.size();
  if (parameters->size() != count) return count;
  while (count > parameters->getMinRequiredArguments() &&
         clang::isSubstitutedDefaultArgument(record.getASTContext(), all[count - 1],
                                             parameters->getParam(static_cast<unsigned>(count - 1)), all,
                                             parameters->getDepth())) {
    --count;
  }
  return count;
}

/// With the elements of packs in the place of the packs.
std::vector<clang::TemplateArgument> flattened(llvm::ArrayRef<clang::TemplateArgument> all) {
  std::vector<clang::TemplateArgument> arguments;
  for (const clang::TemplateArgument& argument : all) {
    if (argument.getKind() == clang::TemplateArgument::Pack) {
      arguments.insert(arguments.end(), argument.pack_begin(), argument.pack_end());
    } else {
      arguments.push_back(argument);
    }
  }
  return arguments;
}

std::vector<clang::TemplateArgument> written(const clang::ClassTemplateSpecializationDecl& record) {
  return flattened(record.getTemplateArgs().asArray().take_front(written_arguments(record)));
}

bool is_std_string(const clang::TagDecl& declaration) {
  const auto* record = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&declaration);
  if (record == nullptr || !is_named(*record, "std", "basic_string")) return false;
  const clang::TemplateArgument& character = record->getTemplateArgs()[0];
  return character.getKind() == clang::TemplateArgument::Type &&
         (character.getAsType()->isSpecificBuiltinType(clang::BuiltinType::Char_S) ||
          character.getAsType()->isSpecificBuiltinType(clang::BuiltinType::Char_U));
}

std::string cpp_argument(const clang::TemplateArgument& argument, const clang::ASTContext& ast) {
  switch (argument.getKind()) {
    case clang::TemplateArgument::Type:
      return cpp_type(argument.getAsType(), ast);
    case clang::TemplateArgument::Integral: {
      const clang::QualType type = argument.getIntegralType();
      const std::string value = llvm::toString(argument.getAsIntegral(), 10);
      if (type->isBooleanType()) return value == "0" ? "false" : "true";
      return type->isEnumeralType() || type->isAnyCharacterType()
                 ? "static_cast<" + cpp_type(type, ast) + ">(" + value + ")"
                 : value;
    }
    default: {
      std::string text;
      llvm::raw_string_ostream out(text);
      argument.print(policy_of(ast), out, /*IncludeType=*/true);
      return text;
    }
  }
}

/// "Weather", "Page<::app::Order>".
std::string name_with_arguments(const clang::NamedDecl& declaration) {
  std::string name = own_name(declaration);
  std::vector<clang::TemplateArgument> all;
  if (const auto* record = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&declaration)) {
    all = written(*record);
  } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
             function != nullptr && function->getTemplateSpecializationArgs() != nullptr) {
    all = flattened(function->getTemplateSpecializationArgs()->asArray());
  } else {
    return name;
  }
  std::string arguments;
  for (const clang::TemplateArgument& argument : all) {
    if (!arguments.empty()) arguments += ", ";
    arguments += cpp_argument(argument, declaration.getASTContext());
  }
  return name + '<' + arguments + '>';
}

/// The nearest scope that a qualified name mentions; null: the global one.
const clang::NamedDecl* written_scope(const clang::Decl& declaration) {
  for (const clang::DeclContext* scope = declaration.getDeclContext(); scope != nullptr; scope = scope->getParent()) {
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope)) {
      if (!space->isAnonymousNamespace() && !space->isInline()) return space;
    } else if (const auto* record = llvm::dyn_cast<clang::RecordDecl>(scope)) {
      return record;
    }
  }
  return nullptr;
}

/// Does a function or a variable in one of the scopes that a qualified name leaves out have the name of this type?
bool has_namesake_value(const clang::TagDecl& tag) {
  for (const clang::DeclContext* scope = tag.getDeclContext()->getRedeclContext();;
       scope = scope->getParent()->getRedeclContext()) {
    for (const clang::NamedDecl* found : scope->lookup(tag.getDeclName())) {
      const clang::NamedDecl* entity = found->getUnderlyingDecl();
      if (llvm::isa<clang::ValueDecl, clang::FunctionTemplateDecl>(entity)) return true;
    }
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    if (space == nullptr || (!space->isAnonymousNamespace() && !space->isInline())) return false;
  }
}

std::string identifier_of(std::string_view text) {
  std::string name;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (name.ends_with('_')) name.pop_back();
  return name;
}

}  // namespace

bool is_in_namespace(const clang::Decl& declaration, llvm::StringRef space) {
  const auto* scope = llvm::dyn_cast_or_null<clang::NamespaceDecl>(written_scope(declaration));
  return scope != nullptr && qualified_name(*scope) == "::" + space.str();
}

bool is_named(const clang::NamedDecl& declaration, llvm::StringRef space, llvm::StringRef name) {
  return declaration.getIdentifier() != nullptr && declaration.getName() == name && is_in_namespace(declaration, space);
}

std::string qualified_name(const clang::NamedDecl& declaration) {
  const clang::NamedDecl* scope = written_scope(declaration);
  return (scope == nullptr ? "" : qualified_name(*scope)) + "::" + name_with_arguments(declaration);
}

std::string cpp_name(const clang::TagDecl& declaration) {
  const bool is_hidden = declaration.getIdentifier() != nullptr && has_namesake_value(declaration);
  return (is_hidden ? declaration.getKindName().str() + ' ' : "") + qualified_name(declaration);
}

std::string cpp_type(clang::QualType type, const clang::ASTContext& ast) {
  type = type.getCanonicalType();
  if (const auto* reference = type->getAs<clang::ReferenceType>()) {
    return cpp_type(reference->getPointeeType(), ast) + (type->isLValueReferenceType() ? "&" : "&&");
  }
  if (const auto* pointer = type->getAs<clang::PointerType>();
      pointer && !pointer->getPointeeType()->isFunctionType()) {
    return cpp_type(pointer->getPointeeType(), ast) + '*' + (type.isConstQualified() ? " const" : "");
  }
  if (const clang::TagDecl* tag = type->getAsTagDecl(); tag != nullptr && !type->isDependentType()) {
    const std::string name = is_std_string(*tag) ? "::std::string" : cpp_name(*tag);
    return (type.isConstQualified() ? "const " : "") + name;
  }
  return clang::TypeName::getFullyQualifiedName(type, ast, policy_of(ast), /*WithGlobalNsPrefix=*/true);
}

std::string short_name(const clang::TagDecl& declaration) {
  if (is_std_string(declaration)) return "string";
  std::string name = own_name(declaration);
  if (const auto* record = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&declaration)) {
    for (const clang::TemplateArgument& argument : written(*record)) {
      const clang::TagDecl* tag = argument.getKind() == clang::TemplateArgument::Type
                                      ? argument.getAsType().getCanonicalType()->getAsTagDecl()
                                      : nullptr;
      name += '_' + identifier_of(tag != nullptr ? short_name(*tag) : cpp_argument(argument, record->getASTContext()));
    }
  }
  return name;
}

}  // namespace mcpgen
