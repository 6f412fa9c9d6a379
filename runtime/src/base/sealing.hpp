// Authenticated encryption (AES-256-GCM, by OpenSSL) of state that a client carries and must neither read nor change.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/once.hpp"

namespace mcp::protocol {

using SealingKey = std::array<std::byte, 32>;

/// Keys from an option or a file: one a line, or separated by commas, each 64 hexadecimal digits or the base64 of 32
/// bytes (of either alphabet); `#` starts a comment that ends with its line. Throws std::invalid_argument that names
/// the line and what is wrong with it, and no part of a key.
[[nodiscard]] std::vector<SealingKey> parse_keys(std::string_view text);

/// Seals with the first key and opens with any key. To change keys, put the new key in front, and remove the old one
/// when everything sealed with it has expired. All processes with the same keys can open each other's texts. Nonces are
/// random, so a key may seal at most 2^32 texts. Thread-safe.
class Sealer {
 public:
  /// Throws std::invalid_argument if `keys` is empty.
  explicit Sealer(std::span<const SealingKey> keys);
  /// A sealer with a random key, which is lost when the process ends.
  [[nodiscard]] static Sealer random();
  ~Sealer();
  Sealer(Sealer&&) noexcept = default;
  Sealer& operator=(Sealer&&) = delete;
  Sealer(const Sealer&) = delete;
  Sealer& operator=(const Sealer&) = delete;

  /// Encrypts and authenticates `plain`; returns base64url. `associated` is authenticated but not contained in the
  /// result: open() needs the same text.
  [[nodiscard]] std::string seal(std::string_view plain, std::string_view associated) const;
  /// The sealed text; nullopt if `sealed` was changed, was sealed with other keys or another `associated`, or is
  /// malformed.
  [[nodiscard]] std::optional<std::string> open(std::string_view sealed, std::string_view associated) const;

 private:
  /// The id of a key, which stands in front of each text that it sealed.
  using KeyId = std::array<std::byte, 8>;
  struct Key {
    KeyId id;
    SealingKey bytes;
  };

  std::vector<Key> keys_;
};

/// A sealer that is made at its first use. Most servers never seal anything, and starting OpenSSL takes longer than the
/// rest of their start. Thread-safe.
class LateSealer {
 public:
  /// `given` may be null: then the first use makes one with a random key.
  explicit LateSealer(std::shared_ptr<const Sealer> given) : sealer_(std::move(given)) {}

  [[nodiscard]] const Sealer& get() const {
    made_.run([this] {
      if (!sealer_) sealer_ = std::make_shared<const Sealer>(Sealer::random());
    });
    return *sealer_;
  }

 private:
  mutable Once made_;
  mutable std::shared_ptr<const Sealer> sealer_;
};

}  // namespace mcp::protocol
