#include "scan/constants.hpp"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "scan/names.hpp"
#include "text/cpp_literals.hpp"

namespace mcpgen {
namespace {

using declared::Type;
using declared::TypeKind;

Constant integer_constant(const llvm::APSInt& value, const Type& type) {
  // Of `std::optional<std::uint8_t> a = 300` only the 300 is here: the conversion happens inside of optional.
  llvm::APSInt converted = value.extOrTrunc(type.bits);
  converted.setIsSigned(type.is_signed);
  if (type.is_signed) return {converted.getExtValue(), signed_literal(converted.getExtValue(), type.bits)};
  return {converted.getZExtValue(), unsigned_literal(converted.getZExtValue(), type.bits)};
}

std::optional<Constant> character_constant(const llvm::APSInt& value) {
  constexpr std::int64_t kAscii = 0x80;
  const std::int64_t code = value.getExtValue();
  if (code < 0 || code >= kAscii) return std::nullopt;  // no text of one character
  return Constant{std::string(1, static_cast<char>(code)), "static_cast<char>(" + std::to_string(code) + ')'};
}

Constant floating_constant(double value, const Type& type) {
  if (type.bits != 32) return {value, shortest(value)};
  // The JSON is the decimal text that a reader expects: 0.1 for 0.1f, which becomes the same float again.
  const std::string text = shortest(static_cast<float>(value));
  return {std::strtod(text.c_str(), nullptr), text + 'f'};
}

std::optional<Constant> floating_constant(const clang::APValue& value, const Type& type) {
  if (value.isInt()) {
    const llvm::APSInt& integer = value.getInt();
    return floating_constant(
        integer.isSigned() ? static_cast<double>(integer.getExtValue()) : static_cast<double>(integer.getZExtValue()),
        type);
  }
  if (!value.isFloat() || !value.getFloat().isFinite()) return std::nullopt;
  return floating_constant(value.getFloat().convertToDouble(), type);
}

std::string enumerator_literal(const llvm::APSInt& value) {
  constexpr unsigned kBitsOfInt = 32;
  if (value.isRepresentableByInt64()) {
    const std::int64_t number = value.getExtValue();
    return signed_literal(number, number == static_cast<std::int32_t>(number) ? kBitsOfInt : 2 * kBitsOfInt);
  }
  return unsigned_literal(value.getZExtValue(), 2 * kBitsOfInt);
}

std::optional<Constant> enumerator_constant(const llvm::APSInt& value, clang::QualType target,
                                            const clang::ASTContext& ast) {
  const auto* type = target.getNonReferenceType().getCanonicalType()->getAs<clang::EnumType>();
  if (type == nullptr) return std::nullopt;
  for (const clang::EnumConstantDecl* enumerator : type->getDecl()->enumerators()) {
    if (llvm::APSInt::isSameValue(enumerator->getInitVal(), value)) {
      const std::string name = enumerator->getName().str();
      const std::string enumeration = holder_name(target, ast);
      const bool is_named = type->getDecl()->getIdentifier() != nullptr;
      return Constant{name, is_named ? enumeration + "::" + name
                                     : "static_cast<" + enumeration + ">(" + enumerator_literal(value) + ')'};
    }
  }
  return std::nullopt;
}

bool is_whole_aggregate(const clang::CXXRecordDecl& record) {
  return record.isAggregate() && std::ranges::all_of(record.bases(), [](const clang::CXXBaseSpecifier& base) {
           return is_whole_aggregate(base_of(base));
         });
}

/// Of the class and its bases.
std::size_t field_count(const clang::CXXRecordDecl& record) {
  auto count = static_cast<std::size_t>(std::distance(record.field_begin(), record.field_end()));
  for (const clang::CXXBaseSpecifier& base : record.bases()) count += field_count(base_of(base));
  return count;
}

}  // namespace

const clang::CXXRecordDecl& base_of(const clang::CXXBaseSpecifier& specifier) {
  return *specifier.getType()->getAsCXXRecordDecl()->getDefinition();
}

std::string holder_name(clang::QualType type, const clang::ASTContext& ast) {
  type = type.getNonReferenceType().getUnqualifiedType();
  const clang::CXXRecordDecl* record = type.getCanonicalType()->getAsCXXRecordDecl();
  if (record == nullptr || !is_named(*record, "std", "span")) return cpp_type(type, ast);
  return "::std::vector<" + cpp_type(element_type_of(type).getUnqualifiedType(), ast) + '>';
}

const clang::TemplateArgumentList& arguments_of(clang::QualType instance) {
  return llvm::cast<clang::ClassTemplateSpecializationDecl>(
             instance.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl())
      ->getTemplateArgs();
}

clang::QualType element_type_of(clang::QualType container, unsigned index) {
  return arguments_of(container)[index].getAsType();
}

std::optional<Constant> scalar_constant(const clang::APValue& value, clang::QualType target, const Type& type,
                                        const clang::ASTContext& ast) {
  if (type.kind == TypeKind::Floating) return floating_constant(value, type);
  if (!value.isInt()) return std::nullopt;
  switch (type.kind) {
    case TypeKind::Boolean:
      return value.getInt().getBoolValue() ? Constant{true, "true"} : Constant{false, "false"};
    case TypeKind::Integer:
      return integer_constant(value.getInt(), type);
    case TypeKind::Character:
      return character_constant(value.getInt());
    case TypeKind::Enum:
      return enumerator_constant(value.getInt(), target, ast);
    default:
      return std::nullopt;
  }
}

std::optional<Constant> zero_constant(clang::QualType target, const Type& type, const clang::ASTContext& ast) {
  switch (type.kind) {
    case TypeKind::Boolean:
      return Constant{false, "false"};
    case TypeKind::Integer:
      return integer_constant(llvm::APSInt::get(0), type);
    case TypeKind::Floating:
      return floating_constant(0, type);
    case TypeKind::Enum:
      return enumerator_constant(llvm::APSInt::get(0), target, ast);
    default:
      return std::nullopt;
  }
}

std::optional<Constant> text_constant(const std::optional<std::string>& text) {
  if (!text || !is_utf8(*text)) return std::nullopt;
  return Constant{*text, string_expression(*text)};
}

ElementList::ElementList(std::string open, const Type& type)
    : type_(type), list_{nlohmann::ordered_json::array(), std::move(open)} {}

void ElementList::add(Constant element) {
  const bool is_repeated = std::ranges::find(list_.value, element.value) != list_.value.end();
  if (type_.kind == TypeKind::Set && is_repeated) return;
  list_.value.push_back(std::move(element.value));
  list_.expression += (list_.value.size() == 1 ? "" : ", ") + element.expression;
}

Constant ElementList::finish(std::string_view close) && {
  list_.expression += close;
  return std::move(list_);
}

void MemberList::add(const declared::Member& member, Constant value) {
  object_.expression += (is_empty_ ? "" : ", ") + value.expression;
  is_empty_ = false;
  if (value.value.is_null() && member.type.kind == TypeKind::Optional) return;
  object_.value[member.name] = std::move(value.value);
}

void MemberList::begin_base() {
  object_.expression += is_empty_ ? "{" : ", {";
  is_empty_ = true;
}

void MemberList::end_base() {
  object_.expression += '}';
  is_empty_ = false;
}

Constant MemberList::finish() && {
  object_.expression += '}';
  return std::move(object_);
}

const clang::CXXRecordDecl* plain_aggregate(const declared::Declarations& declarations, clang::QualType target,
                                            const Type& type) {
  const auto found = declarations.structs.find(type.key);
  const clang::CXXRecordDecl* record = target.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  if (found == declarations.structs.end() || record == nullptr) return nullptr;
  record = record->getDefinition();
  if (record == nullptr || !is_whole_aggregate(*record)) return nullptr;
  return found->second.members.size() == field_count(*record) ? record : nullptr;
}

}  // namespace mcpgen
