#include "model/text_argument.hpp"

namespace mcpgen {

using model::TypeKind;

std::optional<TextKind> text_kind(const model::Type& type) {
  switch (type.kind) {
    case TypeKind::Optional:
      return text_kind(type.arguments.front());
    case TypeKind::Boolean:
      return TextKind::Boolean;
    case TypeKind::Integer:
    case TypeKind::Floating:
    case TypeKind::Seconds:
      return TextKind::Number;
    case TypeKind::Character:
    case TypeKind::String:
    case TypeKind::Literal:
    case TypeKind::Duration:
    case TypeKind::DateTime:
    case TypeKind::Date:
    case TypeKind::Enum:
      return TextKind::Text;
    case TypeKind::Custom: {
      const nlohmann::ordered_json kind = type.schema.value("type", nlohmann::ordered_json());
      if (kind == "string") return TextKind::Text;
      if (kind == "number" || kind == "integer") return TextKind::Number;
      if (kind == "boolean") return TextKind::Boolean;
      return std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace mcpgen
