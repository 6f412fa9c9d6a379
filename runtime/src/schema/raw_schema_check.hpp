// Checks a value against a raw schema.
#pragma once

#include <mcp/codec/decoder.hpp>
#include <mcp/codec/value.hpp>

#include "schema/raw_schema_tree.hpp"

namespace mcp::internal {

/// Whether `value` conforms to the schema; reports errors to `problems`. Precondition: the schema's problem() is empty.
[[nodiscard]] bool check(const SchemaTree& schema, Value value, Decoder& problems);

}  // namespace mcp::internal
