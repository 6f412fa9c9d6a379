#include "scan/type_reader.hpp"

#include <clang/AST/DeclTemplate.h>

#include <array>

#include "scan/names.hpp"

namespace mcpgen {
namespace {

using declared::TypeKind;

void refuse(declared::Type& type, std::string reason) {
  type.kind = TypeKind::Unsupported;
  type.reason = std::move(reason);
}

bool is_char(const clang::TemplateArgument& argument) {
  if (argument.getKind() != clang::TemplateArgument::Type) return false;
  const clang::QualType type = argument.getAsType().getCanonicalType();
  return type->isSpecificBuiltinType(clang::BuiltinType::Char_S) ||
         type->isSpecificBuiltinType(clang::BuiltinType::Char_U);  // under -funsigned-char
}

/// Is `argument` an instance of the template `space::name`?
bool is_instance(const clang::TemplateArgument& argument, llvm::StringRef space, llvm::StringRef name) {
  if (argument.getKind() != clang::TemplateArgument::Type) return false;
  const clang::CXXRecordDecl* record = argument.getAsType().getCanonicalType()->getAsCXXRecordDecl();
  return record != nullptr && is_named(*record, space, name);
}

bool is_std_string(const clang::ClassTemplateSpecializationDecl& record) {
  const clang::TemplateArgumentList& arguments = record.getTemplateArgs();
  return is_named(record, "std", "basic_string") && arguments.size() == 3 && is_char(arguments[0]) &&
         is_instance(arguments[1], "std", "char_traits") && is_instance(arguments[2], "std", "allocator");
}

bool is_std_string(const clang::TemplateArgument& argument) {
  if (argument.getKind() != clang::TemplateArgument::Type) return false;
  const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      argument.getAsType().getCanonicalType()->getAsCXXRecordDecl());
  return record != nullptr && is_std_string(*record);
}

/// basic_json<std::map, std::vector, std::string, …>: nlohmann::json, and not nlohmann::ordered_json.
bool is_nlohmann_json(const clang::ClassTemplateSpecializationDecl& record) {
  const clang::TemplateArgumentList& arguments = record.getTemplateArgs();
  if (!is_named(record, "nlohmann", "basic_json") || arguments.size() < 3) return false;
  const auto is_template = [](const clang::TemplateArgument& argument, llvm::StringRef name) {
    if (argument.getKind() != clang::TemplateArgument::Template) return false;
    const clang::TemplateDecl* declaration = argument.getAsTemplate().getAsTemplateDecl();
    return declaration != nullptr && is_named(*declaration, "std", name);
  };
  return is_template(arguments[0], "map") && is_template(arguments[1], "vector") && is_std_string(arguments[2]);
}

/// What to write instead of a class of the standard library that has no mapping.
std::string std_class_reason(llvm::StringRef name) {
  struct Advice {
    llvm::StringRef name;
    llvm::StringRef instead;
  };
  static constexpr auto kAdvice = std::to_array<Advice>({
      {"basic_string", "std::string"},
      {"basic_string_view", "std::string"},
      {"deque", "std::vector"},
      {"forward_list", "std::vector"},
      {"list", "std::vector"},
      {"map", "std::map<std::string, T> with its default comparison"},
      {"multimap", "std::map<std::string, T>"},
      {"multiset", "std::vector"},
      {"pair", "a struct with named members"},
      {"path", "std::string"},
      {"set", "std::vector"},
      {"shared_ptr", "std::optional<T>"},
      {"span", "std::vector"},
      {"tuple", "a struct with named members"},
      {"unique_ptr", "std::optional<T>"},
      {"unordered_map", "std::map<std::string, T>"},
      {"unordered_multimap", "std::map<std::string, T>"},
      {"unordered_multiset", "std::vector"},
      {"unordered_set", "std::vector"},
      {"valarray", "std::vector"},
      {"variant", "a struct with std::optional members"},
  });
  std::string reason = "std::" + name.str() + " has no mapping to JSON";
  for (const Advice& advice : kAdvice) {
    if (advice.name == name) return reason + "; use " + advice.instead.str();
  }
  return reason;
}

std::string pointer_reason(clang::QualType pointee) {
  if (pointee->isFunctionType()) return "a function cannot be sent as JSON";
  if (pointee->isAnyCharacterType()) return "a pointer to characters owns nothing; use std::string";
  if (pointee->isVoidType()) return "void* says nothing about what it points to";
  return "a raw pointer owns nothing; use the type itself, or std::optional<T> where it may be absent";
}

}  // namespace

declared::Type TypeReader::read(clang::QualType written, clang::SourceLocation at) {
  written = written.getNonReferenceType();
  declared::Type type;
  type.spelling = written.getUnqualifiedType().getAsString(scan_.ast.getPrintingPolicy());
  const clang::QualType canonical = written.getCanonicalType();

  if (const auto* builtin = canonical->getAs<clang::BuiltinType>()) {
    read_builtin(*builtin, type);
  } else if (const auto* enumeration = canonical->getAs<clang::EnumType>()) {
    read_enum(*enumeration->getDecl(), type);
  } else if (const clang::CXXRecordDecl* record = canonical->getAsCXXRecordDecl()) {
    read_record(*record, at, type);
  } else if (canonical->isPointerType()) {
    refuse(type, pointer_reason(canonical->getPointeeType()));
  } else if (canonical->isArrayType()) {
    refuse(type, "a C array cannot be assigned to; use std::array or std::vector");
  } else if (canonical->isMemberPointerType()) {
    refuse(type, "a pointer to member cannot be sent as JSON");
  } else if (canonical->isFunctionType()) {
    refuse(type, "a function cannot be sent as JSON");
  } else {
    refuse(type, "the type has no mapping to JSON");
  }
  return type;
}

void TypeReader::read_builtin(const clang::BuiltinType& builtin, declared::Type& type) const {
  using Builtin = clang::BuiltinType;
  const auto set = [&](TypeKind kind, bool is_signed) {
    type.kind = kind;
    type.is_signed = is_signed;
    type.bits = static_cast<unsigned>(scan_.ast.getTypeSize(&builtin));
  };
  switch (builtin.getKind()) {
    case Builtin::Void:
      type.kind = TypeKind::Void;
      return;
    case Builtin::Bool:
      type.kind = TypeKind::Boolean;
      return;
    case Builtin::SChar:  // std::int8_t
    case Builtin::Short:
    case Builtin::Int:
    case Builtin::Long:
    case Builtin::LongLong:
      return set(TypeKind::Integer, true);
    case Builtin::UChar:  // std::uint8_t
    case Builtin::UShort:
    case Builtin::UInt:
    case Builtin::ULong:
    case Builtin::ULongLong:
      return set(TypeKind::Integer, false);
    case Builtin::Float:
    case Builtin::Double:
      return set(TypeKind::Floating, true);
    case Builtin::LongDouble:
      return refuse(type, "JSON numbers are exchanged as double; use double");
    case Builtin::Char_S:
    case Builtin::Char_U:
      return refuse(
          type, "char is neither a text nor a number; use std::string, or signed char or std::uint8_t for a number");
    case Builtin::WChar_S:
    case Builtin::WChar_U:
    case Builtin::Char8:
    case Builtin::Char16:
    case Builtin::Char32:
      return refuse(type, "JSON text is UTF-8; use std::string");
    case Builtin::Int128:
    case Builtin::UInt128:
      return refuse(type, "integers have at most 64 bits; use std::int64_t or std::uint64_t");
    case Builtin::NullPtr:
      return refuse(type, "it has a single value; leave it out");
    default:
      return refuse(type, "the type has no mapping to JSON");
  }
}

void TypeReader::read_record(const clang::CXXRecordDecl& record, clang::SourceLocation at, declared::Type& type) {
  if (const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record)) {
    if (is_in_namespace(record, "std") || is_in_namespace(record, "nlohmann")) {
      return read_template(*instance, at, type);
    }
  }
  // Filesystem and chrono live one namespace deeper.
  for (const clang::DeclContext* scope = record.getDeclContext(); scope != nullptr; scope = scope->getParent()) {
    if (scope->isStdNamespace()) return refuse(type, std_class_reason(record.getName()));
  }
  read_struct(record, at, type);
}

void TypeReader::read_template(const clang::ClassTemplateSpecializationDecl& record, clang::SourceLocation at,
                               declared::Type& type) {
  const clang::TemplateArgumentList& arguments = record.getTemplateArgs();
  const llvm::StringRef name = record.getName();
  if (is_in_namespace(record, "nlohmann")) {
    if (is_nlohmann_json(record)) {
      type.kind = TypeKind::Json;
    } else {
      refuse(type, "only nlohmann::json itself is mapped; use nlohmann::json");
    }
  } else if (is_std_string(record)) {
    type.kind = TypeKind::String;
  } else if (name == "optional") {
    type.kind = TypeKind::Optional;
    read_element(arguments[0], at, type);
  } else if (name == "vector" && is_instance(arguments[1], "std", "allocator")) {
    type.kind = TypeKind::List;
    read_element(arguments[0], at, type);
  } else if (name == "array") {
    type.kind = TypeKind::Array;
    type.extent = arguments[1].getAsIntegral().getZExtValue();
    read_element(arguments[0], at, type);
  } else if (name == "map" && is_std_string(arguments[0]) && is_instance(arguments[2], "std", "less") &&
             is_instance(arguments[3], "std", "allocator")) {
    type.kind = TypeKind::Map;
    read_element(arguments[1], at, type);
  } else {
    refuse(type, std_class_reason(name));
  }
}

void TypeReader::read_element(const clang::TemplateArgument& argument, clang::SourceLocation at, declared::Type& type) {
  const clang::QualType element = argument.getAsType();
  declared::Type& read_type = type.arguments.emplace_back(read(element, at));
  if (element.isConstQualified() || element.isVolatileQualified()) {
    read_type.spelling = element.getAsString(scan_.ast.getPrintingPolicy());
    refuse(read_type,
           std::string("elements are decoded into; drop the ") + (element.isConstQualified() ? "const" : "volatile"));
  }
}

}  // namespace mcpgen
