#include <mcp/codec/filesystem.hpp>

namespace mcp {

bool codec<std::filesystem::path>::decode(Value from, std::filesystem::path& to, Decoder& problems) {
  std::string text;
  if (!codec<std::string>::decode(from, text, problems)) return false;
  to = std::move(text);
  return true;
}

void codec<std::filesystem::path>::encode(const std::filesystem::path& from, Writer& to) { to.string(from.native()); }

}  // namespace mcp
