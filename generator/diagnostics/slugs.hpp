// The table of all diagnostics. Each has a rejected example under tests/reject/<slug>/ and a section in
// docs/diagnostics.md; a test walks the table.
#pragma once

#include <array>
#include <string_view>

#include "diagnostics/diagnostic.hpp"

namespace mcpgen {

struct Slug {
  std::string_view name;
  Severity severity;
  std::string_view summary;  // one line for `mcpgen --list-diagnostics` and the head of the docs section
};

/// Sorted by name. Sink::add refuses a slug that is not here.
[[nodiscard]] const Slug* find_slug(std::string_view name) noexcept;
[[nodiscard]] std::size_t slug_count() noexcept;
[[nodiscard]] const Slug& slug_at(std::size_t index) noexcept;

}  // namespace mcpgen
