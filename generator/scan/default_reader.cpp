#include "scan/default_reader.hpp"

#include <clang/AST/ExprCXX.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

#include "scan/cpp_literals.hpp"
#include "scan/names.hpp"
#include "scan/places.hpp"

namespace mcpgen {
namespace {

using declared::Type;
using declared::TypeKind;
using Json = nlohmann::ordered_json;

struct Constant {
  Json value;
  std::string expression;
};

bool reads_object(const clang::Stmt& statement) {
  if (llvm::isa<clang::CXXThisExpr>(statement)) return true;
  for (const clang::Stmt* child : statement.children()) {
    if (child != nullptr && reads_object(*child)) return true;
  }
  return false;
}

/// Conversions, temporaries and clean-ups that change nothing about which value it is.
const clang::Expr& without_wrappers(const clang::Expr& wrapped) {
  const clang::Expr* expression = &wrapped;
  while (true) {
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) {
      expression = full->getSubExpr();
    } else if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression)) {
      expression = temporary->getSubExpr();
    } else if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expression)) {
      expression = bound->getSubExpr();
    } else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression);
               cast != nullptr &&
               (cast->getCastKind() == clang::CK_ConstructorConversion || cast->getCastKind() == clang::CK_NoOp)) {
      expression = cast->getSubExpr();
    } else if (const auto* parentheses = llvm::dyn_cast<clang::ParenExpr>(expression)) {
      expression = parentheses->getSubExpr();
    } else {
      return *expression;
    }
  }
}

unsigned written_arguments(const clang::CXXConstructExpr& construction) {
  unsigned count = construction.getNumArgs();
  while (count > 0 && construction.getArg(count - 1)->isDefaultArgument()) --count;
  return count;
}

class ConstantReader {
 public:
  explicit ConstantReader(const clang::ASTContext& ast) : ast_(ast) {}

  std::optional<Constant> read(const clang::Expr& wrapped, clang::QualType target, const Type& type) const {
    const clang::Expr& expression = without_wrappers(wrapped);
    if (expression.isValueDependent()) return std::nullopt;
    switch (type.kind) {
      case TypeKind::Boolean:
      case TypeKind::Integer:
      case TypeKind::Floating:
      case TypeKind::Enum:
        return read_scalar(expression, target, type);
      case TypeKind::String:
        return read_string(expression);
      case TypeKind::Optional:
        return read_optional(expression, target, type);
      case TypeKind::List:
        return read_list(expression, target, type);
      case TypeKind::Array:
        return read_array(expression, target, type);
      case TypeKind::Map:
        if (is_default_construction(expression)) return Constant{Json::object(), name_of(target) + "{}"};
        return std::nullopt;
      case TypeKind::Json:
        if (is_default_construction(expression)) return Constant{nullptr, name_of(target) + "()"};
        return std::nullopt;
      default:
        return std::nullopt;
    }
  }

 private:
  std::string name_of(clang::QualType type) const {
    return cpp_type(type.getNonReferenceType().getUnqualifiedType(), ast_);
  }

  static clang::QualType element_of(clang::QualType container) {
    const auto* record = llvm::cast<clang::ClassTemplateSpecializationDecl>(
        container.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl());
    return record->getTemplateArgs()[0].getAsType();
  }

  static bool is_default_construction(const clang::Expr& expression) {
    if (const auto* construction = construction_of(expression)) return written_arguments(*construction) == 0;
    const auto* list = llvm::dyn_cast<clang::InitListExpr>(&expression);
    return list != nullptr && list->getNumInits() == 0;
  }

  /// The construction of the value, behind `T(…)`, `T{…}` and copies of such.
  static const clang::CXXConstructExpr* construction_of(const clang::Expr& expression) {
    const clang::Expr* current = &without_wrappers(expression);
    while (const auto* cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(current)) {
      current = &without_wrappers(*cast->getSubExpr());
    }
    const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(current);
    if (construction != nullptr && construction->getConstructor()->isCopyOrMoveConstructor() &&
        written_arguments(*construction) == 1) {
      return construction_of(*construction->getArg(0));
    }
    return construction;
  }

  std::optional<Constant> read_scalar(const clang::Expr& expression, clang::QualType target, const Type& type) const {
    clang::Expr::EvalResult result;
    if (!expression.getType()->isScalarType() || !expression.EvaluateAsRValue(result, ast_) || result.HasSideEffects) {
      return std::nullopt;
    }
    const clang::APValue& value = result.Val;
    switch (type.kind) {
      case TypeKind::Boolean:
        if (!value.isInt()) return std::nullopt;
        return value.getInt().getBoolValue() ? Constant{true, "true"} : Constant{false, "false"};
      case TypeKind::Integer:
        return value.isInt() ? read_integer(value.getInt(), type) : std::nullopt;
      case TypeKind::Floating:
        return read_floating(value, type);
      default:
        return value.isInt() ? read_enumerator(value.getInt(), target) : std::nullopt;
    }
  }

  static std::optional<Constant> read_integer(const llvm::APSInt& value, const Type& type) {
    // Of `std::optional<std::uint8_t> a = 300` only the 300 is here: the conversion happens inside of optional.
    llvm::APSInt converted = value.extOrTrunc(type.bits);
    converted.setIsSigned(type.is_signed);
    if (type.is_signed) return Constant{converted.getExtValue(), signed_literal(converted.getExtValue(), type.bits)};
    return Constant{converted.getZExtValue(), unsigned_literal(converted.getZExtValue(), type.bits)};
  }

  static std::optional<Constant> read_floating(const clang::APValue& value, const Type& type) {
    if (value.isInt()) {
      const llvm::APSInt& integer = value.getInt();
      return floating(
          integer.isSigned() ? static_cast<double>(integer.getExtValue()) : static_cast<double>(integer.getZExtValue()),
          type);
    }
    if (!value.isFloat() || !value.getFloat().isFinite()) return std::nullopt;
    return floating(value.getFloat().convertToDouble(), type);
  }

  static Constant floating(double value, const Type& type) {
    if (type.bits != 32) return {value, shortest(value)};
    // The JSON is the decimal text that a reader expects: 0.1 for 0.1f, which becomes the same float again.
    const std::string text = shortest(static_cast<float>(value));
    return {std::strtod(text.c_str(), nullptr), text + 'f'};
  }

  static std::string enumerator_literal(const llvm::APSInt& value) {
    constexpr unsigned kBitsOfInt = 32;
    if (value.isRepresentableByInt64()) {
      const std::int64_t number = value.getExtValue();
      return signed_literal(number, number == static_cast<std::int32_t>(number) ? kBitsOfInt : 2 * kBitsOfInt);
    }
    return unsigned_literal(value.getZExtValue(), 2 * kBitsOfInt);
  }

  std::optional<Constant> read_enumerator(const llvm::APSInt& value, clang::QualType target) const {
    const auto* type = target.getNonReferenceType().getCanonicalType()->getAs<clang::EnumType>();
    if (type == nullptr) return std::nullopt;
    for (const clang::EnumConstantDecl* enumerator : type->getDecl()->enumerators()) {
      if (llvm::APSInt::isSameValue(enumerator->getInitVal(), value)) {
        return Constant{enumerator->getName().str(),
                        "static_cast<" + name_of(target) + ">(" + enumerator_literal(value) + ")"};
      }
    }
    return std::nullopt;
  }

  std::optional<Constant> read_string(const clang::Expr& expression) const {
    const std::optional<std::string> text = string_value(expression);
    if (!text || !is_utf8(*text)) return std::nullopt;
    return Constant{*text, string_expression(*text)};
  }

  /// Of a std::string, or of the characters that one is made from.
  std::optional<std::string> string_value(const clang::Expr& wrapped) const {
    const clang::Expr& expression = without_wrappers(wrapped);
    const clang::QualType type = expression.getType().getCanonicalType();
    if (type->isArrayType() || type->isPointerType()) return characters(expression);
    if (const auto* literal = llvm::dyn_cast<clang::UserDefinedLiteral>(&expression)) {
      const clang::FunctionDecl* suffix = literal->getDirectCallee();
      if (suffix == nullptr || !suffix->isInStdNamespace()) return std::nullopt;
      return whole_literal(*literal->getCookedLiteral());
    }
    if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(&expression)) {
      if (list->getNumInits() == 0) return "";
      return list->getNumInits() == 1 ? string_value(*list->getInit(0)) : std::nullopt;
    }
    const clang::CXXConstructExpr* construction = construction_of(expression);
    if (construction == nullptr || construction->isStdInitListInitialization()) return std::nullopt;
    const unsigned count = written_arguments(*construction);
    if (count == 0) return "";
    const clang::QualType first = construction->getArg(0)->getType().getCanonicalType();
    if (!first->isPointerType()) return std::nullopt;
    if (count == 1) return characters(*construction->getArg(0));
    return count == 2 ? counted_characters(*construction) : std::nullopt;
  }

  std::optional<std::string> characters(const clang::Expr& expression) const {
    const auto* literal = llvm::dyn_cast<clang::StringLiteral>(expression.IgnoreParenImpCasts());
    if (literal != nullptr) return literal->getBytes().split('\0').first.str();
    return expression.tryEvaluateString(const_cast<clang::ASTContext&>(ast_));
  }

  static std::optional<std::string> whole_literal(const clang::Expr& expression) {
    const auto* literal = llvm::dyn_cast<clang::StringLiteral>(expression.IgnoreParenImpCasts());
    if (literal == nullptr) return std::nullopt;
    return literal->getBytes().str();
  }

  /// std::string("a\0b", 3)
  std::optional<std::string> counted_characters(const clang::CXXConstructExpr& construction) const {
    std::optional<std::string> text = whole_literal(*construction.getArg(0));
    clang::Expr::EvalResult count;
    if (!text || !construction.getArg(1)->EvaluateAsInt(count, ast_)) return std::nullopt;
    if (count.Val.getInt().getZExtValue() > text->size()) return std::nullopt;
    text->resize(count.Val.getInt().getZExtValue());
    return text;
  }

  std::optional<Constant> read_optional(const clang::Expr& expression, clang::QualType target, const Type& type) const {
    if (is_default_construction(expression)) return Constant{nullptr, name_of(target) + "()"};
    const clang::CXXConstructExpr* construction = construction_of(expression);
    if (construction == nullptr || written_arguments(*construction) != 1) return std::nullopt;
    const clang::Expr& argument = *construction->getArg(0);
    const clang::CXXRecordDecl* record = argument.getType().getCanonicalType()->getAsCXXRecordDecl();
    if (record != nullptr && is_named(*record, "std", "nullopt_t")) return Constant{nullptr, name_of(target) + "()"};
    if (record != nullptr && is_named(*record, "std", "optional"))
      return std::nullopt;  // a conversion between optionals
    std::optional<Constant> value = read(argument, element_of(target), type.arguments[0]);
    if (value) value->expression = name_of(target) + '(' + value->expression + ')';
    return value;
  }

  std::optional<Constant> read_list(const clang::Expr& expression, clang::QualType target, const Type& type) const {
    if (is_default_construction(expression)) return Constant{Json::array(), name_of(target) + "{}"};
    const clang::CXXConstructExpr* construction = construction_of(expression);
    if (construction == nullptr || !construction->isStdInitListInitialization()) return std::nullopt;
    const clang::Expr& argument = without_wrappers(*construction->getArg(0));
    const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(&argument);
    if (list == nullptr) return std::nullopt;
    const auto* items = llvm::dyn_cast<clang::InitListExpr>(&without_wrappers(*list->getSubExpr()));
    if (items == nullptr) return std::nullopt;
    return read_items(*items, items->getNumInits(), "{", "}", target, type);
  }

  std::optional<Constant> read_array(const clang::Expr& expression, clang::QualType target, const Type& type) const {
    const auto* outer = llvm::dyn_cast<clang::InitListExpr>(&expression);
    if (outer == nullptr || outer->getNumInits() != 1) return std::nullopt;
    const auto* items = llvm::dyn_cast<clang::InitListExpr>(&without_wrappers(*outer->getInit(0)));
    if (items == nullptr) return std::nullopt;
    return read_items(*items, type.extent, "{{", "}}", target, type);
  }

  std::optional<Constant> read_items(const clang::InitListExpr& items, std::uint64_t count, std::string_view open,
                                     std::string_view close, clang::QualType target, const Type& type) const {
    constexpr std::uint64_t kMost = 256;  // beyond that a default is no documentation any more
    if (count > kMost) return std::nullopt;
    Constant list{Json::array(), name_of(target) + std::string(open)};
    for (unsigned i = 0; i < count; ++i) {
      const clang::Expr* item = i < items.getNumInits() ? items.getInit(i) : items.getArrayFiller();
      if (item == nullptr) return std::nullopt;
      std::optional<Constant> value = read(*item, element_of(target), type.arguments[0]);
      if (!value) return std::nullopt;
      list.value.push_back(std::move(value->value));
      list.expression += (i == 0 ? "" : ", ") + value->expression;
    }
    list.expression += close;
    return list;
  }

  const clang::ASTContext& ast_;
};

}  // namespace

declared::Default read_default(const ScanContext& scan, const clang::Expr& initialiser, clang::QualType target,
                               const declared::Type& type) {
  declared::Default found;
  found.at = place_of(initialiser.getSourceRange(), scan.sources(), scan.ast.getLangOpts());
  found.reads_member = reads_object(initialiser);
  if (found.reads_member || initialiser.containsErrors()) return found;
  if (std::optional<Constant> constant = ConstantReader(scan.ast).read(initialiser, target, type)) {
    found.is_constant = true;
    found.value = std::move(constant->value);
    found.expression = std::move(constant->expression);
  }
  return found;
}

}  // namespace mcpgen
