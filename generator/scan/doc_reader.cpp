#include "scan/doc_reader.hpp"

#include <clang/AST/Comment.h>
#include <clang/AST/CommentCommandTraits.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RawCommentList.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "scan/places.hpp"

namespace mcpgen {
namespace {

namespace comments = clang::comments;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

bool starts_list_item(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ")) return true;
  const std::size_t digits = line.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string_view::npos &&
         (line.substr(digits).starts_with(". ") || line.substr(digits).starts_with(") "));
}

/// The lines of a paragraph as running text; a list item begins a line of its own.
std::string joined(std::string_view paragraph) {
  std::string text;
  while (!paragraph.empty()) {
    const std::size_t end = paragraph.find('\n');
    const std::string_view line = trimmed(paragraph.substr(0, end));
    paragraph = end == std::string_view::npos ? std::string_view() : paragraph.substr(end + 1);
    if (line.empty()) continue;
    if (!text.empty()) text += starts_list_item(line) ? '\n' : ' ';
    text += line;
  }
  return text;
}

void append_paragraph(std::string& text, std::string_view paragraph) {
  if (paragraph.empty()) return;
  if (!text.empty()) text += starts_list_item(paragraph) ? "\n" : "\n\n";
  text += paragraph;
}

class CommentReader {
 public:
  explicit CommentReader(const ScanContext& scan) : scan_(scan), traits_(scan.ast.getCommentCommandTraits()) {}

  declared::Doc read(const comments::FullComment& comment) const {
    declared::Doc doc;
    for (const comments::BlockContentComment* block : comment.getBlocks()) read_block(*block, doc);
    return doc;
  }

 private:
  void read_block(const comments::BlockContentComment& block, declared::Doc& doc) const {
    if (const auto* parameter = llvm::dyn_cast<comments::ParamCommandComment>(&block)) {
      read_parameter(*parameter, doc);
    } else if (llvm::isa<comments::TParamCommandComment>(block)) {
      return;
    } else if (const auto* verbatim = llvm::dyn_cast<comments::VerbatimBlockComment>(&block)) {
      append_paragraph(doc.description, verbatim_text(*verbatim));
    } else if (llvm::isa<comments::VerbatimLineComment>(block)) {
      return;  // \fn, \class and the like repeat the declaration
    } else if (const auto* command = llvm::dyn_cast<comments::BlockCommandComment>(&block)) {
      read_command(*command, doc);
    } else if (const auto* paragraph = llvm::dyn_cast<comments::ParagraphComment>(&block)) {
      append_paragraph(doc.description, paragraph_text(paragraph));
    }
  }

  void read_parameter(const comments::ParamCommandComment& command, declared::Doc& doc) const {
    if (!command.hasParamName()) return;
    doc.parameters.push_back(
        {command.getParamNameAsWritten().str(), paragraph_text(command.getParagraph()),
         place_of(command.getParamNameRange().getBegin(), scan_.sources(), scan_.ast.getLangOpts())});
  }

  void read_command(const comments::BlockCommandComment& command, declared::Doc& doc) const {
    const llvm::StringRef name = command.getCommandName(traits_);
    const std::string text = paragraph_text(command.getParagraph());
    if (name == "return" || name == "returns" || name == "result") {
      append_paragraph(doc.returns, text);
    } else if (name == "brief" || name == "short" || name == "details" || name == "par" || name == "remark" ||
               name == "remarks" || name == "note" || name == "warning" || name == "attention" ||
               name == "deprecated") {
      append_paragraph(doc.description, text);
    }
  }

  std::string paragraph_text(const comments::ParagraphComment* paragraph) const {
    std::string text;
    if (paragraph == nullptr) return text;
    for (auto child = paragraph->child_begin(); child != paragraph->child_end(); ++child) {
      const auto* content = llvm::dyn_cast<comments::InlineContentComment>(*child);
      if (content == nullptr) continue;
      append_inline(text, *content);
      if (content->hasTrailingNewline()) text += '\n';
    }
    return joined(text);
  }

  void append_inline(std::string& text, const comments::InlineContentComment& content) const {
    if (const auto* words = llvm::dyn_cast<comments::TextComment>(&content)) {
      text += words->getText();
    } else if (const auto* command = llvm::dyn_cast<comments::InlineCommandComment>(&content)) {
      if (command->getNumArgs() == 0) {
        text += source_text(command->getSourceRange());  // no command that Clang knows: "@home" stays "@home"
      }
      for (unsigned i = 0; i < command->getNumArgs(); ++i) {
        if (i != 0) text += ' ';
        text += command->getArgText(i);
      }
    } else {
      text += source_text(content.getSourceRange());  // what looks like HTML: "<b>", "std::vector<int>"
    }
  }

  std::string source_text(clang::SourceRange range) const {
    const char* begin = scan_.sources().getCharacterData(range.getBegin());
    const char* end = scan_.sources().getCharacterData(range.getEnd());
    return end < begin ? std::string() : std::string(begin, end + 1);
  }

  std::string verbatim_text(const comments::VerbatimBlockComment& block) const {
    std::string text;
    for (unsigned i = 0; i < block.getNumLines(); ++i) {
      if (i != 0) text += '\n';
      text += block.getText(i);
    }
    return std::string(trimmed(text));
  }

  const ScanContext& scan_;
  const comments::CommandTraits& traits_;
};

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
  return declaration;
}

declared::Doc read(const ScanContext& scan, const clang::Decl& declaration, const clang::AnnotateAttr* annotation) {
  const clang::Decl& written = written_declaration(declaration);
  const clang::RawComment* comment = comment_of(scan, written, annotation);
  const clang::Decl* owner = &written;
  for (const clang::Decl* other : written.redecls()) {
    if (comment != nullptr) break;
    owner = other;
    comment = comment_of(scan, *other, nullptr);
  }
  if (comment == nullptr) return {};
  return CommentReader(scan).read(*comment->parse(scan.ast, &scan.preprocessor, owner));
}

}  // namespace

declared::Doc read_doc(const ScanContext& scan, const clang::FunctionDecl& function,
                       const clang::AnnotateAttr* annotation) {
  return read(scan, function, annotation);
}

std::string read_description(const ScanContext& scan, const clang::Decl& declaration,
                             const clang::AnnotateAttr* annotation) {
  return read(scan, declaration, annotation).description;
}

}  // namespace mcpgen
