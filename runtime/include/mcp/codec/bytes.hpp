// The codec of mcp::Bytes: a string of base64.
#pragma once

#include <mcp/bytes.hpp>
#include <mcp/codec/codec.hpp>

namespace mcp {

template <>
struct codec<Bytes> {
  static constexpr detail::Shape kShape = detail::kStringShape;
  static bool decode(Value from, Bytes& to, Decoder& problems);
  static void encode(const Bytes& from, Writer& to);
};

}  // namespace mcp
