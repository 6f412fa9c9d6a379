// Parses a JSON text and owns the memory that its Values point into. simdjson parses the text. If simdjson refuses a
// number (2^64 and beyond, 1e400, thirty digits), nlohmann's SAX parser parses the text again and keeps the digits.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include <mcp/codec/value.hpp>
#include <mcp/spec/limits.hpp>

namespace mcp {

/// The number of readable bytes that must follow a text passed to Document::parse(). Their content does not matter.
inline constexpr std::size_t kJsonPadding = 64;

using spec::kMaxJsonDepth;

/// A parsed JSON text. The object can be reused: each parse() replaces the document before. Not thread-safe while
/// parsing.
class Document {
 public:
  Document();
  ~Document();
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;

  /// Parses `text`, behind which kJsonPadding bytes must be readable. Strings are copied; number_text() refers to
  /// `text`, which must stay unchanged for its use. Returns an empty view, or a static error text ("nested deeper than
  /// 1024 levels", "not UTF-8", …).
  [[nodiscard]] std::string_view parse(std::string_view text);
  /// The same, but copies `text` to padded memory first. Not for frequent calls.
  [[nodiscard]] std::string_view parse_copy(std::string_view text);

  /// The root of the last text that parsed.
  [[nodiscard]] Value root() const noexcept;

  /// Parses `text` so that every number keeps its digits (kind BigNumber, number_text()), which an id needs to be
  /// echoed exactly. Preconditions and result are those of parse().
  [[nodiscard]] std::string_view parse_keeping_digits(std::string_view text);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mcp
