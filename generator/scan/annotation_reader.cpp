// The reader knows no option by name: it walks whatever aggregate the vocabulary declares. What it knows are the
// building blocks of annotation_vocabulary.hpp, each with an unset state: Optional, Number, List, const char*.
#include "scan/annotation_reader.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>

#include <algorithm>
#include <map>
#include <string>

#include "scan/places.hpp"

namespace mcpgen {
namespace {

using Json = nlohmann::ordered_json;

/// Nothing comes back for an unset value.
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

/// The characters that a constant pointer points to, up to the NUL.
std::optional<Json> read_text(const clang::APValue& pointer) {
  if (!pointer.isLValue() || pointer.isNullPointer() || !pointer.getLValueBase()) return std::nullopt;
  const auto offset = static_cast<std::size_t>(pointer.getLValueOffset().getQuantity());
  const clang::APValue::LValueBase base = pointer.getLValueBase();
  std::string text;
  if (const auto* literal = llvm::dyn_cast_or_null<clang::StringLiteral>(base.dyn_cast<const clang::Expr*>())) {
    text = literal->getBytes().drop_front(std::min(offset, literal->getBytes().size())).str();
  } else if (const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(base.dyn_cast<const clang::ValueDecl*>())) {
    const clang::APValue* array = variable->evaluateValue();
    if (array == nullptr || !array->isArray()) return std::nullopt;
    for (auto i = static_cast<unsigned>(offset); i < array->getArrayInitializedElts(); ++i) {
      text += static_cast<char>(array->getArrayInitializedElt(i).getInt().getExtValue());
    }
  } else {
    return std::nullopt;
  }
  return Json(text.substr(0, text.find('\0')));
}

std::optional<Json> read_number(const Members& members) {
  enum Kind { None, Signed, Unsigned, Real };  // as annotation::Number::Kind
  switch (members.integer("kind")) {
    case Signed:
      return Json(members.integer("i"));
    case Unsigned:
      return Json(members.value("u")->getInt().getZExtValue());
    case Real:
      return Json(members.value("d")->getFloat().convertToDouble());
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
  return list;
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
  return object;
}

std::optional<Json> read_enumerator(const llvm::APSInt& value, const clang::EnumDecl& type) {
  for (const clang::EnumConstantDecl* enumerator : type.enumerators()) {
    if (llvm::APSInt::isSameValue(enumerator->getInitVal(), value)) return Json(enumerator->getName().str());
  }
  return integer_json(value);
}

std::optional<Json> read_value(const clang::APValue& value, clang::QualType type, const clang::ASTContext& ast) {
  type = type.getCanonicalType();
  if (type->isPointerType()) return read_text(value);
  if (value.isStruct()) return read_record(value, *type->getAsRecordDecl(), ast);
  if (value.isFloat()) return Json(value.getFloat().convertToDouble());
  if (!value.isInt()) return std::nullopt;
  if (type->isBooleanType()) return Json(value.getInt().getBoolValue());
  if (const auto* enumeration = type->getAs<clang::EnumType>()) {
    return read_enumerator(value.getInt(), *enumeration->getDecl());
  }
  return integer_json(value.getInt());
}

/// Where `.option` is written, for the options given by designator.
std::map<std::string, Location> designator_places(const clang::Expr& argument, const ScanContext& scan) {
  std::map<std::string, Location> places;
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(argument.IgnoreParenImpCasts());
  if (list == nullptr) return places;
  if (const clang::InitListExpr* written = list->getSyntacticForm()) list = written;
  for (const clang::Expr* initialiser : list->inits()) {
    const auto* designated = llvm::dyn_cast_or_null<clang::DesignatedInitExpr>(initialiser);
    if (designated == nullptr || designated->size() == 0) continue;
    const clang::DesignatedInitExpr::Designator* designator = designated->getDesignator(0);
    if (!designator->isFieldDesignator() || designator->getFieldName() == nullptr) continue;
    places[designator->getFieldName()->getName().str()] = place_of(
        clang::SourceRange(designator->getDotLoc(), designator->getFieldLoc()), scan.sources(), scan.ast.getLangOpts());
  }
  return places;
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
  const std::map<std::string, Location> places = designator_places(*without_wrappers(argument), scan);
  const std::optional<Json> options = read_record(evaluated.Val, *record, scan.ast);
  for (const auto& [name, value] : options->items()) {
    const auto place = places.find(name);
    annotation.options.push_back({name, value, place == places.end() ? annotation.at : place->second});
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
