// The arguments of a call: decoded into memory that its slot keeps.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <mcp/codec/value.hpp>
#include <mcp/registry/handler.hpp>

#include "catalog/catalog.hpp"

namespace mcp {
class Decoder;
}

namespace mcp::protocol {

/// Bytes for the arguments of one call: small ones inside, bigger or over-aligned ones on the heap, kept for the next.
class ArgumentStorage {
 public:
  ArgumentStorage() = default;
  ~ArgumentStorage() { release(); }
  ArgumentStorage(const ArgumentStorage&) = delete;
  ArgumentStorage& operator=(const ArgumentStorage&) = delete;

  [[nodiscard]] void* provide(std::size_t size, std::size_t alignment);

 private:
  void release() noexcept;

  static constexpr std::size_t kInside = 192;

  alignas(std::max_align_t) std::byte inside_[kInside];
  void* heap_ = nullptr;
  std::size_t heap_size_ = 0;
  std::size_t heap_alignment_ = 0;
};

/// An argument that came as text.
struct TextValue {
  std::string_view name;
  std::string_view text;
};

/// Of one call at a time. For one thread at a time.
class CallArguments {
 public:
  CallArguments() = default;
  ~CallArguments() { drop(); }
  CallArguments(const CallArguments&) = delete;
  CallArguments& operator=(const CallArguments&) = delete;

  /// Decodes `arguments`, an object, for `target`. On false `problems` says why, and nothing is held. Passes on what a
  /// user's constructor or codec throws.
  [[nodiscard]] bool decode(const BoundHandler& target, Value arguments, Decoder& problems);
  /// The same from texts, each read as the handler's `texts` say.
  [[nodiscard]] bool decode_texts(const BoundHandler& target, std::span<const TextValue> arguments, Decoder& problems);
  /// Destroys what was decoded; does nothing if nothing was.
  void drop() noexcept;

  /// What the handler takes; null if nothing was decoded.
  [[nodiscard]] void* get() const noexcept { return value_; }
  /// A digest of the arguments as they were decoded; empty if nothing was. Computed when it is asked for first.
  [[nodiscard]] const std::string& digest();

 private:
  ArgumentStorage storage_;
  const detail::Handler* handler_ = nullptr;
  void* value_ = nullptr;  // in storage_
  std::string raw_;        // as they came, where the handler takes a Context and decodes by itself
  std::string digest_;     // empty: not computed
};

}  // namespace mcp::protocol
