#include <mcp/annotations.hpp>
#include <mcp/codec/codec.hpp>
#include <string>

namespace shop {

class Money {
  long cents_ = 0;
};

class Colour {
  unsigned rgb_ = 0;
};

}  // namespace shop

template <>
struct mcp::codec<shop::Money> {
  static bool decode(mcp::Value from, shop::Money& to, mcp::Decoder& problems);
  static void encode(const shop::Money& from, mcp::Writer& to);
};

template <>
struct mcp::codec<shop::Colour> {
  static constexpr const char* schema = "a colour such as #ff8800";
  static bool decode(mcp::Value from, shop::Colour& to, mcp::Decoder& problems);
  static void encode(const shop::Colour& from, mcp::Writer& to);
};

MCP_TOOL()
shop::Money price(const std::string& article, shop::Colour colour);
