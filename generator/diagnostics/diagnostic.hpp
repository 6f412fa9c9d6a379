// A diagnostic about the user's code, and the sink that collects the diagnostics of a step.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/location.hpp"

namespace mcpgen {

enum class Severity { Warning, Error };

/// An explanation of a diagnostic. It has its own place if `at.file` is not empty.
struct Note {
  Location at;
  std::string text;
};

/// A note without a place, about the diagnostic that it belongs to.
[[nodiscard]] inline Note unplaced_note(std::string text) {
  Note note;
  note.text = std::move(text);
  return note;
}

/// An error or warning with a stable slug. The message names the thing, says what it *must* be and how to fix it,
/// without a final period.
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string slug;  // one of kSlugs (slugs.hpp); empty for Clang's own errors outside annotations
  Location at;
  std::string message;
  std::vector<Note> notes;
};

/// Collects the diagnostics of a step, each only once. Nothing is printed before the step ends.
class Sink {
 public:
  void add(Diagnostic diagnostic);
  void error(std::string_view slug, const Location& at, std::string message, std::vector<Note> notes = {});
  void warning(std::string_view slug, const Location& at, std::string message, std::vector<Note> notes = {});

  [[nodiscard]] bool has_errors() const noexcept { return errors_ != 0; }
  [[nodiscard]] const std::vector<Diagnostic>& all() const noexcept { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
  std::size_t errors_ = 0;
};

}  // namespace mcpgen
