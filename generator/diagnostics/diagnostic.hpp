// One thing to tell the user about their code, and the sink that collects all of a step.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/location.hpp"

namespace mcpgen {

enum class Severity { Warning, Error };

/// Says more about a diagnostic, at a place of its own when `at.file` is not empty.
struct Note {
  Location at;
  std::string text;
};

/// A note about the diagnostic it stands under, at no place of its own.
[[nodiscard]] inline Note unplaced_note(std::string text) {
  Note note;
  note.text = std::move(text);
  return note;
}

/// Prose with a stable slug. Texts name the thing, say what it *must* be, and give the fix; no final period.
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string slug;  // one of kSlugs (slugs.hpp); empty for Clang's own errors outside annotations
  Location at;
  std::string message;
  std::vector<Note> notes;
};

/// Collects every diagnostic of a step. Nothing is printed before the step ends; equal diagnostics count once.
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
