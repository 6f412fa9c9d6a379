// The user's own structs and enums.
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Template.h>
#include <llvm/ADT/StringExtras.h>

#include "scan/annotation_reader.hpp"
#include "scan/default_reader.hpp"
#include "scan/doc_reader.hpp"
#include "scan/name_lookup.hpp"
#include "scan/names.hpp"
#include "scan/places.hpp"
#include "scan/type_reader.hpp"

namespace mcpgen {
namespace {

using declared::TypeKind;

bool is_hidden(clang::AccessSpecifier access) { return access == clang::AS_private || access == clang::AS_protected; }

/// cpp_name() in a form that may also stand before `::member` and `{}`, which `struct ::status` may not.
std::string name_for_scopes(const clang::TagDecl& declaration) {
  const std::string name = cpp_name(declaration);
  return name.starts_with("::") ? name : "::std::type_identity_t<" + name + '>';
}

/// Why no object of that class can be made from JSON, member by member; empty: it can.
std::string why_unmappable(const clang::CXXRecordDecl& record) {
  if (record.isLambda()) return "a lambda cannot be sent as JSON";
  if (record.isUnion()) return "a union does not know which member it holds; use a struct with std::optional members";
  if (std::string reason = why_unnameable(record); !reason.empty()) return reason;
  if (record.getNumBases() != 0)
    return "classes with a base class are not mapped; make the base a member, or repeat its members";
  if (record.isPolymorphic())
    return "classes with virtual functions are not mapped; use a struct with public data members only";
  for (const clang::FieldDecl* field : record.fields()) {
    if (field->isAnonymousStructOrUnion()) return "it has an anonymous union or struct inside; name the member";
    if (is_hidden(field->getAccess())) {
      return "its data member '" + field->getName().str() +
             "' is not public; use a struct with public data members only";
    }
  }
  if (!record.isAggregate())
    return "it declares or inherits constructors; use a struct without any, so that it is an aggregate";
  return {};
}

}  // namespace

std::string why_unnameable(const clang::NamedDecl& declaration) {
  const auto* tag = llvm::dyn_cast<clang::TagDecl>(&declaration);
  if (tag != nullptr && tag->getIdentifier() == nullptr && tag->getTypedefNameForAnonDecl() == nullptr) {
    return "the type has no name; give it one";
  }
  if (declaration.getParentFunctionOrMethod() != nullptr) {
    return "it is declared inside a function; move it to namespace scope";
  }
  for (const clang::Decl* current = &declaration; current != nullptr;
       current = llvm::dyn_cast<clang::Decl>(current->getDeclContext())) {
    if (is_hidden(current->getAccess())) return "it is a private or protected member of its class; make it public";
    if (llvm::isa<clang::TranslationUnitDecl>(current)) break;
  }
  return {};
}

bool is_default_constructible(const ScanContext& scan, const clang::CXXRecordDecl& record) {
  if (record.isAbstract()) return false;
  // Looking it up declares the implicit one, so the class cannot be const here.
  auto& mutable_record = const_cast<clang::CXXRecordDecl&>(record);
  const clang::CXXConstructorDecl* constructor = scan.sema.LookupDefaultConstructor(&mutable_record);
  return constructor != nullptr && !constructor->isDeleted() && constructor->getAccess() == clang::AS_public;
}

std::pair<std::string, bool> TypeReader::key_of(const clang::TagDecl& declaration) {
  const auto [entry, is_new] = keys_.try_emplace(declaration.getCanonicalDecl());
  if (is_new) {
    // What no other source can see is marked, since another source may have a namesake (model::is_local()).
    const std::string name = (declaration.isExternallyVisible() ? "" : "(anonymous)") + qualified_name(declaration);
    std::string key = name;
    const auto is_taken = [&] { return declarations_.structs.contains(key) || declarations_.enums.contains(key); };
    for (int number = 2; is_taken(); ++number) key = name + '~' + std::to_string(number);
    entry->second = key;
  }
  return {entry->second, is_new};
}

void TypeReader::read_struct(const clang::CXXRecordDecl& record, clang::SourceLocation at, declared::Type& type) {
  if (!scan_.sema.isCompleteType(at, scan_.ast.getRecordType(&record))) {
    type.reason = "the type is not complete here; include the header that defines it";
    return;
  }
  const clang::CXXRecordDecl& definition = *record.getDefinition();
  type.reason = why_unmappable(definition);
  if (!type.reason.empty()) return;

  const auto [key, is_new] = key_of(definition);
  type.kind = TypeKind::Struct;
  type.key = key;
  if (!is_new) return;

  refuse_hidden_name(scan_, definition, "type '" + short_name(definition) + '\'');
  // The key goes in before the members: they may lead back here.
  declared::Struct& entry = declarations_.structs[key];
  entry.key = key;
  entry.cpp_name = name_for_scopes(definition);
  entry.name = short_name(definition);
  entry.description = read_description(scan_, definition, nullptr);
  entry.is_aggregate = definition.isAggregate();
  entry.has_bases = definition.getNumBases() != 0;
  entry.is_default_constructible = is_default_constructible(scan_, definition);
  entry.at = place_of(definition.getLocation(), scan_.sources(), scan_.ast.getLangOpts());
  for (const clang::FieldDecl* field : definition.fields()) {
    // Clang has said what is wrong with an invalid member; an unnamed bit-field is padding.
    if (!field->isInvalidDecl() && !field->isUnnamedBitField()) entry.members.push_back(read_member(*field));
  }
}

declared::Member TypeReader::read_member(const clang::FieldDecl& field) {
  declared::Member member;
  member.name = field.getName().str();
  member.type = read(field.getType(), field.getLocation());
  if (field.getType()->isReferenceType()) {
    member.type.kind = TypeKind::Unsupported;
    member.type.reason = "a reference member owns nothing; make it a value";
  }
  if (field.getType().isVolatileQualified()) {
    member.type.kind = TypeKind::Unsupported;
    member.type.spelling = field.getType().getAsString(scan_.ast.getPrintingPolicy());
    member.type.reason = "members are decoded into; drop the volatile";
  }
  member.annotation = read_annotation(scan_, field, AnnotationKind::Field);
  member.description = read_description(scan_, field, find_annotation(field, AnnotationKind::Field));
  member.is_bit_field = field.isBitField();
  member.is_const = field.getType().isConstQualified();
  member.at = place_of(field.getLocation(), scan_.sources(), scan_.ast.getLangOpts());
  if (const clang::Expr* initialiser = member_initialiser(field)) {
    member.default_value = read_default(scan_, *initialiser, field.getType(), member.type);
  }
  return member;
}

const clang::Expr* TypeReader::member_initialiser(const clang::FieldDecl& field) const {
  if (!field.hasInClassInitializer()) return nullptr;
  if (const clang::Expr* initialiser = field.getInClassInitializer()) return initialiser;

  // An instance of a class template gets its initialisers only when something asks for them.
  const auto* record = llvm::cast<clang::CXXRecordDecl>(field.getParent());
  const clang::CXXRecordDecl* pattern = record->getTemplateInstantiationPattern();
  if (pattern == nullptr) return nullptr;
  for (clang::NamedDecl* candidate : pattern->lookup(field.getDeclName())) {
    auto* pattern_field = llvm::dyn_cast<clang::FieldDecl>(candidate);
    if (pattern_field == nullptr) continue;
    auto* instance_field = const_cast<clang::FieldDecl*>(&field);  // instantiation completes the declaration
    scan_.sema.InstantiateInClassInitializer(field.getLocation(), instance_field, pattern_field,
                                             scan_.sema.getTemplateInstantiationArgs(instance_field));
    return field.getInClassInitializer();
  }
  return nullptr;
}

void TypeReader::read_enum(const clang::EnumDecl& declaration, declared::Type& type) {
  if (declaration.getDefinition() == nullptr) {
    type.reason =
        "the enum is not complete here: nobody has said what its enumerators are; include the header that "
        "defines it";
    return;
  }
  const clang::EnumDecl& definition = *declaration.getDefinition();
  if (is_named(definition, "std", "byte")) {
    type.reason = "std::byte is no number; use std::uint8_t";
    return;
  }
  type.reason = why_unnameable(definition);
  if (!type.reason.empty()) return;

  const auto [key, is_new] = key_of(definition);
  type.kind = TypeKind::Enum;
  type.key = key;
  if (!is_new) return;

  refuse_hidden_name(scan_, definition, "enum '" + short_name(definition) + '\'');
  declared::Enum& entry = declarations_.enums[key];
  entry.key = key;
  entry.cpp_name = name_for_scopes(definition);
  entry.name = short_name(definition);
  entry.description = read_description(scan_, definition, nullptr);
  entry.at = place_of(definition.getLocation(), scan_.sources(), scan_.ast.getLangOpts());
  for (const clang::EnumConstantDecl* enumerator : definition.enumerators()) {
    if (enumerator->isInvalidDecl()) continue;
    entry.enumerators.push_back(
        {.name = enumerator->getName().str(),
         .annotation = read_annotation(scan_, *enumerator, AnnotationKind::Value),
         .description = read_description(scan_, *enumerator, find_annotation(*enumerator, AnnotationKind::Value)),
         .value = llvm::toString(enumerator->getInitVal(), 10),
         .at = place_of(enumerator->getLocation(), scan_.sources(), scan_.ast.getLangOpts())});
  }
}

}  // namespace mcpgen
