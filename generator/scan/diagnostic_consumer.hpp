// Passes Clang's errors to the sink, with a slug if they are about an annotation.
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

/// Warnings are dropped, since the compiler that builds the file reports them.
class DiagnosticConsumer final : public clang::DiagnosticConsumer {
 public:
  explicit DiagnosticConsumer(Sink& sink) : sink_(sink) {}

  void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* preprocessor) override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

  /// Drops errors while `sema` parses the body of a function: bodies are read only for their questions, and the
  /// compiler that builds the file reports their errors. Null ends that.
  void watch(const clang::Sema* sema) { sema_ = sema; }

  /// Adds the last error to the sink. An error is kept until the next one, because its notes follow it. Call this after
  /// the last diagnostic.
  void flush();

  /// Whether Clang gave up, for example because of a missing header or an invalid flag.
  [[nodiscard]] bool saw_fatal() const { return saw_fatal_; }
  /// The places in files of Clang's errors, in the order of the reports.
  [[nodiscard]] const std::vector<clang::SourceLocation>& error_places() const { return error_places_; }
  /// Whether Clang reported an error inside the annotation whose macro is at `at`.
  [[nodiscard]] bool is_broken_annotation(clang::SourceLocation at) const { return broken_annotations_.contains(at); }

 private:
  [[nodiscard]] bool is_in_body(const clang::Diagnostic& info) const;
  void begin_error(const clang::Diagnostic& info);
  void add_note(const clang::Diagnostic& info);
  /// Adds notes to an error outside of annotations. Returns false if the error shall not be reported.
  bool explain_other(const clang::Diagnostic& info, clang::SourceLocation at, Diagnostic& diagnostic);
  /// Whether a header has declared `mcp::name`.
  [[nodiscard]] bool knows(llvm::StringRef name) const;

  Sink& sink_;
  const clang::Preprocessor* preprocessor_ = nullptr;
  clang::LangOptions language_;
  const clang::Sema* sema_ = nullptr;
  std::optional<Diagnostic> pending_;
  bool is_about_annotation_ = false;  // pending_ is
  bool is_clash_ = false;             // whether pending_ is about two declarations that cannot be in one scope
  bool said_what_to_include_ = false;
  std::vector<clang::SourceLocation> error_places_;
  std::set<clang::SourceLocation> broken_annotations_;
  bool saw_fatal_ = false;
  bool needs_newer_language_ = false;  // the error was reported; all others follow from it
};

}  // namespace mcpgen
