#include "scan/evaluated_constants.hpp"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Sema/EnterExpressionEvaluationContext.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "scan/names.hpp"
#include "scan/time_constants.hpp"

namespace mcpgen {
namespace {

using declared::Type;
using declared::TypeKind;

/// What an optional of the standard library was evaluated to. All libraries keep the value in a union, beside a bool.
struct OptionalParts {
  const clang::APValue* stored = nullptr;
  const clang::APValue* engaged = nullptr;
};

void find_parts(const clang::APValue& value, OptionalParts& parts) {
  if (value.isUnion()) {
    parts.stored = &value.getUnionValue();
  } else if (value.isInt()) {
    parts.engaged = &value;
  } else if (value.isStruct()) {
    for (unsigned i = 0; i < value.getStructNumBases(); ++i) find_parts(value.getStructBase(i), parts);
    for (unsigned i = 0; i < value.getStructNumFields(); ++i) find_parts(value.getStructField(i), parts);
  }
}

bool is_optional(clang::QualType type) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  return record != nullptr && is_named(*record, "std", "optional");
}

/// Turns what Clang evaluated into constants.
class ValueReader {
 public:
  ValueReader(const ScanContext& scan, const declared::Declarations& declarations)
      : scan_(scan), declarations_(declarations) {}

  std::optional<Constant> read(const clang::APValue& value, clang::QualType target, const Type& type) const {
    switch (type.kind) {
      case TypeKind::Boolean:
      case TypeKind::Integer:
      case TypeKind::Floating:
      case TypeKind::Enum:
      case TypeKind::Character:
        return scalar_constant(value, target, type, scan_.ast);
      case TypeKind::Optional:
        return read_optional(value, target, type);
      case TypeKind::Array:
        return read_array(value, target, type);
      case TypeKind::Tuple:
        return read_pair(value, target, type);
      case TypeKind::Struct:
        return read_struct(value, target, type);
      case TypeKind::Duration:
      case TypeKind::Seconds:
      case TypeKind::DateTime:
      case TypeKind::Date:
        return read_time(value, target, type);
      default:
        return std::nullopt;
    }
  }

  /// `target` is the optional that is made, `value` that of any optional.
  std::optional<Constant> read_optional(const clang::APValue& value, clang::QualType target, const Type& type) const {
    if (!is_optional(target)) return std::nullopt;  // a pointer
    const std::string name = holder_name(target, scan_.ast);
    OptionalParts parts;
    find_parts(value, parts);
    if (parts.engaged == nullptr) return std::nullopt;
    if (!parts.engaged->getInt().getBoolValue()) return Constant{nullptr, name + "()"};
    if (parts.stored == nullptr) return std::nullopt;
    std::optional<Constant> stored = read(*parts.stored, element_type_of(target), type.arguments[0]);
    if (stored) stored->expression = name + '(' + stored->expression + ')';
    return stored;
  }

 private:
  std::optional<Constant> read_array(const clang::APValue& value, clang::QualType target, const Type& type) const {
    if (const clang::ConstantArrayType* array = scan_.ast.getAsConstantArrayType(target.getNonReferenceType())) {
      return read_elements(value, "{", "}", array->getElementType(), type);
    }
    // std::array has one member.
    if (!value.isStruct() || value.getStructNumFields() != 1) return std::nullopt;
    return read_elements(value.getStructField(0), holder_name(target, scan_.ast) + "{{", "}}", element_type_of(target),
                         type);
  }

  std::optional<Constant> read_elements(const clang::APValue& value, std::string open, std::string_view close,
                                        clang::QualType element, const Type& type) const {
    if (!value.isArray() || value.getArraySize() != type.extent || type.extent > ElementList::kMost) {
      return std::nullopt;
    }
    ElementList list(std::move(open), type);
    for (unsigned i = 0; i < value.getArraySize(); ++i) {
      const bool is_written = i < value.getArrayInitializedElts();
      if (!is_written && !value.hasArrayFiller()) return std::nullopt;
      const clang::APValue& item = is_written ? value.getArrayInitializedElt(i) : value.getArrayFiller();
      std::optional<Constant> constant = read(item, element, type.arguments[0]);
      if (!constant) return std::nullopt;
      list.add(*std::move(constant));
    }
    return std::move(list).finish(close);
  }

  std::optional<Constant> read_pair(const clang::APValue& value, clang::QualType target, const Type& type) const {
    const clang::CXXRecordDecl* record = target.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
    if (record == nullptr || !is_named(*record, "std", "pair") || !value.isStruct() ||
        value.getStructNumFields() != 2) {
      return std::nullopt;  // std::tuple: each library stores the elements in its own way
    }
    const std::optional<Constant> first = read(value.getStructField(0), element_type_of(target, 0), type.arguments[0]);
    const std::optional<Constant> second = read(value.getStructField(1), element_type_of(target, 1), type.arguments[1]);
    if (!first || !second) return std::nullopt;
    return Constant{nlohmann::ordered_json::array({first->value, second->value}),
                    holder_name(target, scan_.ast) + '(' + first->expression + ", " + second->expression + ')'};
  }

  std::optional<Constant> read_struct(const clang::APValue& value, clang::QualType target, const Type& type) const {
    const clang::CXXRecordDecl* record = plain_aggregate(declarations_, target, type);
    if (record == nullptr) return std::nullopt;
    MemberList members(holder_name(target, scan_.ast));
    auto next = declarations_.structs.at(type.key).members.begin();
    if (!read_members(value, *record, next, members)) return std::nullopt;
    return std::move(members).finish();
  }

  /// The members of `record`, of which `next` is the first: those of its bases come first.
  bool read_members(const clang::APValue& value, const clang::CXXRecordDecl& record,
                    std::vector<declared::Member>::const_iterator& next, MemberList& members) const {
    if (!value.isStruct()) return false;
    unsigned index = 0;
    for (const clang::CXXBaseSpecifier& base : record.bases()) {
      members.begin_base();
      if (!read_members(value.getStructBase(index++), base_of(base), next, members)) return false;
      members.end_base();
    }
    for (const clang::FieldDecl* field : record.fields()) {
      const declared::Member& member = *next++;
      if (member.is_bit_field) return false;
      std::optional<Constant> constant =
          read(value.getStructField(field->getFieldIndex()), field->getType(), member.type);
      if (!constant) return false;
      members.add(member, *std::move(constant));
    }
    return true;
  }

  std::optional<Constant> read_time(const clang::APValue& value, clang::QualType target, const Type& type) const {
    std::vector<const clang::APValue*> leaves;
    collect_leaves(value, leaves);
    const clang::QualType plain = target.getNonReferenceType();
    const clang::CXXRecordDecl* record = plain.getCanonicalType()->getAsCXXRecordDecl();
    // The one clock whose time points are known is that of sys_time, which is the shorter name.
    const bool is_time_point = record != nullptr && is_named(*record, "std::chrono", "time_point");
    const std::string name = is_time_point
                                 ? "::std::chrono::sys_time<" + cpp_type(element_type_of(plain, 1), scan_.ast) + '>'
                                 : holder_name(target, scan_.ast);
    return constant_of_time(leaves, plain, type.kind, name);
  }

  const ScanContext& scan_;
  const declared::Declarations& declarations_;
};

/// The value of a constant expression of a literal type.
std::optional<clang::APValue> evaluate(const ScanContext& scan, const clang::Expr& expression) {
  clang::Expr::EvalResult result;
  if (expression.isValueDependent() || !expression.getType().getNonReferenceType()->isLiteralType(scan.ast)) {
    return std::nullopt;
  }
  if (!expression.EvaluateAsRValue(result, scan.ast, /*InConstantContext=*/true) || result.HasSideEffects) {
    return std::nullopt;
  }
  return result.Val;
}

/// Nothing that Clang says while the object lives reaches anybody.
class Silence {
 public:
  explicit Silence(clang::DiagnosticsEngine& diagnostics)
      : diagnostics_(diagnostics), was_silent_(diagnostics.getSuppressAllDiagnostics()) {
    diagnostics_.setSuppressAllDiagnostics(true);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() { diagnostics_.setSuppressAllDiagnostics(was_silent_); }

 private:
  clang::DiagnosticsEngine& diagnostics_;
  bool was_silent_;
};

}  // namespace

std::optional<Constant> evaluated_constant(const ScanContext& scan, const declared::Declarations& declarations,
                                           const clang::Expr& expression, clang::QualType target, const Type& type) {
  const auto plain = [](clang::QualType of) {
    return of.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  };
  if (plain(expression.getType()) != plain(target)) return std::nullopt;  // a conversion that its holder makes
  const std::optional<clang::APValue> value = evaluate(scan, expression);
  return value ? ValueReader(scan, declarations).read(*value, target, type) : std::nullopt;
}

std::optional<Constant> evaluated_optional(const ScanContext& scan, const declared::Declarations& declarations,
                                           const clang::Expr& expression, clang::QualType target, const Type& type) {
  if (!is_optional(expression.getType()) || !is_optional(target)) return std::nullopt;
  const clang::QualType from = element_type_of(expression.getType()).getCanonicalType();
  const clang::QualType to = element_type_of(target).getCanonicalType();
  if (from != to && !(from->isArithmeticType() && to->isArithmeticType())) return std::nullopt;
  const std::optional<clang::APValue> value = evaluate(scan, expression);
  return value ? ValueReader(scan, declarations).read_optional(*value, target, type) : std::nullopt;
}

std::optional<std::string> evaluated_text(const ScanContext& scan, const clang::Expr& expression) {
  const clang::CXXRecordDecl* record =
      expression.getType().getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || expression.isValueDependent()) return std::nullopt;
  if (!is_named(*record, "std", "basic_string_view") && !is_named(*record, "std", "basic_string")) {
    return std::nullopt;
  }
  // What Clang does for the message of a static_assert, which may be anything that has data() and size(). It says so
  // where the expression is no constant one.
  const Silence silence(scan.sema.getDiagnostics());
  const clang::EnterExpressionEvaluationContext context(scan.sema,
                                                        clang::Sema::ExpressionEvaluationContext::ConstantEvaluated);
  // A text on the heap is one only if it is given back.
  const clang::ExprResult whole = scan.sema.MaybeBindToTemporary(const_cast<clang::Expr*>(&expression));
  std::string text;
  const bool is_constant =
      !whole.isInvalid() && scan.sema.EvaluateStaticAssertMessageAsString(whole.get(), text, scan.ast,
                                                                          /*ErrorOnInvalidMessage=*/true);
  return is_constant ? std::optional(text) : std::nullopt;
}

}  // namespace mcpgen
