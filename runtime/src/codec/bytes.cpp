#include <mcp/codec/bytes.hpp>

#include <algorithm>
#include <array>
#include <span>

#include "base/base64.hpp"

namespace mcp {

bool codec<Bytes>::decode(Value from, Bytes& to, Decoder& problems) {
  if (from.kind() != JsonKind::String) return problems.expected("string of base64", from);
  const auto size = base64_decoded_size(from.string());
  if (!size) return problems.expected("string of base64 (padded, without white space)", from);
  to.resize(*size);
  from_base64(from.string(), to.data());
  return true;
}

void codec<Bytes>::encode(const Bytes& from, Writer& to) {
  constexpr std::size_t kChunk = 768;  // whole groups of three
  std::array<char, base64_size(kChunk)> text;
  to.raw('"');
  for (std::size_t i = 0; i < from.size(); i += kChunk) {
    const auto chunk = std::span(from).subspan(i, std::min(kChunk, from.size() - i));
    to.raw({text.data(), static_cast<std::size_t>(to_base64(chunk, text.data()) - text.data())});
  }
  to.raw('"');
}

}  // namespace mcp
