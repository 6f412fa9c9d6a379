#include "scan/doc_reader.hpp"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RawCommentList.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "scan/source_locations.hpp"
#include "text/doc_text.hpp"

namespace mcpgen {
namespace {

/// Is there an enumerator between the comment and `at`? Clang's own search does not stop at commas.
bool belongs_to_earlier_enumerator(const clang::RawComment& comment, clang::SourceLocation at,
                                   const clang::SourceManager& sources) {
  const auto [comment_file, comment_end] = sources.getDecomposedLoc(comment.getEndLoc());
  const auto [file, offset] = sources.getDecomposedLoc(at);
  if (file != comment_file || offset <= comment_end) return false;
  return sources.getBufferData(file).substr(comment_end, offset - comment_end).contains(',');
}

const clang::RawComment* comment_near(const ScanContext& scan, const clang::Decl& declaration,
                                      clang::SourceLocation at) {
  const clang::SourceManager& sources = scan.sources();
  if (at.isInvalid()) return nullptr;
  const clang::SourceLocation in_file = sources.getFileLoc(at);
  const auto* in_this_file = scan.ast.Comments.getCommentsInFile(sources.getFileID(in_file));
  if (in_this_file == nullptr || in_this_file->empty()) return nullptr;
  const clang::RawComment* comment = scan.ast.getRawCommentForDeclNoCacheImpl(&declaration, in_file, *in_this_file);
  if (comment != nullptr && llvm::isa<clang::EnumConstantDecl>(declaration) &&
      belongs_to_earlier_enumerator(*comment, in_file, sources)) {
    return nullptr;
  }
  return comment;
}

/// The comment of this very declaration. Clang finds none when the text between comment and name holds one of `;{}#@`,
/// as the options of an annotation may; asking again from where the annotation begins leaves them out.
const clang::RawComment* comment_of(const ScanContext& scan, const clang::Decl& declaration,
                                    const clang::AnnotateAttr* annotation) {
  if (const clang::RawComment* comment = comment_near(scan, declaration, declaration.getLocation())) return comment;
  if (annotation == nullptr) return nullptr;
  return comment_near(scan, declaration, scan.sources().getExpansionLoc(annotation->getLocation()));
}

/// Comments stand on the template, not on its instances.
const clang::Decl& written_declaration(const clang::Decl& declaration) {
  if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&declaration)) {
    if (const clang::CXXRecordDecl* pattern = record->getTemplateInstantiationPattern()) return *pattern;
  } else if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(&declaration)) {
    if (const clang::EnumDecl* pattern = enumeration->getTemplateInstantiationPattern()) return *pattern;
  }
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
    if (const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern()) return *pattern;
  }
  return declaration;
}

/// The `///<` comment behind a function or a parameter, on the line where it ends: Clang attaches none to those.
const clang::RawComment* trailing_comment(const ScanContext& scan, const clang::Decl& declaration) {
  const clang::SourceManager& sources = scan.sources();
  const clang::SourceLocation last = sources.getExpansionRange(declaration.getEndLoc()).getEnd();
  const clang::SourceLocation end = clang::Lexer::getLocForEndOfToken(last, 0, sources, scan.ast.getLangOpts());
  if (end.isInvalid()) return nullptr;
  const auto [file, offset] = sources.getDecomposedLoc(end);
  const auto* in_this_file = scan.ast.Comments.getCommentsInFile(file);
  if (in_this_file == nullptr) return nullptr;
  const auto found = in_this_file->lower_bound(offset);
  if (found == in_this_file->end() || !found->second->isTrailingComment()) return nullptr;
  const llvm::StringRef between = sources.getBufferData(file).slice(offset, found->first);
  if (between.contains('\n')) return nullptr;
  const llvm::StringRef rest = between.trim();
  const bool is_parameter = llvm::isa<clang::ParmVarDecl>(declaration);
  const bool is_end = rest.empty() || (is_parameter ? rest == "," : rest == ";" || rest.starts_with("{"));
  return is_end ? found->second : nullptr;
}

struct Found {
  const clang::RawComment* comment = nullptr;
  const clang::Decl* owner = nullptr;  // the declaration it stands on
};

Found find_comment(const ScanContext& scan, const clang::Decl& declaration, const clang::AnnotateAttr* annotation) {
  if (const clang::RawComment* own = comment_of(scan, declaration, annotation)) return {own, &declaration};
  for (const clang::Decl* other : declaration.redecls()) {
    if (const clang::RawComment* comment = comment_of(scan, *other, nullptr)) return {comment, other};
  }
  if (!llvm::isa<clang::FunctionDecl>(declaration)) return {};
  for (const clang::Decl* other : declaration.redecls()) {
    if (const clang::RawComment* comment = trailing_comment(scan, *other)) return {comment, other};
  }
  return {};
}

DocText text_of(const ScanContext& scan, const clang::RawComment& comment) {
  const llvm::StringRef text = comment.getRawText(scan.sources());
  return read_doc_text(std::string_view(text.data(), text.size()));
}

/// What a parameter is called: the annotated declaration may leave a name to another one.
llvm::StringRef name_of_parameter(const clang::FunctionDecl& function, unsigned index) {
  if (const llvm::StringRef name = function.getParamDecl(index)->getName(); !name.empty()) return name;
  for (const clang::FunctionDecl* other : function.redecls()) {
    if (const llvm::StringRef name = other->getParamDecl(index)->getName(); !name.empty()) return name;
  }
  return {};
}

/// The name that `function` has for what `owner`, another declaration of it, calls `written`.
std::string translated(const std::string& written, const clang::FunctionDecl& function,
                       const clang::FunctionDecl& owner) {
  for (unsigned i = 0; i < owner.getNumParams(); ++i) {
    if (owner.getParamDecl(i)->getName() == written) return name_of_parameter(function, i).str();
  }
  return written;
}

void add_trailing_comments(const ScanContext& scan, const clang::FunctionDecl& function, declared::Doc& doc) {
  for (unsigned i = 0; i < function.getNumParams(); ++i) {
    const std::string name = name_of_parameter(function, i).str();
    const bool is_known =
        std::ranges::find(doc.parameters, name, &declared::Doc::Parameter::name) != doc.parameters.end();
    if (name.empty() || is_known) continue;
    for (const clang::FunctionDecl* other : function.redecls()) {
      const clang::ParmVarDecl& parameter = *other->getParamDecl(i);
      const clang::RawComment* comment = trailing_comment(scan, parameter);
      if (comment == nullptr) continue;
      doc.parameters.push_back({name, text_of(scan, *comment).description,
                                place_of(parameter.getLocation(), scan.sources(), scan.ast.getLangOpts())});
      break;
    }
  }
}

}  // namespace

declared::Doc read_doc(const ScanContext& scan, const clang::FunctionDecl& function,
                       const clang::AnnotateAttr* annotation) {
  declared::Doc doc;
  if (const Found found = find_comment(scan, written_declaration(function), annotation); found.comment != nullptr) {
    DocText text = text_of(scan, *found.comment);
    doc.description = std::move(text.description);
    doc.returns = std::move(text.returns);
    const auto& owner = *llvm::cast<clang::FunctionDecl>(found.owner);
    for (DocText::Parameter& parameter : text.parameters) {
      const clang::SourceLocation at =
          found.comment->getBeginLoc().getLocWithOffset(static_cast<int>(parameter.offset));
      Location place = place_of(at, scan.sources(), scan.ast.getLangOpts());
      place.length = static_cast<unsigned>(parameter.name.size());
      doc.parameters.push_back(
          {translated(parameter.name, function, owner), std::move(parameter.text), std::move(place)});
    }
  }
  add_trailing_comments(scan, function, doc);
  return doc;
}

declared::Doc read_doc(const ScanContext& scan, const clang::VarDecl& variable, const clang::AnnotateAttr& annotation) {
  declared::Doc doc;
  const Found found = find_comment(scan, variable, &annotation);
  if (found.comment == nullptr) return doc;
  DocText text = text_of(scan, *found.comment);
  doc.description = std::move(text.description);
  doc.returns = std::move(text.returns);
  for (DocText::Parameter& parameter : text.parameters) {
    const clang::SourceLocation at = found.comment->getBeginLoc().getLocWithOffset(static_cast<int>(parameter.offset));
    Location place = place_of(at, scan.sources(), scan.ast.getLangOpts());
    place.length = static_cast<unsigned>(parameter.name.size());
    doc.parameters.push_back({std::move(parameter.name), std::move(parameter.text), std::move(place)});
  }
  return doc;
}

std::string read_description(const ScanContext& scan, const clang::Decl& declaration,
                             const clang::AnnotateAttr* annotation) {
  const Found found = find_comment(scan, written_declaration(declaration), annotation);
  return found.comment == nullptr ? std::string() : text_of(scan, *found.comment).description;
}

}  // namespace mcpgen
