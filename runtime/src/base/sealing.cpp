// A sealed text is, in base64url: version, key id, nonce, cipher text, tag. Version and key id are authenticated with
// the associated text.
#include "base/sealing.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>

#include "base/digest.hpp"

namespace mcp::protocol {

namespace {

constexpr std::byte kSealVersion{1};
constexpr std::size_t kKeyIdSize = 8;
constexpr std::size_t kHeaderSize = 1 + kKeyIdSize;
constexpr std::size_t kNonceSize = 12;
constexpr std::size_t kTagSize = 16;
constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // OpenSSL counts in int

struct Free {
  void operator()(EVP_CIPHER_CTX* context) const noexcept { EVP_CIPHER_CTX_free(context); }
};
using Cipher = std::unique_ptr<EVP_CIPHER_CTX, Free>;

unsigned char* raw(std::byte* bytes) noexcept { return reinterpret_cast<unsigned char*>(bytes); }
const unsigned char* raw(const std::byte* bytes) noexcept { return reinterpret_cast<const unsigned char*>(bytes); }
const unsigned char* raw(const char* bytes) noexcept { return reinterpret_cast<const unsigned char*>(bytes); }

void demand(bool done) {
  if (!done) throw std::runtime_error("OpenSSL cannot use AES-256-GCM");
}

Cipher make_cipher() {
  Cipher cipher(EVP_CIPHER_CTX_new());
  demand(cipher != nullptr);
  return cipher;
}

/// The prefix keeps the id different from any digest of the same key that another program may use.
std::array<std::byte, kKeyIdSize> id_of(const SealingKey& key) {
  std::string text = "mcp sealing key";
  text.append(reinterpret_cast<const char*>(key.data()), key.size());
  const Digest digest = sha256(text);
  OPENSSL_cleanse(text.data(), text.size());
  std::array<std::byte, kKeyIdSize> id;
  std::copy_n(digest.begin(), id.size(), id.begin());
  return id;
}

}  // namespace

Sealer::Sealer(std::span<const SealingKey> keys) {
  if (keys.empty()) throw std::invalid_argument("there is no key to seal with");
  keys_.reserve(keys.size());  // a vector that grows would leave copies of keys in freed memory
  for (const SealingKey& key : keys) keys_.push_back({id_of(key), key});
}

Sealer::~Sealer() {
  for (Key& key : keys_) OPENSSL_cleanse(key.bytes.data(), key.bytes.size());
}

Sealer Sealer::random() {
  SealingKey key;
  if (RAND_priv_bytes(raw(key.data()), static_cast<int>(key.size())) != 1) {
    throw std::runtime_error("OpenSSL has no random bytes");
  }
  Sealer sealer(std::span<const SealingKey>(&key, 1));
  OPENSSL_cleanse(key.data(), key.size());
  return sealer;
}

std::string Sealer::seal(std::string_view plain, std::string_view associated) const {
  if (plain.size() > kMostBytes || associated.size() > kMostBytes) throw std::length_error("too much to seal");
  const Key& key = keys_.front();
  std::vector<std::byte> sealed(kHeaderSize + kNonceSize + plain.size() + kTagSize);
  sealed[0] = kSealVersion;
  std::copy(key.id.begin(), key.id.end(), sealed.begin() + 1);
  std::byte* const nonce = sealed.data() + kHeaderSize;
  std::byte* const cipher_text = nonce + kNonceSize;
  if (RAND_bytes(raw(nonce), kNonceSize) != 1) throw std::runtime_error("OpenSSL has no random bytes");

  const Cipher cipher = make_cipher();
  int size = 0;
  demand(EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, raw(key.bytes.data()), raw(nonce)) == 1);
  demand(EVP_EncryptUpdate(cipher.get(), nullptr, &size, raw(sealed.data()), kHeaderSize) == 1);
  if (!associated.empty()) {
    demand(EVP_EncryptUpdate(cipher.get(), nullptr, &size, raw(associated.data()),
                             static_cast<int>(associated.size())) == 1);
  }
  demand(EVP_EncryptUpdate(cipher.get(), raw(cipher_text), &size, raw(plain.data()), static_cast<int>(plain.size())) ==
         1);
  demand(EVP_EncryptFinal_ex(cipher.get(), raw(cipher_text + size), &size) == 1);
  demand(EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, kTagSize, cipher_text + plain.size()) == 1);
  return to_base64url(sealed);
}

std::optional<std::string> Sealer::open(std::string_view sealed, std::string_view associated) const {
  if (sealed.size() > kMostBytes || associated.size() > kMostBytes) return std::nullopt;
  std::optional<std::vector<std::byte>> bytes = from_base64url(sealed);
  if (!bytes || bytes->size() < kHeaderSize + kNonceSize + kTagSize) return std::nullopt;
  if (bytes->front() != kSealVersion) return std::nullopt;
  const auto key = std::find_if(keys_.begin(), keys_.end(), [&](const Key& candidate) {
    return std::equal(candidate.id.begin(), candidate.id.end(), bytes->begin() + 1);
  });
  if (key == keys_.end()) return std::nullopt;

  const std::byte* const nonce = bytes->data() + kHeaderSize;
  const std::byte* const cipher_text = nonce + kNonceSize;
  std::byte* const tag = bytes->data() + bytes->size() - kTagSize;
  std::string plain(static_cast<std::size_t>(tag - cipher_text), '\0');
  auto* const out = reinterpret_cast<unsigned char*>(plain.data());
  const Cipher cipher = make_cipher();
  int size = 0;
  demand(EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, raw(key->bytes.data()), raw(nonce)) == 1);
  demand(EVP_DecryptUpdate(cipher.get(), nullptr, &size, raw(bytes->data()), kHeaderSize) == 1);
  if (!associated.empty()) {
    demand(EVP_DecryptUpdate(cipher.get(), nullptr, &size, raw(associated.data()),
                             static_cast<int>(associated.size())) == 1);
  }
  demand(EVP_DecryptUpdate(cipher.get(), out, &size, raw(cipher_text), static_cast<int>(plain.size())) == 1);
  demand(EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, kTagSize, tag) == 1);
  if (EVP_DecryptFinal_ex(cipher.get(), out + size, &size) != 1) return std::nullopt;
  return plain;
}

}  // namespace mcp::protocol
