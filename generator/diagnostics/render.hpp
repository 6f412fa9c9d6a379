// Renders diagnostics in Clang's format: `file:line:col: error: text [slug]`, the line, a caret, notes.
#pragma once

#include <string>

#include "diagnostics/diagnostic.hpp"

namespace mcpgen {

/// All diagnostics of `sink` as text, sorted by file, line and column, with a closing count when there are errors.
/// Source lines are read from the files; if a file cannot be read, only its lines are missing.
[[nodiscard]] std::string render(const Sink& sink);

}  // namespace mcpgen
