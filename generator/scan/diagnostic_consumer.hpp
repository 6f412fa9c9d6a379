// Hands Clang's errors on to the sink, with a slug where they are about an annotation.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/LangOptions.h>

#include <optional>
#include <set>
#include <vector>

#include "diagnostics/diagnostic.hpp"

namespace clang {
class Preprocessor;
class Sema;
}  // namespace clang

namespace mcpgen {

/// Warnings are dropped: they are the business of the compiler that builds the file.
class DiagnosticConsumer final : public clang::DiagnosticConsumer {
 public:
  explicit DiagnosticConsumer(Sink& sink) : sink_(sink) {}

  void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* preprocessor) override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

  /// While `sema` works on the body of a function, errors are dropped: bodies are read for what they ask the client,
  /// and what is wrong with them is the business of the compiler that builds the file. Null: no more.
  void watch(const clang::Sema* sema) { sema_ = sema; }

  /// Call after the last diagnostic: notes come after their error, so each error waits for the next one.
  void flush();

  /// Clang gave up: a missing header, a broken flag.
  [[nodiscard]] bool saw_fatal() const { return saw_fatal_; }
  /// Where in files Clang reported errors, in the order it did.
  [[nodiscard]] const std::vector<clang::SourceLocation>& error_places() const { return error_places_; }
  /// Did Clang report an error inside the annotation whose macro is written at `at`?
  [[nodiscard]] bool is_broken_annotation(clang::SourceLocation at) const { return broken_annotations_.contains(at); }

 private:
  [[nodiscard]] bool is_in_body(const clang::Diagnostic& info) const;
  void begin_error(const clang::Diagnostic& info);
  void add_note(const clang::Diagnostic& info);
  /// Errors outside of annotations; false: nothing is to be said about this one.
  bool explain_other(const clang::Diagnostic& info, clang::SourceLocation at, Diagnostic& diagnostic);
  /// Has a header declared `mcp::name`?
  [[nodiscard]] bool knows(llvm::StringRef name) const;

  Sink& sink_;
  const clang::Preprocessor* preprocessor_ = nullptr;
  clang::LangOptions language_;
  const clang::Sema* sema_ = nullptr;
  std::optional<Diagnostic> pending_;
  bool is_about_annotation_ = false;  // pending_ is
  bool is_clash_ = false;             // pending_ is about two declarations that cannot be in one scope
  bool said_what_to_include_ = false;
  std::vector<clang::SourceLocation> error_places_;
  std::set<clang::SourceLocation> broken_annotations_;
  bool saw_fatal_ = false;
  bool needs_newer_language_ = false;  // that has been said; the other errors follow from it
};

}  // namespace mcpgen
