// A regular expression that strings must match, as constant data in generated code. Only a program with such data links
// RE2.
#pragma once

#include <atomic>
#include <string_view>

#include <mcp/export.hpp>

namespace mcp::detail {

struct Pattern;

enum class Match : unsigned char { Yes, No, BrokenPattern };

/// Returns whether `pattern`, in RE2's syntax, matches anywhere in `text`, which must be valid UTF-8.
[[nodiscard]] MCP_EXPORT Match match_pattern(const Pattern& pattern, std::string_view text);

/// Declare patterns `static constinit`, so that nothing runs at program start. A pattern is compiled at its first match
/// and kept until the program ends or the plug-in that holds the runtime is unloaded. Thread-safe.
struct Pattern {
  constexpr explicit Pattern(const char* text) noexcept : source(text), match(&match_pattern) {}

  const char* source;
  /// Always match_pattern(). The check of constraints calls it through this pointer, so that programs without patterns
  /// do not link it.
  Match (*match)(const Pattern& pattern, std::string_view text);
  mutable std::atomic<const void*> compiled{nullptr};
};

}  // namespace mcp::detail
