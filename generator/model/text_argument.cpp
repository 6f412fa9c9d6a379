#include "model/text_argument.hpp"

namespace mcpgen {

using model::TypeKind;

std::optional<TextKind> text_kind(const model::Type& type) {
  switch (type.kind) {
    case TypeKind::Optional:
      return text_kind(type.arguments.front());
    case TypeKind::Custom: {
      const nlohmann::ordered_json kind = type.schema.value("type", nlohmann::ordered_json());
      if (kind == "string") return TextKind::Text;
      if (kind == "number" || kind == "integer") return TextKind::Number;
      if (kind == "boolean") return TextKind::Boolean;
      return std::nullopt;
    }
    default:
      return type_row(type.kind).text;
  }
}

}  // namespace mcpgen
