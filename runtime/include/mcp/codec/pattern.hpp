// A regular expression that strings must match, as constant data of generated code. Only a program with such data links
// RE2.
#pragma once

#include <atomic>
#include <string_view>

namespace mcp::detail {

struct Pattern;

enum class Match : unsigned char { Yes, No, BrokenPattern };

/// Finds `pattern` anywhere in `text`, valid UTF-8; the syntax is RE2's.
[[nodiscard]] Match match_pattern(const Pattern& pattern, std::string_view text);

/// `static constinit` at its place, so that nothing runs at start; compiled at its first match, kept for good. Any
/// number of threads may match at once.
struct Pattern {
  constexpr explicit Pattern(const char* text) noexcept : source(text), match(&match_pattern) {}

  const char* source;
  /// match_pattern. Called through here, what checks constraints does not name it and so does not link it.
  Match (*match)(const Pattern& pattern, std::string_view text);
  mutable std::atomic<const void*> compiled{nullptr};
};

}  // namespace mcp::detail
