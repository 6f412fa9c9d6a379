#include "scan/diagnostic_consumer.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/Type.h>
#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

#include "scan/source_locations.hpp"

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
    return "MCP_EXPOSE takes a function; an overload is picked by static_cast<double (*)(double)>(lib::area), a "
           "template's instance stands in parentheses, (lib::convert<int, double>), and the instance of an overloaded "
           "template needs both: (static_cast<double (*)(int)>(lib::convert<int, double>))";
  }
  return kind == AnnotationKind::Describe
             ? "MCP_DESCRIBE takes a pointer to a data member, as in &Order::total, or an enumerator, as in Color::red"
             : "";
}

/// The macros whose vocabulary has the option that an unknown designator names; empty: none has.
std::string macros_with_option(const clang::Diagnostic& info) {
  std::string macros;
  const clang::IdentifierInfo* name = nullptr;
  const clang::RecordDecl* own = nullptr;
  for (unsigned i = 0; i < info.getNumArgs(); ++i) {
    if (info.getArgKind(i) == clang::DiagnosticsEngine::ak_identifierinfo) name = info.getArgIdentifier(i);
    if (info.getArgKind(i) != clang::DiagnosticsEngine::ak_qualtype) continue;
    own = clang::QualType::getFromOpaquePtr(reinterpret_cast<void*>(info.getRawArg(i)))->getAsRecordDecl();
  }
  if (name == nullptr || own == nullptr) return macros;
  struct Vocabulary {
    llvm::StringRef record;
    llvm::StringRef macro;
  };
  static constexpr auto kVocabularies = std::to_array<Vocabulary>({{"Tool", "MCP_TOOL"},
                                                                   {"Resource", "MCP_RESOURCE"},
                                                                   {"Prompt", "MCP_PROMPT"},
                                                                   {"Complete", "MCP_COMPLETE"},
                                                                   {"Field", "MCP_PARAM and MCP_FIELD"},
                                                                   {"Expose", "MCP_EXPOSE"},
                                                                   {"Server", "MCP_SERVER"}});
  for (const Vocabulary& each : kVocabularies) {
    for (const clang::Decl* declaration : own->getDeclContext()->decls()) {
      const auto* record = llvm::dyn_cast<clang::RecordDecl>(declaration);
      if (record == nullptr || !record->isThisDeclarationADefinition() || record->getName() != each.record) continue;
      const bool has_option = std::ranges::any_of(
          record->fields(), [&](const clang::FieldDecl* field) { return field->getIdentifier() == name; });
      if (has_option) macros += (macros.empty() ? "" : ", ") + each.macro.str();
    }
  }
  return macros.empty() ? macros : "`." + name->getName().str() + "` is an option of " + macros;
}

/// What else is to be known of an option that an annotation does not have; empty: nothing.
std::string advice_on_option(const clang::Diagnostic& info, AnnotationKind kind, std::string_view message) {
  if (kind == AnnotationKind::Complete && message.find("'tool'") != std::string_view::npos) {
    return "arguments of tools are not completed: MCP_COMPLETE is for those of prompts and variables of resources";
  }
  return macros_with_option(info);
}

/// Two declarations of one name that cannot be in the same scope.
bool is_clash(unsigned id) {
  switch (id) {
    case clang::diag::err_conflicting_types:
    case clang::diag::err_different_language_linkage:
    case clang::diag::err_mismatched_exception_spec:
    case clang::diag::err_non_static_static:
    case clang::diag::err_ovl_diff_return_type:
    case clang::diag::err_redefinition:
    case clang::diag::err_redefinition_different_kind:
    case clang::diag::err_redefinition_different_type:
    case clang::diag::err_static_non_static:
      return true;
    default:
      return false;
  }
}

/// The annotation macro in whose text `at` lies, name and parentheses, where nothing has defined it; empty: none.
std::string_view undefined_macro_at(clang::SourceLocation at, const clang::SourceManager& sources,
                                    const clang::Preprocessor& preprocessor) {
  if (preprocessor.getIdentifierInfo("MCP_TOOL")->hasMacroDefinition()) return {};
  const auto [file, offset] = sources.getDecomposedExpansionLoc(at);
  const llvm::StringRef text = sources.getBufferData(file);
  const std::size_t name = text.take_front(offset + 4).rfind("MCP_");
  if (name == llvm::StringRef::npos) return {};
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const llvm::StringRef word = text.drop_front(name).take_while(is_word);
  const AnnotationMacro* macro = find_macro(std::string_view(word.data(), word.size()));
  if (macro == nullptr) return {};
  std::size_t end = name + word.size();
  int depth = 0;
  for (; end < text.size(); ++end) {
    if (text[end] == '(') ++depth;
    if (text[end] == ')' && --depth == 0) break;
    if (depth == 0 && std::isspace(static_cast<unsigned char>(text[end])) == 0) break;  // without parentheses
  }
  return offset <= end + 1 ? macro->macro : std::string_view();
}

/// A name in the line of `at` that a macro of another file, or of the command line, has taken; empty: none.
std::string foreign_macro_near(clang::SourceLocation at, const clang::SourceManager& sources,
                               const clang::Preprocessor& preprocessor) {
  const auto [file, offset] = sources.getDecomposedExpansionLoc(at);
  const llvm::StringRef text = sources.getBufferData(file);
  const std::size_t begin = text.take_front(offset).rfind('\n') + 1;  // npos + 1 is 0
  llvm::StringRef line = text.drop_front(begin).take_until([](char c) { return c == '\n'; });
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  while (!line.empty()) {
    const llvm::StringRef word = line.take_while(is_word);
    line = word.empty() ? line.drop_front() : line.drop_front(word.size());
    if (word.empty() || std::isdigit(static_cast<unsigned char>(word.front())) != 0) continue;
    const clang::MacroInfo* macro = preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(word));
    if (macro == nullptr || macro->isBuiltinMacro() || macro->isFunctionLike()) continue;
    const clang::FileID definition = sources.getFileID(sources.getExpansionLoc(macro->getDefinitionLoc()));
    if (definition != file && !sources.isInSystemHeader(macro->getDefinitionLoc())) return word.str();
  }
  return {};
}

bool is_parse_error(unsigned id) {
  return clang::DiagnosticIDs::getCategoryNameFromID(clang::DiagnosticIDs::getCategoryNumberForDiag(id)) ==
         "Parse Issue";
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

void DiagnosticConsumer::BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* preprocessor) {
  language_ = language;
  preprocessor_ = preprocessor;
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
  is_about_annotation_ = false;
  is_clash_ = false;
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
    if (!explain_other(info, at, diagnostic)) pending_.reset();
    return;
  }
  is_about_annotation_ = true;
  diagnostic.slug = slug_of(info, macro->kind);
  const std::string_view wanted_first = first_argument_note(macro->kind);
  if (!wanted_first.empty() && diagnostic.slug == "bad-annotation" && is_in_first_argument(at, sources)) {
    if (info.getID() == clang::diag::err_auto_var_deduction_failure) {
      // Clang speaks of the variable that the macro makes.
      const auto& ranges = info.getRanges();
      if (!ranges.empty()) diagnostic.at = place_of(ranges.front().getAsRange(), sources, language_);
      diagnostic.message = std::string(macro->macro) + " must name one " +
                           (macro->kind == AnnotationKind::Expose ? "function" : "member") +
                           " first, and several have that name";
    }
    diagnostic.slug = macro->kind == AnnotationKind::Expose ? "bad-expose" : "bad-describe";
    diagnostic.notes.push_back(unplaced_note(std::string(wanted_first)));
    return;
  }
  if (const std::string_view entry = entry_note(diagnostic.message); !entry.empty()) {
    diagnostic.notes.push_back(unplaced_note(std::string(entry)));
  }
  if (diagnostic.slug == "misplaced-annotation") {
    // Clang speaks of an attribute list, which the user has not written.
    diagnostic.message = std::string(macro->macro) + " must not stand here; it must stand " + std::string(macro->place);
    if (follows_server(at, sources)) {
      diagnostic.notes.push_back(unplaced_note("MCP_SERVER(…) must be followed by ';'"));
    }
    diagnostic.notes.push_back(unplaced_note(std::string(kPlacementNote)));
  } else if (diagnostic.slug == "unknown-option") {
    const std::string accepted = accepted_options(info);
    if (!accepted.empty()) diagnostic.notes.push_back(unplaced_note(std::string(macro->macro) + " takes " + accepted));
    if (std::string advice = advice_on_option(info, macro->kind, diagnostic.message); !advice.empty()) {
      diagnostic.notes.push_back(unplaced_note(std::move(advice)));
    }
  } else if (diagnostic.message.find("'const char *'") != std::string::npos) {
    diagnostic.notes.push_back(unplaced_note(
        "a text in an annotation is a string literal, \"…\", or a constexpr array of characters: the build reads it"));
  }
}

bool DiagnosticConsumer::explain_other(const clang::Diagnostic& info, clang::SourceLocation at,
                                       Diagnostic& diagnostic) {
  const clang::SourceManager& sources = info.getSourceManager();
  for (const AnnotationMacro& known : annotation_macros()) {
    if (diagnostic.message.find('\'' + std::string(known.macro) + '\'') == std::string::npos) continue;
    diagnostic.notes.push_back(unplaced_note("an annotation is written with parentheses, " + std::string(known.macro) +
                                             "(), and declared in <mcp/annotations.hpp>"));
    said_what_to_include_ = true;
    return true;
  }
  if (preprocessor_ != nullptr) {
    if (const std::string_view macro = undefined_macro_at(at, sources, *preprocessor_); !macro.empty()) {
      // One error for all: the others follow from it.
      if (std::exchange(said_what_to_include_, true)) return false;
      diagnostic.notes.push_back(
          unplaced_note(std::string(macro) + " is declared in <mcp/annotations.hpp>; include it"));
      return true;
    }
  }
  if (diagnostic.message.find("in namespace 'mcp'") != std::string::npos && !knows("Context")) {
    diagnostic.notes.push_back(
        unplaced_note("<mcp/annotations.hpp> declares the annotations alone; include <mcp/mcp.hpp> for what handlers "
                      "use"));
  }
  if (preprocessor_ != nullptr && !sources.isInMainFile(sources.getExpansionLoc(at))) {
    if (const std::string macro = foreign_macro_near(at, sources, *preprocessor_); !macro.empty()) {
      diagnostic.notes.push_back(
          unplaced_note("'" + macro +
                        "' is a macro here, of the command line or of what is included before; rename it, "
                        "or include this header first"));
    }
  }
  is_clash_ = is_clash(info.getID());
  if (language_.CPlusPlus26 && is_parse_error(info.getID())) {
    diagnostic.notes.push_back(
        unplaced_note("mcpgen reads sources with Clang, which may not know yet what your compiler takes of C++26; put "
                      "that behind `#ifndef MCP_SCAN`, a macro that the scan defines"));
  }
  return true;
}

bool DiagnosticConsumer::knows(llvm::StringRef name) const {
  if (sema_ == nullptr) return false;
  clang::ASTContext& ast = sema_->getASTContext();
  for (const clang::NamedDecl* space : ast.getTranslationUnitDecl()->lookup(&ast.Idents.get("mcp"))) {
    const auto* mcp = llvm::dyn_cast<clang::NamespaceDecl>(space);
    if (mcp != nullptr && !mcp->lookup(&ast.Idents.get(name)).empty()) return true;
  }
  return false;
}

void DiagnosticConsumer::add_note(const clang::Diagnostic& info) {
  if (!pending_ || needs_newer_language_) return;
  Note note = unplaced_note(text_of(info));
  if (info.hasSourceManager() && info.getLocation().isValid()) {
    const clang::SourceManager& sources = info.getSourceManager();
    note.at = place_of(info.getLocation(), sources, language_);
    if (sources.isInSystemHeader(sources.getExpansionLoc(info.getLocation()))) {
      // What the user's text has to do with the declarations of a library says nothing of an annotation.
      if (is_about_annotation_) return;
      if (std::exchange(is_clash_, false)) {
        pending_->notes.push_back(
            unplaced_note("generated code is compiled behind the headers of the C library, so what those declare is "
                          "taken in the global namespace; rename yours, or put it into a namespace"));
      }
    }
  }
  if (!is_in_vocabulary(note.at)) pending_->notes.push_back(std::move(note));
}

void DiagnosticConsumer::flush() {
  if (pending_) sink_.add(std::move(*pending_));
  pending_.reset();
}

}  // namespace mcpgen
