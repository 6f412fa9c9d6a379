// The codec of std::filesystem::path: a string. Writing a path that is not UTF-8 fails.
#pragma once

#include <filesystem>

#include <mcp/codec/codec.hpp>
#include <mcp/export.hpp>

namespace mcp {

template <>
struct MCP_EXPORT codec<std::filesystem::path> {
  static constexpr detail::Shape kShape = detail::kStringShape;
  static bool decode(Value from, std::filesystem::path& to, Decoder& problems);
  static void encode(const std::filesystem::path& from, Writer& to);
};

namespace detail {

class Invocation;
template <class R>
struct ResultWriter;

/// A path that a tool returns is one text block.
template <>
struct MCP_EXPORT ResultWriter<std::filesystem::path> {
  static void write(Invocation& call, const std::filesystem::path& result);
};

}  // namespace detail
}  // namespace mcp
