// Collects the errors that codecs find in a JSON value, as texts that a language model can act on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <mcp/codec/path.hpp>
#include <mcp/codec/value.hpp>
#include <mcp/export.hpp>

namespace mcp {

namespace detail {
struct Constraints;
class Trial;
}  // namespace detail

/// The state of one decode. A codec reports an error and returns false. Decoding continues with the siblings, so that
/// one answer names all errors, up to kMaxProblems. Not thread-safe.
class MCP_EXPORT Decoder {
 public:
  static constexpr std::size_t kMaxProblems = 8;
  /// The default of max_bytes.
  static constexpr std::size_t kDefaultMaxBytes = std::size_t{64} << 20;
  /// The number of comparisons with colliding keys in hash tables after which a decode is ended. Keys that are spread
  /// over their buckets stay far below.
  static constexpr std::size_t kMaxCollisions = std::size_t{1} << 22;

  /// Reports "PATH: expected WHAT, got VALUE" (the value trimmed) and returns false.
  bool expected(std::string_view what, Value got);
  /// Reports "PATH: MESSAGE" and returns false.
  bool fail(std::string_view message);

  [[nodiscard]] bool failed() const noexcept { return problems_ != 0; }
  /// All reported errors, one per line.
  [[nodiscard]] const std::string& report() const noexcept { return report_; }

  /// Whether the text of the next error is not used: the report is full, or an alternative of a variant is being tried.
  /// expected() and fail() may then be called with any text, so the caller need not build one.
  [[nodiscard]] bool silent() const noexcept;
  /// Whether further errors are ignored. A codec that loops over elements or members calls this after each failed one,
  /// and returns false if it is true; it neither reads nor constructs the rest.
  [[nodiscard]] bool done() const noexcept;

  /// Counts `count` objects of `size` bytes each that the decoded value will hold on the heap. If the sum of this
  /// decode exceeds max_bytes, reports that, ends the decode (see done()) and returns false. Codecs of containers and
  /// pointers call this before they construct elements. Strings need not, since they are never longer than the text
  /// that was sent.
  bool reserve(std::size_t count, std::size_t size) {
    bytes_ += std::uint64_t{count} * size;
    return bytes_ <= max_bytes || refuse_bytes();
  }
  /// The bytes that reserve() has counted.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  /// Counts the keys of a hash table that a new key was compared with. If the sum of this decode exceeds
  /// kMaxCollisions, reports that, ends the decode and returns false.
  bool meet_keys(std::size_t keys) {
    constexpr std::size_t kFew = 8;  // usual in a bucket of evenly spread keys
    if (keys <= kFew) return true;
    collisions_ += keys;
    return collisions_ <= kMaxCollisions || refuse_collisions();
  }

  /// The path of the value that is being decoded.
  const PathStep* path = nullptr;
  /// The constraints of the member that is being decoded, for the texts of expected(); null: none.
  const detail::Constraints* constraints = nullptr;
  /// The limit of reserve(), in bytes.
  std::size_t max_bytes = kDefaultMaxBytes;

 private:
  friend class detail::Trial;

  void add(std::string_view message);
  /// Reports the error even while an alternative is being tried, and ends the decode.
  bool end(std::string_view message);
  bool refuse_bytes();
  bool refuse_collisions();

  std::string report_;
  std::size_t problems_ = 0;
  detail::Trial* trial_ = nullptr;
  std::size_t nested_trials_ = 0;
  std::uint64_t bytes_ = 0;
  std::size_t collisions_ = 0;
};

}  // namespace mcp
