// Seals what travels through a client and must come back unread and unchanged: AES-256-GCM, by OpenSSL.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::protocol {

using SealingKey = std::array<std::byte, 32>;

/// Keys from an option or a file: one a line, or separated by commas, each 64 hexadecimal digits or the base64 of 32
/// bytes (of either alphabet); `#` starts a comment that ends with its line. Throws std::invalid_argument that names
/// the line and what is wrong with it, and no part of a key.
[[nodiscard]] std::vector<SealingKey> parse_keys(std::string_view text);

/// The first key seals, all open: to change keys, put the new one in front and drop the old one when what it sealed has
/// expired. Every process with the same keys opens what another sealed. Nonces are random, so a key is good for 2^32
/// texts. Thread-safe.
class Sealer {
 public:
  /// Throws std::invalid_argument without a key.
  explicit Sealer(std::span<const SealingKey> keys);
  /// With a key that nobody knows and that ends with the process.
  [[nodiscard]] static Sealer random();
  ~Sealer();
  Sealer(Sealer&&) noexcept = default;
  Sealer& operator=(Sealer&&) = delete;
  Sealer(const Sealer&) = delete;
  Sealer& operator=(const Sealer&) = delete;

  /// `plain` as base64url that nobody else can read or make. `associated` is not in it: it must be the same when it is
  /// opened.
  [[nodiscard]] std::string seal(std::string_view plain, std::string_view associated) const;
  /// What was sealed; nothing if `sealed` was changed, was sealed with other keys or for something else, or is no such
  /// text at all.
  [[nodiscard]] std::optional<std::string> open(std::string_view sealed, std::string_view associated) const;

 private:
  /// What of a key travels in front of what it sealed.
  using KeyId = std::array<std::byte, 8>;
  struct Key {
    KeyId id;
    SealingKey bytes;
  };

  std::vector<Key> keys_;
};

/// A sealer that is made when something is sealed or opened for the first time: to start OpenSSL takes a server that
/// never asks anything longer than all the rest of its start. Thread-safe.
class LateSealer {
 public:
  /// Null: one with a random key.
  explicit LateSealer(std::shared_ptr<const Sealer> given) : sealer_(std::move(given)) {}

  [[nodiscard]] const Sealer& get() const {
    std::call_once(made_, [this] {
      if (!sealer_) sealer_ = std::make_shared<const Sealer>(Sealer::random());
    });
    return *sealer_;
  }

 private:
  mutable std::once_flag made_;
  mutable std::shared_ptr<const Sealer> sealer_;
};

}  // namespace mcp::protocol
