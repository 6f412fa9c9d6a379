// `mcpgen diff`: the effect of a new manifest on clients of the old one.
#pragma once

#include <string>

#include "diff/change.hpp"

namespace mcpgen {

/// Exit codes of `mcpgen diff`, by the worst change.
enum class Difference { None = 0, Wording = 10, Compatible = 11, Breaking = 12 };

struct ManifestDifference {
  Difference worst = Difference::None;
  std::string text;  // a line for each change, the worst first: "breaking: tool `x` was removed"
};

/// Compares the texts of two manifests. Throws std::runtime_error with an error text for the user if one is not a
/// manifest; `old_name` and `new_name` are their names in that text.
[[nodiscard]] ManifestDifference compare_manifests(const std::string& old_text, const std::string& old_name,
                                                   const std::string& new_text, const std::string& new_name);

}  // namespace mcpgen
