// The reader knows no option by name: it walks whatever aggregate the vocabulary declares. What it knows are the
// building blocks of annotation_vocabulary.hpp, each with an unset state: Optional, Number, List, const char*.
#include "scan/annotation_reader.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "scan/source_locations.hpp"
#include "text/cpp_literals.hpp"

namespace mcpgen {
namespace {

using Json = nlohmann::ordered_json;

/// Nothing comes back for an unset value. (A json converts to an optional in two ways, so the functions below say which
/// they mean.)
std::optional<Json> read_value(const clang::APValue& value, clang::QualType type, const clang::ASTContext& ast);

/// The members of an evaluated aggregate, by name.
class Members {
 public:
  Members(const clang::APValue& value, const clang::RecordDecl& record) : value_(value), record_(record) {}

  const clang::FieldDecl* field(llvm::StringRef name) const {
    for (const clang::FieldDecl* member : record_.fields()) {
      if (member->getName() == name) return member;
    }
    return nullptr;
  }
  const clang::APValue* value(llvm::StringRef name) const {
    const clang::FieldDecl* member = field(name);
    return member == nullptr ? nullptr : &value_.getStructField(member->getFieldIndex());
  }
  std::int64_t integer(llvm::StringRef name) const {
    const clang::APValue* member = value(name);
    return member != nullptr && member->isInt() ? member->getInt().getExtValue() : 0;
  }

 private:
  const clang::APValue& value_;
  const clang::RecordDecl& record_;
};

Json integer_json(const llvm::APSInt& value) {
  if (value.isUnsigned()) return Json(value.getZExtValue());
  return Json(value.getSExtValue());
}

/// Stands for a text that cannot be read, until read_annotation() reports it.
Json unreadable() { return Json(Json::value_t::discarded); }

/// The value of the constant that a pointer points into; null: there is none.
const clang::APValue* pointee_of(clang::APValue::LValueBase base) {
  if (const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(base.dyn_cast<const clang::ValueDecl*>())) {
    return variable->evaluateValue();
  }
  if (const auto* object =
          llvm::dyn_cast_or_null<clang::TemplateParamObjectDecl>(base.dyn_cast<const clang::ValueDecl*>())) {
    return &object->getValue();
  }
  if (const auto* temporary =
          llvm::dyn_cast_or_null<clang::MaterializeTemporaryExpr>(base.dyn_cast<const clang::Expr*>())) {
    return temporary->getOrCreateValue(/*MayCreate=*/false);
  }
  return nullptr;
}

const clang::APValue* element_of(const clang::APValue& array, std::uint64_t index) {
  if (!array.isArray() || index >= array.getArraySize()) return nullptr;
  if (index < array.getArrayInitializedElts()) return &array.getArrayInitializedElt(static_cast<unsigned>(index));
  return array.hasArrayFiller() ? &array.getArrayFiller() : nullptr;
}

const clang::APValue* member_of(const clang::APValue& object, const clang::Decl& member) {
  if (!object.isStruct()) return nullptr;
  if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(&member)) {
    return &object.getStructField(field->getFieldIndex());
  }
  return nullptr;  // a base class
}

/// The characters of an array of a constant, from the one that `pointer` points to.
std::optional<std::string> characters_at(const clang::APValue& pointer) {
  const clang::APValue* value = pointee_of(pointer.getLValueBase());
  if (value == nullptr || !pointer.hasLValuePath() || pointer.getLValuePath().empty()) return std::nullopt;
  // `names[1]` in `Table::names` of `tables[2]`: indices and members. The last one is the index of the character; the
  // type of what a step leads into tells the two apart.
  const auto path = pointer.getLValuePath();
  for (const clang::APValue::LValuePathEntry& step : path.drop_back()) {
    value = value->isArray() ? element_of(*value, step.getAsArrayIndex())
                             : member_of(*value, *step.getAsBaseOrMember().getPointer());
    if (value == nullptr) return std::nullopt;
  }
  if (!value->isArray()) return std::nullopt;
  std::string text;
  for (std::uint64_t i = path.back().getAsArrayIndex(); i < value->getArraySize(); ++i) {
    const clang::APValue* character = element_of(*value, i);
    if (character == nullptr || !character->isInt()) return std::nullopt;
    if (character->getInt().isZero()) break;
    text += static_cast<char>(character->getInt().getExtValue());
  }
  return text;
}

/// The characters that a constant pointer points to, up to the NUL.
std::optional<Json> read_text(const clang::APValue& pointer) {
  if (!pointer.isLValue()) return std::make_optional(unreadable());
  if (pointer.isNullPointer()) return std::nullopt;
  const clang::APValue::LValueBase base = pointer.getLValueBase();
  if (!base) return std::make_optional(unreadable());
  if (const auto* literal = llvm::dyn_cast_or_null<clang::StringLiteral>(base.dyn_cast<const clang::Expr*>())) {
    const auto offset = static_cast<std::size_t>(pointer.getLValueOffset().getQuantity());
    const llvm::StringRef text = literal->getBytes();
    return std::make_optional<Json>(text.drop_front(std::min(offset, text.size())).split('\0').first.str());
  }
  if (std::optional<std::string> text = characters_at(pointer)) return std::make_optional<Json>(*std::move(text));
  return std::make_optional(unreadable());
}

std::optional<Json> read_number(const Members& members) {
  enum Kind { None, Signed, Unsigned, Real };  // as annotation::Number::Kind
  switch (members.integer("kind")) {
    case Signed:
      return std::make_optional<Json>(members.integer("i"));
    case Unsigned:
      return std::make_optional<Json>(members.value("u")->getInt().getZExtValue());
    case Real:
      return std::make_optional<Json>(members.value("d")->getFloat().convertToDouble());
    default:
      return std::nullopt;
  }
}

std::optional<Json> read_list(const Members& members, const clang::ASTContext& ast) {
  const clang::FieldDecl* items = members.field("items");
  const clang::APValue* values = members.value("items");
  const std::int64_t count = members.integer("count");
  if (items == nullptr || values == nullptr || !values->isArray() || count == 0) return std::nullopt;
  const clang::QualType element = ast.getAsArrayType(items->getType())->getElementType();
  Json list = Json::array();
  for (unsigned i = 0; i < static_cast<std::uint64_t>(count) && i < values->getArraySize(); ++i) {
    const bool written = i < values->getArrayInitializedElts();
    const clang::APValue& value = written ? values->getArrayInitializedElt(i) : values->getArrayFiller();
    list.push_back(read_value(value, element, ast).value_or(nullptr));
  }
  return std::make_optional(std::move(list));
}

std::optional<Json> read_record(const clang::APValue& value, const clang::RecordDecl& record,
                                const clang::ASTContext& ast) {
  const Members members(value, record);
  const llvm::StringRef name = record.getName();
  if (name == "Number") return read_number(members);
  if (name == "List") return read_list(members, ast);
  if (name == "Optional") {
    if (members.integer("set") == 0) return std::nullopt;
    return read_value(*members.value("value"), members.field("value")->getType(), ast);
  }
  Json object = Json::object();
  for (const clang::FieldDecl* field : record.fields()) {
    std::optional<Json> member = read_value(value.getStructField(field->getFieldIndex()), field->getType(), ast);
    if (member) object[field->getName().str()] = std::move(*member);
  }
  return std::make_optional(std::move(object));
}

std::optional<Json> read_enumerator(const llvm::APSInt& value, const clang::EnumDecl& type) {
  for (const clang::EnumConstantDecl* enumerator : type.enumerators()) {
    if (llvm::APSInt::isSameValue(enumerator->getInitVal(), value))
      return std::make_optional<Json>(enumerator->getName().str());
  }
  return std::make_optional(integer_json(value));
}

std::optional<Json> read_value(const clang::APValue& value, clang::QualType type, const clang::ASTContext& ast) {
  type = type.getCanonicalType();
  if (type->isPointerType()) return read_text(value);
  if (value.isStruct()) return read_record(value, *type->getAsRecordDecl(), ast);
  if (value.isFloat()) return std::make_optional<Json>(value.getFloat().convertToDouble());
  if (!value.isInt()) return std::nullopt;
  if (type->isBooleanType()) return std::make_optional<Json>(value.getInt().getBoolValue());
  if (const auto* enumeration = type->getAs<clang::EnumType>()) {
    return read_enumerator(value.getInt(), *enumeration->getDecl());
  }
  return std::make_optional(integer_json(value.getInt()));
}

const clang::Expr* without_wrappers(const clang::Expr* expression) {
  while (true) {
    if (const auto* constant = llvm::dyn_cast<clang::FullExpr>(expression)) {
      expression = constant->getSubExpr();
    } else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
      expression = cast->getSubExpr();
    } else {
      return expression;
    }
  }
}

/// The options as written. Reports what Clang lets pass: an option without its name, or one that is given twice.
class WrittenOptions {
 public:
  WrittenOptions(const ScanContext& scan, const clang::AnnotateAttr& attribute) : scan_(scan), attribute_(attribute) {
    const auto* list = llvm::dyn_cast<clang::InitListExpr>(without_wrappers(*attribute.args_begin()));
    if (list == nullptr) return;
    if (const clang::InitListExpr* written = list->getSyntacticForm()) list = written;
    for (const clang::Expr* initialiser : list->inits()) {
      if (initialiser != nullptr) add(*initialiser);
    }
  }

  /// Where `.option` is written; where it is not, where the annotation is.
  Location place_of_option(const std::string& name) const {
    const auto place = places_.find(name);
    return place == places_.end()
               ? place_of_expansion(attribute_.getLocation(), scan_.sources(), scan_.ast.getLangOpts())
               : place->second;
  }

 private:
  void add(const clang::Expr& initialiser) {
    const auto* designated = llvm::dyn_cast<clang::DesignatedInitExpr>(&initialiser);
    if (designated == nullptr) {
      scan_.sink.error(
          "bad-annotation", place(initialiser.getSourceRange()),
          "an option of " + std::string(macro_of(attribute_)->macro) + " must be given by name, as in `.name = …`");
      return;
    }
    const clang::DesignatedInitExpr::Designator* designator = designated->getDesignator(0);
    if (designator == nullptr || !designator->isFieldDesignator() || designator->getFieldName() == nullptr) return;
    const std::string name = designator->getFieldName()->getName().str();
    const Location at = place(clang::SourceRange(designator->getDotLoc(), designator->getFieldLoc()));
    const auto [first, is_new] = places_.emplace(name, at);
    if (is_new || designated->size() > 1) return;
    scan_.sink.error(
        "bad-annotation", at,
        "option `." + name + "` of " + std::string(macro_of(attribute_)->macro) + " must be given only once",
        {{first->second, "the first one is here"}});
  }

  Location place(clang::SourceRange range) const { return place_of(range, scan_.sources(), scan_.ast.getLangOpts()); }

  const ScanContext& scan_;
  const clang::AnnotateAttr& attribute_;
  std::map<std::string, Location> places_;
};

/// Why JSON cannot carry the value of an option; empty: it can.
std::string_view problem_of(const Json& value) {
  if (value.is_discarded()) return "be a string literal, or a constant whose characters mcpgen can read";
  if (value.is_string() && !is_utf8(value.get_ref<const std::string&>())) return "be UTF-8";
  if (!value.is_structured()) return {};
  for (const Json& inner : value) {
    if (const std::string_view problem = problem_of(inner); !problem.empty()) return problem;
  }
  return {};
}

}  // namespace

const AnnotationMacro* macro_of(const clang::AnnotateAttr& attribute) {
  const llvm::StringRef name = attribute.getAnnotation();
  return find_macro_of_attribute(std::string_view(name.data(), name.size()));
}

const clang::AnnotateAttr* find_annotation(const clang::Decl& declaration, AnnotationKind kind) {
  for (const auto* attribute : declaration.specific_attrs<clang::AnnotateAttr>()) {
    const AnnotationMacro* macro = macro_of(*attribute);
    if (macro != nullptr && macro->kind == kind) return attribute;
  }
  return nullptr;
}

declared::Annotation read_annotation(const ScanContext& scan, const clang::AnnotateAttr& attribute) {
  declared::Annotation annotation;
  annotation.at = place_of_expansion(attribute.getLocation(), scan.sources(), scan.ast.getLangOpts());
  if (attribute.args_size() == 0) return annotation;

  const clang::Expr* argument = *attribute.args_begin();
  clang::Expr::EvalResult evaluated;
  const clang::RecordDecl* record = argument->getType()->getAsRecordDecl();
  if (record == nullptr || argument->isValueDependent() || !argument->EvaluateAsConstantExpr(evaluated, scan.ast) ||
      !evaluated.Val.isStruct()) {
    return annotation;
  }
  const WrittenOptions written(scan, attribute);
  const std::optional<Json> options = read_record(evaluated.Val, *record, scan.ast);
  for (const auto& [name, value] : options->items()) {
    const Location at = written.place_of_option(name);
    if (const std::string_view problem = problem_of(value); !problem.empty()) {
      scan.sink.error("bad-annotation", at, "the text of `." + name + "` must " + std::string(problem));
      continue;
    }
    annotation.options.push_back({name, value, at});
  }
  return annotation;
}

std::optional<declared::Annotation> read_annotation(const ScanContext& scan, const clang::Decl& declaration,
                                                    AnnotationKind kind) {
  const clang::AnnotateAttr* attribute = find_annotation(declaration, kind);
  if (attribute == nullptr) return std::nullopt;
  return read_annotation(scan, *attribute);
}

}  // namespace mcpgen
