// A value against a raw schema.
#pragma once

#include <mcp/codec/decoder.hpp>
#include <mcp/codec/value.hpp>

#include "schema/raw_schema_tree.hpp"

namespace mcp::internal {

/// Whether `value` fits the schema, which must have no problem(); reports to `problems` if not.
[[nodiscard]] bool check(const SchemaTree& schema, Value value, Decoder& problems);

}  // namespace mcp::internal
