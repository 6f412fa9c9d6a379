// The codec of mcp::json, which holds any JSON value.
#pragma once

#include <mcp/codec/codec.hpp>
#include <mcp/export.hpp>
#include <mcp/json.hpp>

namespace mcp {

template <>
struct MCP_EXPORT codec<json> {
  static bool decode(Value from, json& to, Decoder& problems);
  static void encode(const json& from, Writer& to);
};

}  // namespace mcp
