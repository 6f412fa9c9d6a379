#include "emit/form.hpp"

#include <algorithm>
#include <utility>

#include "model/type_bounds.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using mcp::spec::FormSchemas;
using model::Type;
using model::TypeKind;

namespace {

/// Builds the fields of one form.
class FormBuilder {
 public:
  FormBuilder(const model::Model& model, FormSchemas schemas)
      : model_(model), knows_choices_(schemas == FormSchemas::Choices) {}

  /// Null for a field that the client does not understand.
  [[nodiscard]] Json field(const model::Member& member) const {
    const Type& type = member.type.kind == TypeKind::Optional ? member.type.arguments.front() : member.type;
    if (!knows_choices_ && (type.kind == TypeKind::List || type.kind == TypeKind::Set)) return nullptr;
    Json schema = value(type, member.legacy_titles);
    for (const auto& [keyword, limit] : member.constraints.items()) schema[keyword] = limit;
    if (!member.title.empty()) schema["title"] = member.title;
    if (!member.description.empty()) schema["description"] = member.description;
    const bool takes_default = knows_choices_ || type.kind == TypeKind::Boolean;
    if (takes_default && member.default_value && !member.default_value->is_null()) {
      schema["default"] = *member.default_value;
    }
    return schema;
  }

 private:
  [[nodiscard]] Json value(const Type& type, bool legacy_titles) const {
    switch (type.kind) {
      case TypeKind::Integer:
        return integer(type);
      case TypeKind::Enum:
        return choice(type, legacy_titles);
      case TypeKind::List:
      case TypeKind::Set:
        return {{"type", "array"}, {"items", choices(type.arguments.front())}};
      default:
        return Json::parse(type_row(type.kind).field);
    }
  }

  static Json integer(const Type& type) {
    Json schema = {{"type", "integer"}};
    if (type.bits == 64 && type.is_signed) return schema;
    const TypeBounds bounds = bounds_of(type);
    schema["minimum"] = *bounds.minimum;
    schema["maximum"] = *bounds.maximum;
    return schema;
  }

  [[nodiscard]] bool is_titled(const Type& type) const {
    return std::ranges::any_of(model_.enums.at(type.key).enumerators,
                               [](const model::Enumerator& each) { return !each.title.empty(); });
  }

  static std::string title_of(const model::Enumerator& each) { return each.title.empty() ? each.name : each.title; }

  [[nodiscard]] Json names(const Type& type) const {
    Json list = Json::array();
    for (const model::Enumerator& each : model_.enums.at(type.key).enumerators) list.push_back(each.name);
    return list;
  }

  [[nodiscard]] Json titled(const Type& type) const {
    Json list = Json::array();
    for (const model::Enumerator& each : model_.enums.at(type.key).enumerators) {
      list.push_back({{"const", each.name}, {"title", title_of(each)}});
    }
    return list;
  }

  /// One of an enum.
  [[nodiscard]] Json choice(const Type& type, bool legacy_titles) const {
    Json schema = {{"type", "string"}};
    const bool has_titles = is_titled(type);
    if (has_titles && knows_choices_ && !legacy_titles) {
      schema["oneOf"] = titled(type);
      return schema;
    }
    schema["enum"] = names(type);
    if (has_titles) {
      for (const model::Enumerator& each : model_.enums.at(type.key).enumerators) {
        schema["enumNames"].push_back(title_of(each));
      }
    }
    return schema;
  }

  /// Some of an enum.
  [[nodiscard]] Json choices(const Type& type) const {
    if (is_titled(type)) return {{"anyOf", titled(type)}};
    return {{"type", "string"}, {"enum", names(type)}};
  }

  const model::Model& model_;
  bool knows_choices_;
};

}  // namespace

Json form_json(const model::Asked& form, const model::Model& model, FormSchemas schemas) {
  if (schemas == FormSchemas::None) return nullptr;
  const FormBuilder builder(model, schemas);
  Json properties = Json::object();
  Json required = Json::array();
  for (const model::Member& member : model.structs.at(form.type.key).members) {
    Json field = builder.field(member);
    if (field.is_null()) return nullptr;
    properties[member.name] = std::move(field);
    if (member.required) required.push_back(member.name);
  }
  Json schema = {{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

}  // namespace mcpgen
