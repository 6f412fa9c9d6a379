#include "scan/default_reader.hpp"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "scan/constants.hpp"
#include "scan/evaluated_constants.hpp"
#include "scan/names.hpp"
#include "scan/source_locations.hpp"

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

  /// From its parts where it is written out, so that what is no literal type is read too, else as Clang evaluates it.
  std::optional<Constant> read(const clang::Expr& wrapped, clang::QualType target, const Type& type) const {
    const clang::Expr& expression = without_wrappers(wrapped);
    if (expression.isValueDependent()) return std::nullopt;
    std::optional<Constant> constant = read_parts(expression, target, type);
    if (constant || expression.getType()->isScalarType()) return constant;
    return evaluated_constant(scan_, declarations_, expression, target, type);
  }

  /// Does the expression make what the type makes of nothing?
  bool is_own(const clang::Expr& wrapped, clang::QualType target, const Type& type) const {
    return is_default_construction(without_wrappers(wrapped)) || !default_construction(wrapped, target, type).empty();
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
  std::optional<Constant> read_parts(const clang::Expr& expression, clang::QualType target, const Type& type) const {
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
      default:
        return std::nullopt;
    }
  }

  std::string name_of(clang::QualType type) const { return holder_name(type, ast_); }

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
    return scalar_constant(result.Val, target, type, ast_);
  }

  std::optional<Constant> read_string(const clang::Expr& expression) const {
    const std::optional<std::string> text = string_value(expression);
    return text_constant(text ? text : evaluated_text(scan_, expression));
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
    const clang::Expr& argument = *construction->getArg(0);
    const clang::QualType first = argument.getType().getCanonicalType();
    if (first->isRecordType()) return count == 1 ? text_of_class(argument) : std::nullopt;
    if (!first->isPointerType() && !first->isArrayType()) return std::nullopt;
    if (count == 1) return characters(argument);
    return count == 2 ? counted_characters(*construction) : std::nullopt;
  }

  /// Of what a std::string or a path is made from: another string, or a view.
  std::optional<std::string> text_of_class(const clang::Expr& argument) const {
    std::optional<std::string> text = string_value(argument);
    return text ? text : evaluated_text(scan_, argument);
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
    if (record != nullptr && is_named(*record, "std", "optional")) {
      return evaluated_optional(scan_, declarations_, argument, target, type);
    }
    std::optional<Constant> value = read(argument, element_type_of(target), type.arguments[0]);
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
    return read_items(*items, items->getNumInits(), "{", "}", name_of(target), element_type_of(target), type);
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
    return read_items(*items, type.extent, "{{", "}}", name_of(target), element_type_of(target), type);
  }

  std::optional<Constant> read_items(const clang::InitListExpr& items, std::uint64_t count, std::string_view open,
                                     std::string_view close, const std::string& name, clang::QualType element,
                                     const Type& type) const {
    if (count > ElementList::kMost) return std::nullopt;
    ElementList list(name + std::string(open), type);
    for (unsigned i = 0; i < count; ++i) {
      const clang::Expr* item = i < items.getNumInits() ? items.getInit(i) : items.getArrayFiller();
      if (item == nullptr) return std::nullopt;
      std::optional<Constant> value = read(*item, element, type.arguments[0]);
      if (!value) return std::nullopt;
      list.add(*std::move(value));
    }
    return std::move(list).finish(close);
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
        const std::optional<Constant> key = read(*pair->getArg(0), element_type_of(target, 0), type.arguments[0]);
        const std::optional<Constant> value = read(*pair->getArg(1), element_type_of(target, 1), type.arguments[1]);
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

  /// An aggregate, each member from its own constant; what is null is left out, as the encoder does.
  std::optional<Constant> read_struct(const clang::Expr& expression, clang::QualType target, const Type& type) const {
    const clang::CXXRecordDecl* record = plain_aggregate(declarations_, target, type);
    const auto* list = llvm::dyn_cast<clang::InitListExpr>(&without_casts(expression));
    if (record == nullptr || list == nullptr) return std::nullopt;
    MemberList members(name_of(target));
    auto next = declarations_.structs.at(type.key).members.begin();
    if (!read_members(*list, *record, next, members)) return std::nullopt;
    return std::move(members).finish();
  }

  /// The members of `record`, of which `next` is the first: those of its bases come first.
  bool read_members(const clang::InitListExpr& list, const clang::CXXRecordDecl& record,
                    std::vector<declared::Member>::const_iterator& next, MemberList& members) const {
    unsigned index = 0;
    for (const clang::CXXBaseSpecifier& base : record.bases()) {
      const clang::Expr* initialiser = index < list.getNumInits() ? list.getInit(index++) : nullptr;
      if (initialiser == nullptr) return false;
      const auto* inner = llvm::dyn_cast<clang::InitListExpr>(&without_casts(*initialiser));
      if (inner == nullptr) return false;
      members.begin_base();
      if (!read_members(*inner, base_of(base), next, members)) return false;
      members.end_base();
    }
    for (const clang::FieldDecl* field : record.fields()) {
      const declared::Member& member = *next++;
      const clang::Expr* initialiser = index < list.getNumInits() ? list.getInit(index++) : nullptr;
      if (initialiser == nullptr || member.is_bit_field) return false;
      if (const auto* own = llvm::dyn_cast<clang::CXXDefaultInitExpr>(initialiser)) initialiser = own->getExpr();
      if (initialiser == nullptr || reads_object(*initialiser)) return false;
      std::optional<Constant> value = llvm::isa<clang::ImplicitValueInitExpr>(initialiser)
                                          ? zero_constant(field->getType(), member.type, ast_)
                                          : read(*initialiser, field->getType(), member.type);
      if (!value) return false;
      members.add(member, *std::move(value));
    }
    return true;
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
  const ConstantReader reader(scan, declarations);
  found.is_own = reader.is_own(initialiser, target, type);
  if (std::optional<Constant> constant = reader.read(initialiser, target, type)) {
    found.is_constant = true;
    found.value = std::move(constant->value);
    found.expression = std::move(constant->expression);
  } else {
    found.expression = reader.default_construction(initialiser, target, type);
  }
  return found;
}

}  // namespace mcpgen
