// Reads the user's structs and enums.
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Template.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <cstdint>

#include "scan/annotation_reader.hpp"
#include "scan/default_reader.hpp"
#include "scan/doc_reader.hpp"
#include "scan/name_lookup.hpp"
#include "scan/names.hpp"
#include "scan/source_locations.hpp"
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

/// Why objects of that class cannot be made from JSON member by member; empty if they can.
std::string why_unmappable(const clang::CXXRecordDecl& record) {
  if (record.isLambda()) return "a lambda cannot be sent as JSON";
  if (record.isUnion()) return "a union does not know which member it holds; use a std::variant";
  if (record.isPolymorphic())
    return "classes with virtual functions are not mapped; use a struct with public data members only";
  for (const clang::CXXBaseSpecifier& base : record.bases()) {
    const clang::CXXRecordDecl* definition = base.getType()->getAsCXXRecordDecl();
    if (definition == nullptr || definition->getDefinition() == nullptr)
      return "one of its base classes is not known here";
    definition = definition->getDefinition();
    const std::string name = "its base class '" + short_name(*definition) + '\'';
    if (base.isVirtual()) return name + " is virtual, so that its members have no fixed place; drop the virtual";
    if (base.getAccessSpecifier() != clang::AS_public) return name + " is not public; make it public, or a member";
    for (const clang::DeclContext* scope = definition->getDeclContext(); scope != nullptr; scope = scope->getParent()) {
      if (scope->isStdNamespace()) return name + " is no class of data members; make it a member";
    }
    if (std::string reason = why_unmappable(*definition); !reason.empty()) return name + " cannot be mapped: " + reason;
  }
  for (const clang::FieldDecl* field : record.fields()) {
    if (field->isAnonymousStructOrUnion()) return "it has an anonymous union or struct inside; name the member";
    if (is_hidden(field->getAccess())) {
      return "its data member '" + field->getName().str() +
             "' is not public; use a struct with public data members only";
    }
  }
  return {};
}

/// A scoped enum of a class template's instance gets its enumerators only when something names one of them.
void complete(const ScanContext& scan, const clang::EnumDecl& declaration) {
  if (declaration.getDefinition() != nullptr) return;
  auto& mutable_declaration = const_cast<clang::EnumDecl&>(declaration);
  clang::EnumDecl* pattern = declaration.getTemplateInstantiationPattern();
  if (pattern == nullptr || pattern->getDefinition() == nullptr) return;
  scan.sema.InstantiateEnum(declaration.getLocation(), &mutable_declaration, pattern->getDefinition(),
                            scan.sema.getTemplateInstantiationArgs(&mutable_declaration),
                            clang::TSK_ImplicitInstantiation);
}

/// Where `base` lies in `derived`; a class that Clang has reported has no layout.
clang::CharUnits base_offset(const clang::ASTContext& ast, const clang::CXXRecordDecl& derived,
                             const clang::CXXRecordDecl& base) {
  if (derived.isInvalidDecl()) return clang::CharUnits::Zero();
  return ast.getASTRecordLayout(&derived).getBaseClassOffset(&base);
}

/// Whether the address of the member may violate the alignment of its type, so that generated code cannot take a
/// pointer to it. Its class has the offset `class_offset` in `whole`.
bool is_packed(const clang::ASTContext& ast, const clang::FieldDecl& field, const clang::CXXRecordDecl& whole,
               clang::CharUnits class_offset) {
  const clang::QualType type = field.getType().getCanonicalType();  // without the alignment of an alias
  if (whole.isInvalidDecl() || field.isBitField() || type->isReferenceType() || type->isIncompleteType()) return false;
  const clang::ASTRecordLayout& layout = ast.getASTRecordLayout(field.getParent());
  const std::uint64_t offset =
      static_cast<std::uint64_t>(ast.toBits(class_offset)) + layout.getFieldOffset(field.getFieldIndex());
  const std::uint64_t alignment = ast.getTypeAlign(type);
  return offset % alignment != 0 ||
         static_cast<std::uint64_t>(ast.toBits(ast.getASTRecordLayout(&whole).getAlignment())) < alignment;
}

/// Whether its default constructor may give members other values than their initialisers.
bool has_own_default_constructor(const clang::CXXRecordDecl& record) {
  if (record.hasUserProvidedDefaultConstructor()) return true;
  return std::ranges::any_of(record.bases(), [](const clang::CXXBaseSpecifier& base) {
    return has_own_default_constructor(*base.getType()->getAsCXXRecordDecl()->getDefinition());
  });
}

}  // namespace

std::string why_unnameable(const clang::NamedDecl& declaration) {
  const auto* tag = llvm::dyn_cast<clang::TagDecl>(&declaration);
  if (tag != nullptr && tag->getIdentifier() == nullptr && tag->getTypedefNameForAnonDecl() == nullptr) {
    return "the type has no name; give it one";
  }
  if (!can_be_written(declaration)) {
    return "generated code cannot write its template argument, an object of a class; give the type a name: "
           "struct Name : " +
           declaration.getNameAsString() + "<…> {}";
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
    // The key of a type that other sources cannot see is marked, since another source may have a type of the same name
    // (model::is_local()).
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
  // A base needs no name: its members are named as those of the whole class.
  type.reason = why_unmappable(definition);
  if (type.reason.empty()) type.reason = why_unnameable(definition);
  if (!type.reason.empty()) return;

  const auto [key, is_new] = key_of(definition);
  type.kind = TypeKind::Struct;
  type.key = key;
  if (!is_new) return;

  refuse_hidden_name(scan_, definition, "type '" + short_name(definition) + '\'');
  // The key is added before the members are read, since they may refer to this type.
  declared::Struct& entry = declarations_.structs[key];
  entry.key = key;
  entry.cpp_name = name_for_scopes(definition);
  entry.name = short_name(definition);
  entry.description = read_description(scan_, definition, nullptr);
  entry.is_aggregate = definition.isAggregate();
  entry.has_bases = definition.getNumBases() != 0;
  entry.is_default_constructible = is_default_constructible(scan_, definition);
  entry.at = place_of(definition.getLocation(), scan_.sources(), scan_.ast.getLangOpts());
  // Reading a member may read other structs, whose entries are added meanwhile: a reference into a map stays.
  read_members(definition, definition, clang::CharUnits::Zero(), entry);
  entry.has_constructor = has_own_default_constructor(definition);
  if (entry.has_constructor) {
    for (declared::Member& member : entry.members) {
      if (member.default_value) member.default_value->is_constant = false;
    }
  }
}

void TypeReader::read_members(const clang::CXXRecordDecl& definition, const clang::CXXRecordDecl& whole,
                              clang::CharUnits offset, declared::Struct& entry) {
  for (const clang::CXXBaseSpecifier& specifier : definition.bases()) {
    const clang::CXXRecordDecl& base = *specifier.getType()->getAsCXXRecordDecl()->getDefinition();
    read_members(base, whole, offset + base_offset(scan_.ast, definition, base), entry);
  }
  for (const clang::FieldDecl* field : definition.fields()) {
    // Clang has reported an invalid member; an unnamed bit-field is padding.
    if (field->isInvalidDecl() || field->isUnnamedBitField()) continue;
    entry.members.push_back(read_member(*field));
    entry.members.back().is_packed = is_packed(scan_.ast, *field, whole, offset);
    if (&definition == &whole) continue;
    // Generated code names the member as one of the whole class.
    clang::LookupResult found(scan_.sema, field->getDeclName(), field->getLocation(), clang::Sema::LookupMemberName);
    found.suppressDiagnostics();
    scan_.sema.LookupQualifiedName(found, const_cast<clang::CXXRecordDecl*>(&whole));
    if (found.isSingleResult() && found.getFoundDecl()->getCanonicalDecl() == field->getCanonicalDecl()) continue;
    const clang::NamedDecl* other = found.empty() ? &whole : *found.begin();
    entry.members.back().hidden_by = place_of(other->getLocation(), scan_.sources(), scan_.ast.getLangOpts());
  }
}

declared::Member TypeReader::read_member(const clang::FieldDecl& field) {
  declared::Member member;
  member.name = field.getName().str();
  member.type = read(field.getType(), field.getLocation());
  if (field.getType()->isReferenceType()) {
    member.type.kind = TypeKind::Unsupported;
    member.type.spelling = field.getType().getAsString(scan_.ast.getPrintingPolicy());
    member.type.reason = "a reference member owns nothing; make it a value";
  }
  if (field.getType().isVolatileQualified()) {
    member.type.kind = TypeKind::Unsupported;
    member.type.spelling = field.getType().getAsString(scan_.ast.getPrintingPolicy());
    member.type.reason = "members are decoded into; drop the volatile";
  }
  if (member.type.is_view && member.type.kind != TypeKind::Unsupported) {
    refuse(member.type,
           "a view owns nothing, so it can only be a parameter or a result itself; use std::string or "
           "std::vector");
  }
  member.annotation = read_annotation(scan_, field, AnnotationKind::Field);
  if (const auto described = descriptions_.find(&field); described != descriptions_.end()) {
    if (member.annotation) {
      scan_.sink.error("duplicate-annotation",
                       place_of_expansion(described->second->getLocation(), scan_.sources(), scan_.ast.getLangOpts()),
                       "data member '" + member.name + "' must be described once, by MCP_FIELD or by MCP_DESCRIBE",
                       {{member.annotation->at, "the other one is here"}});
    } else {
      member.annotation = read_annotation(scan_, *described->second);
    }
  }
  member.description = read_description(scan_, field, find_annotation(field, AnnotationKind::Field));
  member.is_bit_field = field.isBitField();
  member.is_const = field.getType().isConstQualified();
  member.at = place_of(field.getLocation(), scan_.sources(), scan_.ast.getLangOpts());
  if (const clang::Expr* initialiser = member_initialiser(scan_, field)) {
    member.default_value = read_default(scan_, declarations_, *initialiser, field.getType(), member.type);
  }
  return member;
}

const clang::Expr* member_initialiser(const ScanContext& scan, const clang::FieldDecl& field) {
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
    scan.sema.InstantiateInClassInitializer(field.getLocation(), instance_field, pattern_field,
                                            scan.sema.getTemplateInstantiationArgs(instance_field));
    return field.getInClassInitializer();
  }
  return nullptr;
}

std::optional<declared::Annotation> TypeReader::read_value_annotation(const clang::EnumConstantDecl& enumerator) const {
  std::optional<declared::Annotation> own = read_annotation(scan_, enumerator, AnnotationKind::Value);
  const auto described = descriptions_.find(&enumerator);
  if (described == descriptions_.end()) return own;
  if (!own) return read_annotation(scan_, *described->second);
  scan_.sink.error(
      "duplicate-annotation",
      place_of_expansion(described->second->getLocation(), scan_.sources(), scan_.ast.getLangOpts()),
      "enumerator '" + enumerator.getName().str() + "' must be described once, by MCP_VALUE or by MCP_DESCRIBE",
      {{own->at, "the other one is here"}});
  return own;
}

void TypeReader::read_enum(const clang::EnumDecl& declaration, declared::Type& type) {
  complete(scan_, declaration);
  if (declaration.getDefinition() == nullptr) {
    type.reason =
        "the enum is not complete here: its enumerators are not declared; include the header that "
        "defines it";
    return;
  }
  const clang::EnumDecl& definition = *declaration.getDefinition();
  if (is_named(definition, "std", "byte")) {
    type.reason = "std::byte is no number; use std::uint8_t, or std::vector<std::byte> for bytes as base64";
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
         .annotation = read_value_annotation(*enumerator),
         .description = read_description(scan_, *enumerator, find_annotation(*enumerator, AnnotationKind::Value)),
         .value = llvm::toString(enumerator->getInitVal(), 10),
         .at = place_of(enumerator->getLocation(), scan_.sources(), scan_.ast.getLangOpts())});
  }
}

}  // namespace mcpgen
