// Collects what is wrong with a JSON value while codecs decode it, as text a language model can act on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <mcp/codec/path.hpp>
#include <mcp/codec/value.hpp>

namespace mcp {

namespace detail {
struct Constraints;
class Trial;
}  // namespace detail

/// The state of one decode. Codecs return false after reporting; decoding goes on with siblings, so that one answer
/// names all problems (up to kMaxProblems). Not thread-safe.
class Decoder {
 public:
  static constexpr std::size_t kMaxProblems = 8;
  /// The default of max_bytes.
  static constexpr std::size_t kDefaultMaxBytes = std::size_t{64} << 20;
  /// Keys of hash tables that may be met in the buckets of others, in all, before the decode ends. Keys that are spread
  /// over their buckets never come near.
  static constexpr std::size_t kMaxCollisions = std::size_t{1} << 22;

  /// Reports "PATH: expected WHAT, got VALUE" (the value trimmed) and returns false.
  bool expected(std::string_view what, Value got);
  /// Reports "PATH: MESSAGE" and returns false.
  bool fail(std::string_view message);

  [[nodiscard]] bool failed() const noexcept { return problems_ != 0; }
  /// All problems, one a line.
  [[nodiscard]] const std::string& report() const noexcept { return report_; }

  /// Whether nobody will read the next text: the report has no room for it, or an alternative of a variant is being
  /// tried. expected() and fail() may then be called with any text, so that none need be built.
  [[nodiscard]] bool silent() const noexcept;
  /// Whether nobody will hear of a further problem at all. A codec that loops over elements or members asks after each
  /// one that failed, and returns false then: the rest is neither looked at nor constructed.
  [[nodiscard]] bool done() const noexcept;

  /// Counts `count` objects of `size` bytes each that the decoded value is going to hold outside of itself. Where all
  /// that was counted is more than max_bytes, this reports so, ends the decode (see done()) and returns false. Codecs
  /// of containers and pointers ask before they construct; what a string holds is never more than what was sent.
  bool reserve(std::size_t count, std::size_t size) {
    bytes_ += std::uint64_t{count} * size;
    return bytes_ <= max_bytes || refuse_bytes();
  }
  /// The bytes that were counted.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  /// Counts the keys of a hash table that a new key was compared with. Where there were more than kMaxCollisions in
  /// all, this reports so, ends the decode and returns false.
  bool meet_keys(std::size_t keys) {
    constexpr std::size_t kFew = 8;  // buckets of keys that are spread evenly
    if (keys <= kFew) return true;
    collisions_ += keys;
    return collisions_ <= kMaxCollisions || refuse_collisions();
  }

  /// Where in the value we are.
  const PathStep* path = nullptr;
  /// What the annotation of the member being decoded demands, for the texts of expected(); null: nothing.
  const detail::Constraints* constraints = nullptr;
  /// What reserve() allows, in bytes.
  std::size_t max_bytes = kDefaultMaxBytes;

 private:
  friend class detail::Trial;

  void add(std::string_view message);
  /// Reports, even on trial, and ends the decode.
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
