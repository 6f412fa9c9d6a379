#include "schema/raw_schema_likely.hpp"

#include "codec/equality.hpp"
#include "codec/exact_number.hpp"

namespace mcp::internal {

namespace {

bool has_list(const SchemaNode& node) { return node.constant || node.choices; }

/// The schema that states the type: follows references. An endless chain is rejected when the value is checked; here
/// the loop must only terminate.
const SchemaNode& behind_references(const SchemaNode& node) {
  const SchemaNode* last = &node;
  for (int i = 0; i < 16 && last->types == 0 && !has_list(*last) && last->references.size() == 1; ++i) {
    last = last->references.front();
  }
  return *last;
}

/// Whether a value listed by the schema has one of `types`.
bool lists_type(const SchemaNode& node, unsigned char types) {
  if (node.constant) return (types_of(*node.constant) & types) != 0;
  ArrayCursor cursor(*node.choices);
  Value choice;
  while (cursor.next(choice)) {
    if ((types_of(choice) & types) != 0) return true;
  }
  return false;
}

bool has_constants(const SchemaNode& schema, Value value) {
  if (value.kind() != JsonKind::Object || schema.object == nullptr) return true;
  ObjectCursor cursor(value);
  std::string_view name;
  Value member;
  while (cursor.next(name, member)) {
    const auto property = schema.object->properties.find(name);
    if (property == schema.object->properties.end()) continue;
    const SchemaNode& node = *property->second;
    if ((node.constant && !equal(*node.constant, member)) || (node.choices && !is_choice(*node.choices, member))) {
      return false;
    }
  }
  return true;
}

}  // namespace

unsigned char types_of(Value value) {
  switch (value.kind()) {
    case JsonKind::Null:
      return kNullType;
    case JsonKind::Boolean:
      return kBooleanType;
    case JsonKind::String:
      return kStringType;
    case JsonKind::Array:
      return kArrayType;
    case JsonKind::Object:
      return kObjectType;
    default:
      return is_integer(value) ? kIntegerType | kNumberType : kNumberType;
  }
}

bool is_choice(Value choices, Value value) {
  ArrayCursor cursor(choices);
  Value choice;
  while (cursor.next(choice)) {
    if (equal(choice, value)) return true;
  }
  return false;
}

std::vector<const SchemaNode*> likely(const std::vector<const SchemaNode*>& alternatives, Value value) {
  std::vector<const SchemaNode*> by_type;
  std::vector<const SchemaNode*> by_constants;
  for (const SchemaNode* alternative : alternatives) {
    const SchemaNode& schema = behind_references(*alternative);
    if (schema.nothing || (has_list(schema) && !lists_type(schema, types_of(value)))) continue;
    if (schema.types != 0 && (schema.types & types_of(value)) == 0) continue;
    by_type.push_back(alternative);
    if (has_constants(schema, value)) by_constants.push_back(alternative);
  }
  return by_constants.empty() ? by_type : by_constants;
}

bool lists_values(const SchemaNode& node) { return has_list(behind_references(node)); }

}  // namespace mcp::internal
