#include "scan/diagnostic_consumer.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/Type.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>

#include <string>
#include <utility>

#include "scan/places.hpp"

namespace mcpgen {
namespace {

constexpr std::string_view kPlacementNote =
    "an annotation stands at the start of a declaration, after 'template<...>' or 'extern \"C\"' and before 'static' "
    "or "
    "'inline'; in an enum after the enumerator's name";

std::string text_of(const clang::Diagnostic& info) {
  llvm::SmallString<256> text;
  info.FormatDiagnostic(text);
  return text.str().str();
}

/// An enumerator was expected, and there was `[[…]]`: MCP_VALUE stands before the name.
bool stands_before_enumerator(const clang::Diagnostic& info) {
  return info.getID() == clang::diag::err_expected && info.getNumArgs() == 1 &&
         info.getArgKind(0) == clang::DiagnosticsEngine::ak_tokenkind &&
         static_cast<clang::tok::TokenKind>(info.getRawArg(0)) == clang::tok::identifier &&
         *info.getSourceManager().getCharacterData(info.getLocation()) == '[';
}

std::string_view slug_of(const clang::Diagnostic& info, AnnotationKind kind) {
  if (kind == AnnotationKind::Value && stands_before_enumerator(info)) return "misplaced-annotation";
  switch (info.getID()) {
    case clang::diag::err_field_designator_unknown:
    case clang::diag::err_field_designator_unknown_suggest:
      return "unknown-option";
    case clang::diag::err_attributes_not_allowed:
    case clang::diag::err_attributes_misplaced:
    case clang::diag::err_attribute_not_type_attr:
    case clang::diag::err_invalid_constexpr_member:
      return "misplaced-annotation";
    default:
      return "bad-annotation";
  }
}

/// The members of the aggregate that an unknown designator was written for.
std::string accepted_options(const clang::Diagnostic& info) {
  std::string names;
  for (unsigned i = 0; i < info.getNumArgs(); ++i) {
    if (info.getArgKind(i) != clang::DiagnosticsEngine::ak_qualtype) continue;
    const auto type = clang::QualType::getFromOpaquePtr(reinterpret_cast<void*>(info.getRawArg(i)));
    const clang::RecordDecl* record = type->getAsRecordDecl();
    if (record == nullptr) continue;
    for (const clang::FieldDecl* field : record->fields())
      names += (names.empty() ? "." : ", .") + field->getName().str();
  }
  return names;
}

/// Clang's place for misplaced attributes is where they would have to stand; what it wants removed is where they do.
clang::SourceLocation blamed_place(const clang::Diagnostic& info) {
  if (info.getID() == clang::diag::err_attributes_misplaced) {
    for (const clang::FixItHint& hint : info.getFixItHints()) {
      if (hint.RemoveRange.isValid() && hint.CodeToInsert.empty() && !hint.InsertFromRange.isValid()) {
        return hint.RemoveRange.getBegin();
      }
    }
  }
  return info.getLocation();
}

/// Is `MCP_SERVER(…)`, without a semicolon, the last thing before `at`?
bool follows_server(clang::SourceLocation at, const clang::SourceManager& sources) {
  const auto [file, offset] = sources.getDecomposedExpansionLoc(at);
  const llvm::StringRef before = sources.getBufferData(file).take_front(offset).rtrim();
  if (!before.ends_with(")")) return false;
  const std::size_t server = before.rfind("MCP_SERVER");
  return server != llvm::StringRef::npos && !before.substr(server).contains(';');
}

/// Does `at` lie in the first argument of the macro around it, before any option?
bool is_in_first_argument(clang::SourceLocation at, const clang::SourceManager& sources) {
  const auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(at));
  const auto [macro_file, macro_offset] = sources.getDecomposedExpansionLoc(at);
  if (file != macro_file || offset < macro_offset) return false;
  llvm::StringRef before = sources.getBufferData(file).slice(macro_offset, offset + 1);
  for (std::size_t comma = before.find(','); comma != llvm::StringRef::npos; comma = before.find(',')) {
    before = before.substr(comma + 1);
    if (before.ltrim().starts_with(".")) return false;
  }
  return true;
}

/// What MCP_EXPOSE and MCP_DESCRIBE want first; empty: another macro.
std::string_view first_argument_note(AnnotationKind kind) {
  if (kind == AnnotationKind::Expose) {
    return "MCP_EXPOSE takes a free function or a static member function; an overload is picked by "
           "static_cast<double (*)(double)>(lib::area), a template's instance stands in parentheses: "
           "(lib::convert<int, double>)";
  }
  return kind == AnnotationKind::Describe ? "MCP_DESCRIBE takes a pointer to a data member, as in &Order::total" : "";
}

/// What an entry of a list option looks like; empty: the message is about something else.
std::string_view entry_note(std::string_view message) {
  if (message.find("List<ExposedParam>") != std::string_view::npos) {
    return "an entry of .params is {\"parameter\", \"description\"}, or options: {.parameter = …, .minimum = …}";
  }
  if (message.find("List<Icon>") != std::string_view::npos) {
    return "an entry of .icons is {.src = …, .mime_type = …, .sizes = …, .theme = …}";
  }
  return {};
}

// Where the vocabulary declares an option says nothing to a user, and its path differs from machine to machine.
bool is_in_vocabulary(const Location& at) { return at.file.ends_with("mcp/annotation_vocabulary.hpp"); }

}  // namespace

void DiagnosticConsumer::BeginSourceFile(const clang::LangOptions& language,
                                         const clang::Preprocessor* /*preprocessor*/) {
  language_ = language;
}

void DiagnosticConsumer::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) {
  clang::DiagnosticConsumer::HandleDiagnostic(level, info);  // counts, which CompilerInstance reads
  switch (level) {
    case clang::DiagnosticsEngine::Fatal:
      saw_fatal_ = true;
      [[fallthrough]];
    case clang::DiagnosticsEngine::Error:
      if (saw_fatal_ || !is_in_body(info)) {
        begin_error(info);
      } else {
        flush();
      }
      break;
    case clang::DiagnosticsEngine::Note:
      add_note(info);
      break;
    default:
      flush();  // so that the notes of a warning are not taken for those of the error before it
      break;
  }
}

bool DiagnosticConsumer::is_in_body(const clang::Diagnostic& info) const {
  if (sema_ == nullptr || sema_->FunctionScopes.empty()) return false;
  if (!info.hasSourceManager() || info.getLocation().isInvalid()) return true;
  // A brace that is missing swallows the declarations behind it.
  const auto [file, offset] = info.getSourceManager().getDecomposedExpansionLoc(info.getLocation());
  return offset < info.getSourceManager().getFileIDSize(file);
}

void DiagnosticConsumer::begin_error(const clang::Diagnostic& info) {
  flush();
  if (needs_newer_language_) return;
  Diagnostic& diagnostic = pending_.emplace();
  diagnostic.message = text_of(info);
  if (!info.hasSourceManager() || info.getLocation().isInvalid()) return;

  const clang::SourceManager& sources = info.getSourceManager();
  const clang::SourceLocation at = blamed_place(info);
  diagnostic.at = place_of(at, sources, language_);
  error_places_.push_back(sources.getFileLoc(at));
  const AnnotationMacro* macro = annotation_macro_around(at, sources, language_);
  if (macro != nullptr) broken_annotations_.insert(sources.getExpansionLoc(at));
  if (!language_.CPlusPlus20 && is_in_vocabulary(diagnostic.at)) {
    diagnostic = {};
    diagnostic.message = "annotations need C++20: add -std=c++20 (CXX_STANDARD 20)";
    needs_newer_language_ = true;
    saw_fatal_ = true;  // whatever follows has the same reason
    return;
  }
  if (macro == nullptr) {
    for (const AnnotationMacro& known : annotation_macros()) {
      if (diagnostic.message.find('\'' + std::string(known.macro) + '\'') == std::string::npos) continue;
      diagnostic.notes.push_back(unplaced_note("an annotation is written with parentheses, " +
                                               std::string(known.macro) + "(), and declared in <mcp/annotations.hpp>"));
    }
    return;
  }
  diagnostic.slug = slug_of(info, macro->kind);
  const std::string_view wanted_first = first_argument_note(macro->kind);
  if (!wanted_first.empty() && diagnostic.slug == "bad-annotation" && is_in_first_argument(at, sources)) {
    diagnostic.slug = macro->kind == AnnotationKind::Expose ? "bad-expose" : "bad-describe";
    diagnostic.notes.push_back(unplaced_note(std::string(wanted_first)));
    return;
  }
  if (const std::string_view entry = entry_note(diagnostic.message); !entry.empty()) {
    diagnostic.notes.push_back(unplaced_note(std::string(entry)));
  }
  if (diagnostic.slug == "misplaced-annotation") {
    // Clang speaks of an attribute list, which the user has not written.
    diagnostic.message = std::string(macro->macro) + " cannot stand here; it must stand " + std::string(macro->place);
    if (follows_server(at, sources)) {
      diagnostic.notes.push_back(unplaced_note("MCP_SERVER(…) must be followed by ';'"));
    }
    diagnostic.notes.push_back(unplaced_note(std::string(kPlacementNote)));
  } else if (diagnostic.slug == "unknown-option") {
    const std::string accepted = accepted_options(info);
    if (!accepted.empty()) diagnostic.notes.push_back(unplaced_note(std::string(macro->macro) + " takes " + accepted));
  }
}

void DiagnosticConsumer::add_note(const clang::Diagnostic& info) {
  if (!pending_ || needs_newer_language_) return;
  Note note = unplaced_note(text_of(info));
  if (info.hasSourceManager()) note.at = place_of(info.getLocation(), info.getSourceManager(), language_);
  if (!is_in_vocabulary(note.at)) pending_->notes.push_back(std::move(note));
}

void DiagnosticConsumer::flush() {
  if (pending_) sink_.add(std::move(*pending_));
  pending_.reset();
}

}  // namespace mcpgen
