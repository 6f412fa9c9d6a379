// Which alternative of a raw schema was meant by a value that fits none: for messages.
#pragma once

#include <vector>

#include <mcp/codec/value.hpp>

#include "schema/raw_schema_tree.hpp"

namespace mcp::internal {

/// The types that a value is of, as bits of TypeBit: one, or two for an integer.
[[nodiscard]] unsigned char types_of(Value value);

/// Whether `value` is in the array of an `enum`.
[[nodiscard]] bool is_choice(Value choices, Value value);

/// The alternatives that take a value of this type; of those, the ones whose constant members it has, if there are any.
[[nodiscard]] std::vector<const SchemaNode*> likely(const std::vector<const SchemaNode*>& alternatives, Value value);

/// Whether a schema, or what it refers to, says all with `const` or `enum`.
[[nodiscard]] bool lists_values(const SchemaNode& node);

}  // namespace mcp::internal
