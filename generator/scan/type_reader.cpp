#include "scan/type_reader.hpp"

#include "scan/names.hpp"

namespace mcpgen {
namespace {

using declared::TypeKind;

std::string pointer_reason(clang::QualType pointee) {
  if (pointee->isFunctionType()) return "a function cannot be sent as JSON";
  if (pointee->isVoidType()) return "void* says nothing about what it points to";
  if (pointee->isAnyCharacterType()) return "a pointer to characters that are not const owns nothing; use std::string";
  return "a raw pointer owns nothing; use the type itself, or std::optional<T> where it may be absent";
}

/// Counts how deep the reader is.
class Depth {
 public:
  explicit Depth(unsigned& depth) : depth_(depth) { ++depth_; }
  ~Depth() { --depth_; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;

 private:
  unsigned& depth_;
};

}  // namespace

bool is_char(clang::QualType type) {
  return !type.isNull() && (type->isSpecificBuiltinType(clang::BuiltinType::Char_S) ||
                            type->isSpecificBuiltinType(clang::BuiltinType::Char_U));  // under -funsigned-char
}

void refuse(declared::Type& type, std::string reason) {
  type.kind = TypeKind::Unsupported;
  type.reason = std::move(reason);
}

declared::Type TypeReader::read(clang::QualType written, clang::SourceLocation at) {
  written = written.getNonReferenceType();
  declared::Type type;
  type.spelling = written.getUnqualifiedType().getAsString(scan_.ast.getPrintingPolicy());
  const clang::QualType canonical = written.getCanonicalType();

  // A template that holds an instance of itself with other arguments goes on for ever.
  constexpr unsigned kDeepest = 200;
  const Depth depth(depth_);
  if (depth_ > kDeepest) {
    refuse(type, "it holds types within types, more than 200 deep; a template may not hold ever more of its instances");
    return type;
  }
  if (const auto* builtin = canonical->getAs<clang::BuiltinType>()) {
    read_builtin(*builtin, type);
  } else if (const auto* enumeration = canonical->getAs<clang::EnumType>()) {
    if (!read_custom(canonical, at, type)) read_enum(*enumeration->getDecl(), type);
  } else if (const clang::CXXRecordDecl* record = canonical->getAsCXXRecordDecl()) {
    read_record(*record, at, type);
  } else if (canonical->isPointerType()) {
    read_pointer(canonical->getPointeeType(), type);
  } else if (const clang::ConstantArrayType* array = scan_.ast.getAsConstantArrayType(canonical)) {
    if (is_char(array->getElementType())) {
      refuse(type, "an array of char is a text that cuts what does not fit; use std::string");
      return type;
    }
    type.kind = TypeKind::Array;
    type.extent = array->getSize().getZExtValue();
    read_element(array->getElementType(), at, type);
  } else if (canonical->isArrayType()) {
    refuse(type, "an array of unknown size cannot be decoded into; use std::vector");
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
    case Builtin::SChar:
    case Builtin::Short:
    case Builtin::Int:
    case Builtin::Long:
    case Builtin::LongLong:
      return set(TypeKind::Integer, true);
    case Builtin::UChar:
    case Builtin::UShort:
    case Builtin::UInt:
    case Builtin::ULong:
    case Builtin::ULongLong:
      return set(TypeKind::Integer, false);
    case Builtin::Float:
    case Builtin::Double:
      return set(TypeKind::Floating, true);
    case Builtin::Char_S:
    case Builtin::Char_U:
      type.kind = TypeKind::Character;
      return;
    case Builtin::LongDouble:
    case Builtin::Float128:
    case Builtin::Float16:
    case Builtin::Half:
    case Builtin::BFloat16:
      return refuse(type, "JSON numbers are exchanged as double; use double");
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

void TypeReader::read_pointer(clang::QualType pointee, declared::Type& type) const {
  if (!is_char(pointee) || !pointee.isConstQualified()) return refuse(type, pointer_reason(pointee));
  type.kind = TypeKind::String;
  type.is_view = true;
}

void TypeReader::read_record(const clang::CXXRecordDecl& record, clang::SourceLocation at, declared::Type& type) {
  if (read_class_of_table(record, type)) return;
  // Filesystem and chrono live one namespace deeper.
  for (const clang::DeclContext* scope = record.getDeclContext(); scope != nullptr; scope = scope->getParent()) {
    if (scope->isStdNamespace()) return read_library_class(record, at, type);
  }
  if (is_in_namespace(record, "nlohmann")) return read_library_class(record, at, type);
  if (is_in_namespace(record, "mcp") && read_own_class(record, at, type)) return;
  if (!read_custom(scan_.ast.getRecordType(&record), at, type)) read_struct(record, at, type);
}

void TypeReader::read_element(clang::QualType element, clang::SourceLocation at, declared::Type& type) {
  declared::Type& part = type.arguments.emplace_back(read(element, at));
  if (element->isReferenceType()) return refuse(part, "a reference owns nothing; make it a value");
  if (part.kind == TypeKind::Unsupported) return;
  if (element.isConstQualified() || element.isVolatileQualified()) {
    part.spelling = element.getAsString(scan_.ast.getPrintingPolicy());
    refuse(part,
           std::string("elements are decoded into; drop the ") + (element.isConstQualified() ? "const" : "volatile"));
  } else if (part.is_view) {
    refuse(part,
           "a view owns nothing, so it can only be a parameter or a result itself; use std::string or std::vector");
  }
}

}  // namespace mcpgen
