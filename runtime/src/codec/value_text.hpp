// Writes a parsed value back as JSON text.
#pragma once

#include <mcp/codec/value.hpp>
#include <mcp/codec/writer.hpp>

namespace mcp {

/// Appends `value`, without whitespace. Numbers keep their value, not their spelling.
void write_value(Value value, Writer& to);

}  // namespace mcp
