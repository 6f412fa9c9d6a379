#include "base/digest.hpp"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "base/base64.hpp"

namespace mcp::protocol {

Digest sha256(std::string_view text) {
  Digest digest;
  auto* const out = reinterpret_cast<unsigned char*>(digest.data());
  if (EVP_Digest(text.data(), text.size(), out, nullptr, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL cannot compute SHA-256");
  }
  return digest;
}

std::string to_hex(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte byte : bytes) {
    text += kDigits[std::to_integer<std::size_t>(byte >> 4)];
    text += kDigits[std::to_integer<std::size_t>(byte & std::byte{15})];
  }
  return text;
}

std::string to_base64url(std::span<const std::byte> bytes) {
  std::string text = to_base64(bytes);
  text.resize(text.size() - static_cast<std::size_t>(std::count(text.begin(), text.end(), '=')));
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  return text;
}

std::optional<std::vector<std::byte>> from_base64url(std::string_view text) {
  if (text.find_first_of("+/=") != std::string_view::npos) return std::nullopt;
  std::string standard(text);
  std::replace(standard.begin(), standard.end(), '-', '+');
  std::replace(standard.begin(), standard.end(), '_', '/');
  standard.append((4 - standard.size() % 4) % 4, '=');
  const std::optional<std::size_t> size = base64_decoded_size(standard);
  if (!size) return std::nullopt;
  std::vector<std::byte> bytes(*size);
  from_base64(standard, bytes.data());
  return bytes;
}

std::string random_token(std::size_t bytes) {
  if (bytes > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw std::length_error("mcp: a token so long");
  std::vector<std::byte> random(bytes);
  if (RAND_bytes(reinterpret_cast<unsigned char*>(random.data()), static_cast<int>(bytes)) != 1) {
    throw std::runtime_error("OpenSSL has no random bytes");
  }
  return to_base64url(random);
}

std::string digest_of(std::string_view text) {
  const Digest digest = sha256(text);
  return to_base64url(std::span(digest).first(digest.size() / 2));
}

}  // namespace mcp::protocol
