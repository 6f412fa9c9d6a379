#include "scan/collector.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/FileManager.h>

#include <algorithm>
#include <string_view>

#include "scan/annotation_reader.hpp"
#include "scan/function_reader.hpp"
#include "scan/names.hpp"
#include "scan/source_locations.hpp"

namespace mcpgen {
namespace {

bool is_at_namespace_scope(const clang::Decl& declaration) {
  return declaration.getLexicalDeclContext()->getRedeclContext()->isFileContext();
}

bool is_at_namespace_scope(AnnotationKind kind) {
  return kind == AnnotationKind::Server || kind == AnnotationKind::Expose || kind == AnnotationKind::Describe;
}

/// The range of the first argument of MCP_EXPOSE or MCP_DESCRIBE; invalid if Clang dropped it.
clang::SourceRange first_argument(const clang::VarDecl& variable) {
  const clang::Expr* expression = variable.getInit();
  if (expression == nullptr) return {};
  return expression->IgnoreImplicit()->getSourceRange();
}

/// The entity that the first argument of MCP_EXPOSE or MCP_DESCRIBE names; null if it does not name one entity.
const clang::DeclRefExpr* named_by(const clang::VarDecl& variable) {
  const clang::Expr* expression = variable.getInit();
  while (expression != nullptr) {
    expression = expression->IgnoreParenCasts();
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) {
      expression = full->getSubExpr();
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
               unary != nullptr && unary->getOpcode() == clang::UO_AddrOf) {
      expression = unary->getSubExpr();
    } else {
      return llvm::dyn_cast<clang::DeclRefExpr>(expression);
    }
  }
  return nullptr;
}

/// The class that `Class::member` was written with; null: none.
const clang::CXXRecordDecl* class_in_name(const clang::DeclRefExpr& reference) {
  const clang::NestedNameSpecifier* qualifier = reference.getQualifier();
  return qualifier == nullptr ? nullptr : qualifier->getAsRecordDecl();
}

bool is_place_for(AnnotationKind kind, const clang::Decl& declaration) {
  switch (kind) {
    case AnnotationKind::Tool:
    case AnnotationKind::Resource:
    case AnnotationKind::ResourceList:
    case AnnotationKind::Prompt:
    case AnnotationKind::Complete:
      return llvm::isa<clang::FunctionDecl>(declaration) && declaration.getFriendObjectKind() == clang::Decl::FOK_None;
    case AnnotationKind::Param:
      return llvm::isa<clang::ParmVarDecl>(declaration);
    case AnnotationKind::Field:
      return llvm::isa<clang::FieldDecl>(declaration);
    case AnnotationKind::Value:
      return llvm::isa<clang::EnumConstantDecl>(declaration);
    case AnnotationKind::Server:
    case AnnotationKind::Expose:
    case AnnotationKind::Describe:
      return llvm::isa<clang::VarDecl>(declaration) && is_at_namespace_scope(declaration);
  }
  return false;
}

/// Whether the child is declared in a function's body, where annotations do not count; check_skipped() reports them.
bool is_in_body(const clang::Decl& child, const clang::Decl& parent) {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&parent);
  const clang::Stmt* body = function == nullptr ? nullptr : function->getBody();
  return body != nullptr && !(child.getLocation() < body->getBeginLoc());
}

bool is_lambda(const clang::VarDecl& variable) {
  const clang::CXXRecordDecl* record = variable.getType().getNonReferenceType()->getAsCXXRecordDecl();
  return record != nullptr && record->isLambda();
}

struct Described {
  std::string what;
  std::string_view macro;  // the macro for such declarations; empty: none
};

Described describe(const clang::Decl& declaration) {
  const auto* named = llvm::dyn_cast<clang::NamedDecl>(&declaration);
  const std::string name = named == nullptr || !named->getDeclName() ? "" : " '" + named->getNameAsString() + "'";
  if (llvm::isa<clang::ParmVarDecl>(declaration)) return {"parameter" + name, "MCP_PARAM"};
  if (llvm::isa<clang::FieldDecl>(declaration)) return {"data member" + name, "MCP_FIELD"};
  if (llvm::isa<clang::EnumConstantDecl>(declaration)) return {"enumerator" + name, "MCP_VALUE"};
  if (llvm::isa<clang::FunctionDecl>(declaration)) {
    if (declaration.getFriendObjectKind() != clang::Decl::FOK_None) return {"friend function" + name, ""};
    return {"function" + name, "MCP_TOOL"};
  }
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration)) {
    return {(variable->isStaticDataMember() ? "static data member" : "variable") + name, ""};
  }
  if (llvm::isa<clang::TypeDecl>(declaration)) return {"type" + name, ""};
  if (llvm::isa<clang::NamespaceDecl>(declaration)) return {"namespace" + name, ""};
  if (llvm::isa<clang::EmptyDecl>(declaration)) return {"a ';' alone", ""};
  return {"declaration" + name, ""};
}

}  // namespace

Location Collector::place(clang::SourceLocation at) const {
  return place_of(at, scan_.sources(), scan_.ast.getLangOpts());
}

bool Collector::has_clang_error(clang::SourceLocation annotation, const clang::Decl& declaration) const {
  // A function with a syntax error may have become a variable: `int f(;`.
  const clang::SourceManager& sources = scan_.sources();
  const unsigned first_line = sources.getExpansionLineNumber(annotation);
  const unsigned last_line = sources.getExpansionLineNumber(declaration.getEndLoc());
  return std::ranges::any_of(errors_.error_places(), [&](clang::SourceLocation error) {
    const unsigned line = sources.getExpansionLineNumber(error);
    return sources.isInMainFile(error) && first_line <= line && line <= last_line;
  });
}

void Collector::collect(const clang::TranslationUnitDecl& unit, const std::vector<Expansion>& expansions) {
  // Visiting all headers takes time and is needed only for MCP_DESCRIBE.
  if (std::ranges::find(expansions, AnnotationKind::Describe, &Expansion::kind) != expansions.end()) {
    collect_descriptions(unit);
  }
  bodies_ = read_bodies(scan_);
  declarations_.logs = bodies_.logs;
  // Declarations that were not loaded from a precompiled header are not in a named file, so they are not loaded here.
  for (const clang::Decl* declaration : unit.noload_decls()) {
    // The beginning of the declaration would not do: `int f(auto)` is a template without a written `template`.
    if (scan_.sources().isInMainFile(scan_.sources().getExpansionLoc(declaration->getLocation()))) visit(*declaration);
  }
  collect_asked();
}

void Collector::collect_asked() {
  for (const AskedType& asked : bodies_.asked) {
    declared::Asked& to = declarations_.asked.emplace_back();
    to.type = types_.read(asked.type, asked.at);
    to.cpp_name = cpp_type(asked.type, scan_.ast);
    const clang::TagDecl* tag = asked.type->getAsTagDecl();
    to.name = tag != nullptr ? short_name(*tag) : to.type.spelling;
    to.is_form = asked.is_form;
    to.is_stored = asked.is_stored;
    to.at = place(asked.at);
    for (const QuestionText& question : asked.questions) {
      to.questions.push_back({question.text, place_of(question.at, scan_.sources(), scan_.ast.getLangOpts())});
    }
  }
}

void Collector::collect_descriptions(const clang::DeclContext& scope) {
  for (const clang::Decl* declaration : scope.decls()) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration)) {
      collect_descriptions(*llvm::cast<clang::DeclContext>(declaration));
    } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
      const clang::AnnotateAttr* attribute = find_annotation(*variable, AnnotationKind::Describe);
      if (attribute != nullptr && !variable->isInvalidDecl()) describe_member(*variable, *attribute);
    }
  }
}

void Collector::describe_member(const clang::VarDecl& variable, const clang::AnnotateAttr& attribute) {
  const clang::SourceLocation at = scan_.sources().getExpansionLoc(attribute.getLocation());
  const clang::DeclRefExpr* reference = named_by(variable);
  const clang::ValueDecl* named = reference == nullptr ? nullptr : reference->getDecl();
  const bool is_enumerator = llvm::isa_and_nonnull<clang::EnumConstantDecl>(named);
  if (!is_enumerator && !llvm::isa_and_nonnull<clang::FieldDecl>(named)) {
    scan_.sink.error(
        "bad-describe", place_of(first_argument(variable), scan_.sources(), scan_.ast.getLangOpts()),
        "MCP_DESCRIBE must name a data member or an enumerator first, as in MCP_DESCRIBE(&Order::total, …) "
        "or MCP_DESCRIBE(Color::red, …)");
    return;
  }
  if (is_enumerator) check_options_of_value(attribute);
  const auto [first, is_new] = descriptions_.emplace(named, &attribute);
  if (is_new) return;
  scan_.sink.error(
      "duplicate-annotation", place(at),
      (is_enumerator ? "enumerator '" : "data member '") + named->getName().str() + "' must be described once",
      {{place(scan_.sources().getExpansionLoc(first->second->getLocation())), "the other one is here"}});
}

void Collector::check_options_of_value(const clang::AnnotateAttr& attribute) {
  for (const declared::Option& option : read_annotation(scan_, attribute).options) {
    if (option.name == "name" || option.name == "title" || option.name == "description") continue;
    scan_.sink.error("unknown-option", option.at,
                     "option `." + option.name +
                         "` of MCP_DESCRIBE must stand on a data member: an enumerator takes "
                         ".name, .title, .description");
  }
}

void Collector::expose(const clang::VarDecl& variable, const clang::AnnotateAttr& attribute) {
  const clang::DeclRefExpr* reference = named_by(variable);
  const auto* function =
      llvm::dyn_cast_or_null<clang::FunctionDecl>(reference == nullptr ? nullptr : reference->getDecl());
  if (function == nullptr) {
    scan_.sink.error("bad-expose", place_of(first_argument(variable), scan_.sources(), scan_.ast.getLangOpts()),
                     "MCP_EXPOSE must name a function first, as in MCP_EXPOSE(lib::area, …); an overload is picked by "
                     "static_cast<double (*)(double)>(lib::area)");
    return;
  }
  std::optional<declared::Function> tool =
      read_exposed(scan_, types_, *function, class_in_name(*reference), variable, attribute);
  if (tool) declarations_.tools.push_back(std::move(*tool));
}

void Collector::visit(const clang::Decl& declaration) {
  if (declaration.isImplicit() && !llvm::isa<clang::LinkageSpecDecl>(declaration)) return;
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
      function != nullptr && function->isMain() && function->isThisDeclarationADefinition()) {
    declarations_.main_at = place(function->getLocation());
  }
  visit_annotations(declaration);
  visit_children(declaration);
}

void Collector::visit_children(const clang::Decl& declaration) {
  if (const auto* pattern = llvm::dyn_cast<clang::RedeclarableTemplateDecl>(&declaration)) {
    visit(*pattern->getTemplatedDecl());
  } else if (const auto* friendship = llvm::dyn_cast<clang::FriendDecl>(&declaration)) {
    if (const clang::NamedDecl* befriended = friendship->getFriendDecl()) visit(*befriended);
  } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
    for (const clang::ParmVarDecl* parameter : function->parameters()) visit_annotations(*parameter);
  }
  if (const auto* scope = llvm::dyn_cast<clang::DeclContext>(&declaration)) {
    for (const clang::Decl* child : scope->decls()) {
      if (!llvm::isa<clang::ParmVarDecl>(child) && !is_in_body(*child, declaration)) visit(*child);
    }
  }
}

void Collector::visit_annotations(const clang::Decl& declaration) {
  // Reading a function may make Clang add declarations, so the attributes are collected first.
  std::vector<std::pair<const AnnotationMacro*, const clang::AnnotateAttr*>> own;
  for (const auto* attribute : declaration.specific_attrs<clang::AnnotateAttr>()) {
    const AnnotationMacro* macro = macro_of(*attribute);
    const clang::SourceLocation at = scan_.sources().getExpansionLoc(attribute->getLocation());
    if (macro == nullptr || attribute->isInherited() || !scan_.sources().isInMainFile(at)) continue;
    seen_.insert(at);
    if (errors_.is_broken_annotation(at)) continue;
    own.emplace_back(macro, attribute);
  }
  if (declaration.isInvalidDecl()) return;  // Clang has said why
  for (const auto& [macro, attribute] : own) {
    if (is_first(declaration, *macro, *attribute)) accept(declaration, *macro, *attribute);
  }
}

bool Collector::is_first(const clang::Decl& declaration, const AnnotationMacro& macro,
                         const clang::AnnotateAttr& attribute) {
  const clang::SourceLocation at = scan_.sources().getExpansionLoc(attribute.getLocation());
  const auto [entry, is_new] = first_.try_emplace({declaration.getCanonicalDecl(), macro.kind}, at);
  if (is_new || entry->second == at) return is_new;
  scan_.sink.error("duplicate-annotation", place(at),
                   describe(declaration).what + " must carry " + std::string(macro.macro) + " only once",
                   {{place(entry->second), "the first one is here"}});
  return false;
}

void Collector::accept(const clang::Decl& declaration, const AnnotationMacro& macro,
                       const clang::AnnotateAttr& attribute) {
  if (!is_place_for(macro.kind, declaration)) {
    const clang::SourceLocation at = scan_.sources().getExpansionLoc(attribute.getLocation());
    if (has_clang_error(at, declaration)) return;
    const Described described = describe(declaration);
    std::vector<Note> notes;
    if (!described.macro.empty()) notes.push_back(unplaced_note("use " + std::string(described.macro) + " there"));
    if (llvm::isa<clang::EmptyDecl>(declaration)) {
      notes.push_back(unplaced_note("drop the ';' behind " + std::string(macro.macro) +
                                    "(…): the annotation belongs to the declaration that follows"));
    } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration);
               variable != nullptr && is_lambda(*variable) && !macro.noun.empty()) {
      notes.push_back(
          unplaced_note("write a function instead of a lambda: " + variable->getNameAsString() + "(…) { … }"));
    }
    scan_.sink.error(
        "misplaced-annotation", place(scan_.sources().getExpansionLoc(attribute.getLocation())),
        std::string(macro.macro) + " must stand " + std::string(macro.place) + ", not on " + described.what,
        std::move(notes));
  } else if (!macro.noun.empty()) {
    std::optional<declared::Function> function =
        read_function(scan_, types_, *llvm::cast<clang::FunctionDecl>(&declaration), attribute);
    if (!function) return;
    const auto facts = bodies_.facts.find(llvm::cast<clang::FunctionDecl>(declaration.getCanonicalDecl()));
    if (facts != bodies_.facts.end()) {
      function->starts_task = facts->second.starts_task;
      function->asks = facts->second.asks;
    }
    functions_of(macro.kind).push_back(std::move(*function));
  } else if (macro.kind == AnnotationKind::Server) {
    declarations_.servers.push_back({read_annotation(scan_, attribute)});
  } else if (macro.kind == AnnotationKind::Expose) {
    expose(*llvm::cast<clang::VarDecl>(&declaration), attribute);
  }
}

std::vector<declared::Function>& Collector::functions_of(AnnotationKind kind) {
  switch (kind) {
    case AnnotationKind::Resource:
      return declarations_.resources;
    case AnnotationKind::ResourceList:
      return declarations_.resource_lists;
    case AnnotationKind::Prompt:
      return declarations_.prompts;
    case AnnotationKind::Complete:
      return declarations_.completions;
    default:
      return declarations_.tools;
  }
}

void Collector::check_expansions(const std::vector<Expansion>& expansions, const ScanRequest& request) {
  check_skipped(expansions);
  check_elsewhere(expansions, request);
}

void Collector::check_skipped(const std::vector<Expansion>& expansions) {
  for (std::size_t i = 0; i < expansions.size(); ++i) {
    const Expansion& expansion = expansions[i];
    if (!scan_.sources().isInMainFile(expansion.at) || seen_.contains(expansion.at)) continue;
    // A syntax error between this annotation and the next one explains the missing declaration.
    const bool is_last = i + 1 == expansions.size();
    const bool has_error = std::ranges::any_of(errors_.error_places(), [&](clang::SourceLocation error) {
      return scan_.sources().isInMainFile(error) && !(error < expansion.at) &&
             (is_last || error < expansions[i + 1].at);
    });
    if (has_error) continue;
    if (const std::string_view noun = macro_of(expansion.kind).noun; !noun.empty()) {
      scan_.sink.error(
          "tool-local", place(expansion.at),
          "a " + std::string(noun) + " must be declared at namespace or class scope, not inside a function");
    } else if (is_at_namespace_scope(expansion.kind)) {
      scan_.sink.error(
          "misplaced-annotation", place(expansion.at),
          std::string(macro_of(expansion.kind).macro) + " must stand at namespace scope, not inside a function");
    }
    // Annotations of members and parameters inside of a function affect no tool, so they are not reported.
  }
}

void Collector::check_elsewhere(const std::vector<Expansion>& expansions, const ScanRequest& request) {
  const clang::SourceManager& sources = scan_.sources();
  std::set<const clang::FileEntry*> done;
  for (const std::string& name : request.named) {
    if (const auto file = sources.getFileManager().getOptionalFileRef(name)) done.insert(&file->getFileEntry());
  }
  for (const Expansion& expansion : expansions) {
    // MCP_DESCRIBE counts in every included file, as MCP_FIELD does.
    if (macro_of(expansion.kind).noun.empty() && expansion.kind != AnnotationKind::Server &&
        expansion.kind != AnnotationKind::Expose) {
      continue;
    }
    if (sources.isInMainFile(expansion.at)) continue;
    const auto file = sources.getFileEntryRefForID(sources.getFileID(expansion.at));
    if (!file || !done.insert(&file->getFileEntry()).second) continue;
    const Location at = place(expansion.at);
    const std::string macro(macro_of(expansion.kind).macro);
    scan_.sink.warning("annotation-elsewhere", at,
                       macro + " is ignored here: neither SOURCES nor HEADERS names '" + at.file + "'",
                       {unplaced_note("add the file to HEADERS of mcp_add_server() to offer what it declares")});
  }
}

}  // namespace mcpgen
