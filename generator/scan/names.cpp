#include "scan/names.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/QualTypeNames.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <vector>

#include "text/cpp_literals.hpp"

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

std::string cpp_number(const llvm::APSInt& value, clang::QualType type, const clang::ASTContext& ast) {
  if (type->isBooleanType()) return value.isZero() ? "false" : "true";
  if (type->isSpecificBuiltinType(clang::BuiltinType::Int)) return signed_literal(value.getExtValue(), 32);
  // A plain literal may have another type, and no literal is negative.
  const std::string literal =
      value.isUnsigned() ? unsigned_literal(value.getZExtValue(), 64) : signed_literal(value.getExtValue(), 64);
  return "static_cast<" + cpp_type(type, ast) + ">(" + literal + ')';
}

/// Text between quotes where the argument is that of mcp::Literal; else nothing.
std::optional<std::string> literal_argument(const clang::TemplateArgument& argument) {
  const std::optional<std::string> text = fixed_string_text(argument);
  if (!text) return std::nullopt;
  const std::string expression = string_expression(*text);  // ::std::string("…")
  const std::size_t open = expression.find('"');
  return expression.substr(open, expression.rfind('"') + 1 - open);
}

/// Nothing where no expression makes the argument.
std::optional<std::string> cpp_argument(const clang::TemplateArgument& argument, const clang::ASTContext& ast) {
  switch (argument.getKind()) {
    case clang::TemplateArgument::Type:
      return cpp_type(argument.getAsType(), ast);
    case clang::TemplateArgument::Integral:
      return cpp_number(argument.getAsIntegral(), argument.getIntegralType(), ast);
    case clang::TemplateArgument::NullPtr:
      return "nullptr";
    case clang::TemplateArgument::Template:
      if (const clang::TemplateDecl* declaration = argument.getAsTemplate().getAsTemplateDecl()) {
        return qualified_name(*declaration);
      }
      return std::nullopt;
    case clang::TemplateArgument::Declaration: {
      if (llvm::isa<clang::TemplateParamObjectDecl>(argument.getAsDecl())) return literal_argument(argument);
      const std::string name = qualified_name(*argument.getAsDecl());
      return argument.getParamTypeForDecl()->isReferenceType() ? name : '&' + name;
    }
    case clang::TemplateArgument::StructuralValue:
      if (argument.getAsStructuralValue().isFloat()) {
        const clang::QualType type = argument.getStructuralValueType();
        const double value = argument.getAsStructuralValue().getFloat().convertToDouble();
        if (!std::isfinite(value)) return std::nullopt;
        return "static_cast<" + cpp_type(type, ast) + ">(" + shortest(value) + ')';
      }
      return literal_argument(argument);
    default:
      return std::nullopt;
  }
}

std::string shown_argument(const clang::TemplateArgument& argument, const clang::ASTContext& ast) {
  std::string text;
  llvm::raw_string_ostream out(text);
  argument.print(policy_of(ast), out, /*IncludeType=*/true);
  return text;
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
  const bool is_in_std = is_in_namespace(declaration, "std");
  std::string arguments;
  for (const clang::TemplateArgument& argument : all) {
    if (!arguments.empty()) arguments += ", ";
    if (is_in_std && argument.getKind() == clang::TemplateArgument::Integral) {
      arguments += llvm::toString(argument.getAsIntegral(), 10);  // of a known type: std::array<int, 3>
      continue;
    }
    const std::optional<std::string> written = cpp_argument(argument, declaration.getASTContext());
    arguments += written ? *written : shown_argument(argument, declaration.getASTContext());
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

/// Without the casts that code needs.
std::string short_argument(const clang::TemplateArgument& argument, const clang::ASTContext& ast) {
  if (argument.getKind() == clang::TemplateArgument::Integral && !argument.getIntegralType()->isBooleanType()) {
    return llvm::toString(argument.getAsIntegral(), 10);
  }
  return cpp_argument(argument, ast).value_or(shown_argument(argument, ast));
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

bool can_be_written(const clang::NamedDecl& declaration) {
  if (const clang::NamedDecl* scope = written_scope(declaration); scope != nullptr && !can_be_written(*scope))
    return false;
  const auto* record = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&declaration);
  if (record == nullptr) return true;
  for (const clang::TemplateArgument& argument : written(*record)) {
    if (!cpp_argument(argument, record->getASTContext())) return false;
    const clang::TagDecl* tag = argument.getKind() == clang::TemplateArgument::Type
                                    ? argument.getAsType().getCanonicalType()->getAsTagDecl()
                                    : nullptr;
    if (tag != nullptr && !can_be_written(*tag)) return false;
  }
  return true;
}

std::optional<std::string> fixed_string_text(const clang::TemplateArgument& argument) {
  const clang::APValue* value = nullptr;
  clang::QualType type;
  if (argument.getKind() == clang::TemplateArgument::Declaration) {
    const auto* object = llvm::dyn_cast<clang::TemplateParamObjectDecl>(argument.getAsDecl());
    if (object == nullptr) return std::nullopt;
    value = &object->getValue();
    type = object->getType();
  } else if (argument.getKind() == clang::TemplateArgument::StructuralValue) {
    value = &argument.getAsStructuralValue();
    type = argument.getStructuralValueType();
  }
  const clang::CXXRecordDecl* record = value == nullptr ? nullptr : type->getAsCXXRecordDecl();
  if (record == nullptr || !is_named(*record, "mcp::detail", "FixedString")) return std::nullopt;
  const clang::APValue& characters = value->getStructField(0);
  std::string text;
  for (unsigned i = 0; i + 1 < characters.getArraySize(); ++i) {
    const bool is_written = i < characters.getArrayInitializedElts();
    const clang::APValue& character = is_written ? characters.getArrayInitializedElt(i) : characters.getArrayFiller();
    text += static_cast<char>(character.getInt().getExtValue());
  }
  return text;
}

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
      name +=
          '_' + identifier_of(tag != nullptr ? short_name(*tag) : short_argument(argument, record->getASTContext()));
    }
  }
  return name;
}

}  // namespace mcpgen
