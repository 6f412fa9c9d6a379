// Guesses which alternative of a raw schema a value was meant for that conforms to none, for error texts.
#pragma once

#include <vector>

#include <mcp/codec/value.hpp>

#include "schema/raw_schema_tree.hpp"

namespace mcp::internal {

/// The types of a value as bits of TypeBit: one, or two for an integer.
[[nodiscard]] unsigned char types_of(Value value);

/// Whether `value` is an element of the array of an `enum`.
[[nodiscard]] bool is_choice(Value choices, Value value);

/// The alternatives that accept the type of the value; among them, those whose constant members the value has, if there
/// are any.
[[nodiscard]] std::vector<const SchemaNode*> likely(const std::vector<const SchemaNode*>& alternatives, Value value);

/// Whether a schema, or the one that it refers to, has no other constraint than `const` or `enum`.
[[nodiscard]] bool lists_values(const SchemaNode& node);

}  // namespace mcp::internal
