#include "scan/default_reader.hpp"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "scan/cpp_literals.hpp"
#include "scan/names.hpp"
#include "scan/places.hpp"
#include "scan/time_constants.hpp"

namespace mcpgen {
namespace {

using declared::Type;
using declared::TypeKind;
using Json = nlohmann::ordered_json;

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
  explicit ConstantReader(const ScanContext& scan, const declared::Declarations& declarations)
      : scan_(scan), ast_(scan.ast), declarations_(declarations) {}

  std::optional<Constant> read(const clang::Expr& wrapped, clang::QualType target, const Type& type) const {
    const clang::Expr& expression = without_wrappers(wrapped);
    if (expression.isValueDependent()) return std::nullopt;
    switch (type.kind) {
      case TypeKind::Boolean:
      case TypeKind::Integer:
      case TypeKind::Floating:
      case TypeKind::Enum:
      case TypeKind::Character:
        return read_scalar(expression, target, type);
      case TypeKind::String:
        return read_string(expression);
      case TypeKind::Optional:
        return read_optional(expression, target, type);
      case TypeKind::List:
      case TypeKind::Set:
        return read_list(expression, target, type);
      case TypeKind::Array:
        return read_array(expression, target, type);
      case TypeKind::Map:
        return read_map(expression, target, type);
      case TypeKind::Tuple:
        return read_tuple(expression, target, type);
      case TypeKind::Variant:
        return read_variant(expression, target, type);
      case TypeKind::Struct:
        return read_struct(expression, target, type);
      case TypeKind::Bytes:
        if (is_default_construction(expression)) return Constant{"", name_of(target) + "{}"};
        return std::nullopt;
      case TypeKind::Json:
      case TypeKind::Null:
        if (is_default_construction(expression)) return Constant{nullptr, name_of(target) + "()"};
        return std::nullopt;
      case TypeKind::Literal:
        return Constant{type.text, name_of(target) + "{}"};
      case TypeKind::Duration:
      case TypeKind::Seconds:
      case TypeKind::DateTime:
      case TypeKind::Date:
        return read_time(expression, target, type);
      default:
        return std::nullopt;
    }
  }

  /// `T{}` where the expression makes a struct from nothing: what that gives may depend on the moment, how to make it
  /// does not. Empty: it is another expression.
  std::string default_construction(const clang::Expr& wrapped, clang::QualType target, const Type& type) const {
    const clang::Expr& expression = without_wrappers(wrapped);
    if (type.kind != TypeKind::Struct && type.kind != TypeKind::Custom) return {};
    if (const auto* construction = construction_of(expression)) {
      return written_arguments(*construction) == 0 ? name_of(target) + "{}" : std::string();
    }
    const auto* list = llvm::dyn_cast<clang::InitListExpr>(&without_casts(expression));
    if (list == nullptr) return {};
    const clang::InitListExpr* syntactic = list->isSemanticForm() ? list->getSyntacticForm() : list;
    if (syntactic == nullptr) syntactic = list;
    const bool is_empty = std::ranges::all_of(syntactic->inits(), [](const clang::Expr* each) {
      return each == nullptr || llvm::isa<clang::CXXDefaultInitExpr, clang::ImplicitValueInitExpr>(each);
    });
    return is_empty ? name_of(target) + "{}" : std::string();
  }

 private:
  /// What holds a value of the type in generated code: of a span its elements.
  std::string name_of(clang::QualType type) const {
    type = type.getNonReferenceType().getUnqualifiedType();
    const clang::CXXRecordDecl* record = type.getCanonicalType()->getAsCXXRecordDecl();
    if (record == nullptr || !is_named(*record, "std", "span")) return cpp_type(type, ast_);
    return "::std::vector<" + cpp_type(element_of(type).getUnqualifiedType(), ast_) + '>';
  }

  static const clang::TemplateArgumentList& arguments_of(clang::QualType instance) {
    return llvm::cast<clang::ClassTemplateSpecializationDecl>(
               instance.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl())
        ->getTemplateArgs();
  }
  static clang::QualType element_of(clang::QualType container, unsigned index = 0) {
    return arguments_of(container)[index].getAsType();
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
      case TypeKind::Character:
        return value.isInt() ? read_character(value.getInt()) : std::nullopt;
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

  static std::optional<Constant> read_character(const llvm::APSInt& value) {
    constexpr std::int64_t kAscii = 0x80;
    const std::int64_t code = value.getExtValue();
    if (code < 0 || code >= kAscii) return std::nullopt;  // no text of one character
    return Constant{std::string(1, static_cast<char>(code)), "static_cast<char>(" + std::to_string(code) + ')'};
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
    if (!first->isPointerType() && !first->isArrayType()) return std::nullopt;
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
    if (without_wrappers(argument).getType()->isNullPtrType()) return Constant{nullptr, name_of(target) + "()"};
    const clang::CXXRecordDecl* holder = target.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
    if (holder == nullptr || !is_named(*holder, "std", "optional")) return std::nullopt;  // a pointer to something
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
    return read_items(*items, items->getNumInits(), "{", "}", name_of(target), element_of(target), type);
  }

  std::optional<Constant> read_array(const clang::Expr& expression, clang::QualType target, const Type& type) const {
    const auto* items = llvm::dyn_cast<clang::InitListExpr>(&expression);
    if (items == nullptr) return std::nullopt;
    if (const clang::ConstantArrayType* array = ast_.getAsConstantArrayType(target)) {
      return read_items(*items, type.extent, "{", "}", "", array->getElementType(), type);
    }
    if (items->getNumInits() != 1) return std::nullopt;
    items = llvm::dyn_cast<clang::InitListExpr>(&without_wrappers(*items->getInit(0)));
    if (items == nullptr) return std::nullopt;
    return read_items(*items, type.extent, "{{", "}}", name_of(target), element_of(target), type);
  }

  std::optional<Constant> read_items(const clang::InitListExpr& items, std::uint64_t count, std::string_view open,
                                     std::string_view close, const std::string& name, clang::QualType element,
                                     const Type& type) const {
    constexpr std::uint64_t kMost = 256;  // beyond that a default is no documentation any more
    if (count > kMost) return std::nullopt;
    Constant list{Json::array(), name + std::string(open)};
    for (unsigned i = 0; i < count; ++i) {
      const clang::Expr* item = i < items.getNumInits() ? items.getInit(i) : items.getArrayFiller();
      if (item == nullptr) return std::nullopt;
      std::optional<Constant> value = read(*item, element, type.arguments[0]);
      if (!value) return std::nullopt;
      const bool is_repeated = std::ranges::find(list.value, value->value) != list.value.end();
      if (type.kind == TypeKind::Set && is_repeated) continue;
      list.value.push_back(std::move(value->value));
      list.expression += (list.value.size() == 1 ? "" : ", ") + value->expression;
    }
    list.expression += close;
    return list;
  }

  /// The elements of `container{…}`; null: it is made in another way.
  static const clang::InitListExpr* listed_items(const clang::Expr& expression) {
    const clang::CXXConstructExpr* construction = construction_of(expression);
    if (construction == nullptr || !construction->isStdInitListInitialization()) return nullptr;
    const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(&without_wrappers(*construction->getArg(0)));
    return list == nullptr ? nullptr : llvm::dyn_cast<clang::InitListExpr>(&without_wrappers(*list->getSubExpr()));
  }

  std::optional<Constant> read_map(const clang::Expr& expression, clang::QualType target, const Type& type) const {
    Constant map{Json::object(), name_of(target) + '{'};
    if (!is_default_construction(expression)) {
      const clang::InitListExpr* items = listed_items(expression);
      if (items == nullptr) return std::nullopt;
      for (const clang::Expr* item : items->inits()) {
        const clang::CXXConstructExpr* pair = construction_of(*item);
        if (pair == nullptr || written_arguments(*pair) != 2) return std::nullopt;
        const std::optional<Constant> key = read(*pair->getArg(0), element_of(target, 0), type.arguments[0]);
        const std::optional<Constant> value = read(*pair->getArg(1), element_of(target, 1), type.arguments[1]);
        if (!key || !value) return std::nullopt;
        const std::string name = key->value.is_string() ? key->value.get<std::string>() : key->value.dump();
        if (map.value.contains(name)) return std::nullopt;
        if (!map.value.empty()) map.expression += ", ";
        map.value[name] = value->value;
        map.expression += '{' + key->expression + ", " + value->expression + '}';
      }
    }
    map.expression += '}';
    return map;
  }

  /// A pair or a tuple that is made from one expression per element.
  std::optional<Constant> read_tuple(const clang::Expr& expression, clang::QualType target, const Type& type) const {
    const clang::CXXConstructExpr* construction = construction_of(expression);
    if (construction == nullptr || written_arguments(*construction) != type.arguments.size()) return std::nullopt;
    std::vector<clang::QualType> elements;
    for (const clang::TemplateArgument& argument : arguments_of(target).asArray()) {
      if (argument.getKind() == clang::TemplateArgument::Pack) {
        for (const clang::TemplateArgument& each : argument.pack_elements()) elements.push_back(each.getAsType());
      } else {
        elements.push_back(argument.getAsType());
      }
    }
    Constant tuple{Json::array(), name_of(target) + '('};
    for (unsigned i = 0; i < elements.size(); ++i) {
      const std::optional<Constant> value = read(*construction->getArg(i), elements[i], type.arguments[i]);
      if (!value) return std::nullopt;
      tuple.value.push_back(value->value);
      tuple.expression += (i == 0 ? "" : ", ") + value->expression;
    }
    tuple.expression += ')';
    return tuple;
  }

  /// A variant that is made from a value of exactly the type of one alternative.
  std::optional<Constant> read_variant(const clang::Expr& expression, clang::QualType target, const Type& type) const {
    const clang::CXXConstructExpr* construction = construction_of(expression);
    if (construction == nullptr || written_arguments(*construction) != 1) return std::nullopt;
    const clang::Expr& argument = without_wrappers(*construction->getArg(0));
    const clang::QualType given = argument.getType().getCanonicalType().getUnqualifiedType();
    const llvm::ArrayRef<clang::TemplateArgument> alternatives = arguments_of(target)[0].getPackAsArray();
    for (unsigned i = 0; i < alternatives.size(); ++i) {
      if (alternatives[i].getAsType().getCanonicalType() != given) continue;
      std::optional<Constant> value = read(argument, given, type.arguments[i]);
      if (value) value->expression = name_of(target) + '(' + value->expression + ')';
      return value;
    }
    return std::nullopt;
  }

  /// An aggregate without bases, each member from its own constant; what is null is left out, as the encoder does.
  std::optional<Constant> read_struct(const clang::Expr& expression, clang::QualType target, const Type& type) const {
    const auto found = declarations_.structs.find(type.key);
    const clang::CXXRecordDecl* record = target.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
    if (found == declarations_.structs.end() || record == nullptr) return std::nullopt;
    const declared::Struct& declared = found->second;
    record = record->getDefinition();
    if (record == nullptr || !record->isAggregate() || record->getNumBases() != 0) return std::nullopt;
    const auto* list = llvm::dyn_cast<clang::InitListExpr>(&without_casts(expression));
    // Only a complete entry has as many members as the class: a member of the class itself may have this default.
    const auto fields = static_cast<std::size_t>(std::distance(record->field_begin(), record->field_end()));
    if (list == nullptr || declared.members.size() != fields || list->getNumInits() > fields) return std::nullopt;
    Constant object{Json::object(), name_of(target) + '{'};
    for (const clang::FieldDecl* field : record->fields()) {
      const unsigned index = field->getFieldIndex();
      const declared::Member& member = declared.members[index];
      if (index >= list->getNumInits()) return std::nullopt;
      const clang::Expr* initialiser = list->getInit(index);
      if (const auto* own = llvm::dyn_cast<clang::CXXDefaultInitExpr>(initialiser)) initialiser = own->getExpr();
      if (initialiser == nullptr || member.is_bit_field || reads_object(*initialiser)) return std::nullopt;
      const std::optional<Constant> value = llvm::isa<clang::ImplicitValueInitExpr>(initialiser)
                                                ? zero(field->getType(), member.type)
                                                : read(*initialiser, field->getType(), member.type);
      if (!value) return std::nullopt;
      if (!value->value.is_null() || member.type.kind != TypeKind::Optional) object.value[member.name] = value->value;
      object.expression += (index == 0 ? "" : ", ") + value->expression;
    }
    object.expression += '}';
    return object;
  }

  static const clang::Expr& without_casts(const clang::Expr& expression) {
    const clang::Expr* current = &without_wrappers(expression);
    while (const auto* cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(current)) {
      current = &without_wrappers(*cast->getSubExpr());
    }
    if (const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(current);
        construction != nullptr && construction->getConstructor()->isCopyOrMoveConstructor()) {
      return without_casts(*construction->getArg(0));
    }
    return *current;
  }

  /// What `T{}` makes of a scalar.
  std::optional<Constant> zero(clang::QualType target, const Type& type) const {
    switch (type.kind) {
      case TypeKind::Boolean:
        return Constant{false, "false"};
      case TypeKind::Integer:
        return type.is_signed ? Constant{std::int64_t{0}, signed_literal(0, type.bits)}
                              : Constant{std::uint64_t{0}, unsigned_literal(0, type.bits)};
      case TypeKind::Floating:
        return floating(0, type);
      case TypeKind::Enum:
        return read_enumerator(llvm::APSInt::get(0), target);
      default:
        return std::nullopt;
    }
  }

  /// The numbers that a duration, a time point or a date is made of, in the order of their members.
  static void collect_leaves(const clang::APValue& value, std::vector<const clang::APValue*>& leaves) {
    if (!value.isStruct()) return leaves.push_back(&value);
    for (unsigned i = 0; i < value.getStructNumBases(); ++i) collect_leaves(value.getStructBase(i), leaves);
    for (unsigned i = 0; i < value.getStructNumFields(); ++i) collect_leaves(value.getStructField(i), leaves);
  }

  std::optional<Constant> read_time(const clang::Expr& expression, clang::QualType target, const Type& type) const {
    clang::Expr::EvalResult result;
    if (!expression.getType()->isLiteralType(ast_) || !expression.EvaluateAsRValue(result, ast_) ||
        result.HasSideEffects) {
      return std::nullopt;
    }
    std::vector<const clang::APValue*> leaves;
    collect_leaves(result.Val, leaves);
    if (target.getNonReferenceType().getCanonicalType() !=
        expression.getType().getNonReferenceType().getCanonicalType().getUnqualifiedType()) {
      return std::nullopt;  // a conversion that an optional or a variant makes
    }
    return constant_of_time(leaves, target.getNonReferenceType(), type.kind, name_of(target));
  }

  const ScanContext& scan_;
  const clang::ASTContext& ast_;
  const declared::Declarations& declarations_;
};

}  // namespace

declared::Default read_default(const ScanContext& scan, const declared::Declarations& declarations,
                               const clang::Expr& initialiser, clang::QualType target, const declared::Type& type) {
  declared::Default found;
  found.at = place_of(initialiser.getSourceRange(), scan.sources(), scan.ast.getLangOpts());
  found.reads_member = reads_object(initialiser);
  if (found.reads_member || initialiser.containsErrors()) return found;
  if (std::optional<Constant> constant = ConstantReader(scan, declarations).read(initialiser, target, type)) {
    found.is_constant = true;
    found.value = std::move(constant->value);
    found.expression = std::move(constant->expression);
  } else {
    found.expression = ConstantReader(scan, declarations).default_construction(initialiser, target, type);
  }
  return found;
}

}  // namespace mcpgen
