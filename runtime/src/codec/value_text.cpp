#include "codec/value_text.hpp"

namespace mcp {

// Document limits the nesting, so the recursion is bounded.
void write_value(Value value, Writer& to) {
  switch (value.kind()) {
    case JsonKind::Null:
      return to.null();
    case JsonKind::Boolean:
      return to.boolean(value.boolean());
    case JsonKind::Integer:
      return to.integer(value.integer());
    case JsonKind::Unsigned:
      return to.unsigned_integer(value.unsigned_integer());
    case JsonKind::Real:
      return to.real(value.real());
    case JsonKind::BigNumber:
      return to.raw(value.number_text());
    case JsonKind::String:
      return to.string(value.string());
    case JsonKind::Array: {
      ArrayCursor cursor(value);
      Value element;
      to.raw('[');
      for (bool first = true; cursor.next(element); first = false) {
        if (!first) to.raw(',');
        write_value(element, to);
      }
      return to.raw(']');
    }
    case JsonKind::Object: {
      ObjectCursor cursor(value);
      std::string_view name;
      Value member;
      to.raw('{');
      for (bool first = true; cursor.next(name, member); first = false) {
        if (!first) to.raw(',');
        to.string(name);
        to.raw(':');
        write_value(member, to);
      }
      return to.raw('}');
    }
  }
}

}  // namespace mcp
