// Parses one JSON text and owns what its Values point into. simdjson does the work; numbers that simdjson refuses
// (2^64 and beyond, 1e400, thirty digits) are parsed again by nlohmann's SAX interface, which keeps their digits.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include <mcp/codec/value.hpp>
#include <mcp/spec/limits.hpp>

namespace mcp {

/// Readable bytes that must follow a text handed to Document::parse(); their content does not matter.
inline constexpr std::size_t kJsonPadding = 64;

using spec::kMaxJsonDepth;

/// A parsed JSON text, reusable: each parse() forgets the one before. Not thread-safe while parsing.
class Document {
 public:
  Document();
  ~Document();
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;

  /// Parses `text`, behind which kJsonPadding bytes must be readable. The text must stay unchanged and alive as long as
  /// number_text of exact numbers is wanted; strings are copied. Returns an empty view, or what is wrong with the text
  /// (a static string: "nested deeper than 1024 levels", "not UTF-8", …).
  [[nodiscard]] std::string_view parse(std::string_view text);
  /// Copies `text` to padded memory first: for callers off the hot path.
  [[nodiscard]] std::string_view parse_copy(std::string_view text);

  /// The root of the last text that parsed.
  [[nodiscard]] Value root() const noexcept;

  /// Parses `text` again so that every number keeps its digits (kind BigNumber, number_text()), integers and reals
  /// alike: what an id needs to be echoed exactly. Same conditions and result as parse().
  [[nodiscard]] std::string_view parse_keeping_digits(std::string_view text);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mcp
