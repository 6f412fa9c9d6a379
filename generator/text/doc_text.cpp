#include "text/doc_text.hpp"

#include <algorithm>
#include <utility>

#include "text/cpp_literals.hpp"
#include "text/doc_commands.hpp"
#include "text/doc_markup.hpp"

namespace mcpgen {
namespace {

bool starts_list_item(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ")) return true;
  const std::size_t digits = line.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string_view::npos &&
         (line.substr(digits).starts_with(". ") || line.substr(digits).starts_with(") "));
}

bool starts_fence(std::string_view line) { return line.starts_with("```") || line.starts_with("~~~"); }

/// The lines of a comment without its markers. They are views into the comment, so their offsets are known.
std::vector<std::string_view> lines_of(std::string_view comment) {
  const bool is_block = comment.starts_with("/*");
  if (is_block && comment.ends_with("*/")) {
    comment.remove_suffix(2);
    while (comment.ends_with('*')) comment.remove_suffix(1);
  }
  std::vector<std::string_view> lines;
  while (true) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    std::string_view line = comment.substr(0, end);
    const std::string_view inner = without_indent(line);
    if (inner.starts_with("//") || (is_block && lines.empty())) {
      line = inner.substr(std::min<std::size_t>(2, inner.size()));
      if (line.starts_with('/') || line.starts_with('!') || line.starts_with('*')) line.remove_prefix(1);
      if (line.starts_with('<')) line.remove_prefix(1);
    } else if (is_block && inner.starts_with('*')) {
      line = inner.substr(1);
    }
    if (const std::size_t last = line.find_last_not_of(kBlank); last != std::string_view::npos) {
      line = line.substr(0, last + 1);
    } else {
      line = {};
    }
    // A box of stars or slashes is decoration.
    if (line.size() > 2 && line.find_first_not_of("*/") == std::string_view::npos) line = {};
    lines.push_back(line);
    if (end == comment.size()) return lines;
    comment.remove_prefix(end + 1);
  }
}

/// Whether `line` begins a new line instead of continuing the one before.
bool starts_own_line(std::string_view line) {
  return starts_list_item(line) || line.starts_with('|') || line.starts_with("#") || line.starts_with("> ");
}

class Reader {
 public:
  explicit Reader(std::string_view comment) : comment_(comment), lines_(lines_of(comment)) {}

  DocText read() {
    for (next_ = 0; next_ < lines_.size();) {
      const std::string_view line = lines_[next_++];
      if (!read_line(line)) return {};
    }
    end_paragraph();
    repair(text_);
    return std::move(text_);
  }

 private:
  /// Returns false if the whole comment is about something else than the declaration.
  bool read_line(std::string_view line) {
    const std::string_view inner = without_indent(line);
    if (inner.empty()) {
      end_paragraph();
    } else if (starts_fence(inner)) {
      read_verbatim(inner.substr(0, 3), line.size() - inner.size(), line);
    } else if (is_group_mark(inner)) {
      end_paragraph();
    } else if (const DocCommand* command = find_command(inner)) {
      return read_command(*command, inner);
    } else if (is_command_alone(inner)) {
      end_paragraph();
    } else {
      add_line(inner);
    }
    return true;
  }

  static bool is_group_mark(std::string_view line) {
    return (line[0] == '@' || line[0] == '\\') && line.size() > 1 && (line[1] == '{' || line[1] == '}');
  }

  bool read_command(const DocCommand& command, std::string_view line) {
    end_paragraph();
    std::string_view rest = line.substr(1 + command.name.size());
    switch (command.section) {
      case DocSection::OtherThing:
        return false;
      case DocSection::DroppedLine:
        return true;
      case DocSection::Internal:
        while (next_ < lines_.size() && command_word(without_indent(lines_[next_])) != "endinternal") ++next_;
        return true;
      case DocSection::DroppedBlock: {
        const std::string end = command.name == "startuml" ? "enduml" : "end" + std::string(command.name);
        while (next_ < lines_.size() && command_word(without_indent(lines_[next_])) != end) ++next_;
        if (next_ < lines_.size()) ++next_;
        return true;
      }
      case DocSection::Verbatim:
        read_verbatim(command.name == "code" ? "endcode" : "endverbatim", line.size(), {});
        return true;
      case DocSection::Parameter:
        rest = parameter_names(rest);
        break;
      default:
        paragraph_ = command.label;
        break;
    }
    section_ = command.section;
    if (const std::string_view text = without_indent(rest); !text.empty()) add_line(text);
    return true;
  }

  /// Reads the names in "[in] a, b the text" and returns the rest, "the text".
  std::string_view parameter_names(std::string_view rest) {
    rest = without_indent(rest);
    if (rest.starts_with('[')) rest = without_indent(rest.substr(std::min(rest.find(']'), rest.size() - 1) + 1));
    first_parameter_ = text_.parameters.size();
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find_first_of(" \t,:"), rest.size());
      if (end == 0) break;
      text_.parameters.push_back(
          {std::string(rest.substr(0, end)), {}, static_cast<std::size_t>(rest.data() - comment_.data())});
      rest.remove_prefix(end);
      if (rest.starts_with(':')) rest.remove_prefix(1);
      const std::string_view tail = without_indent(rest);
      if (!tail.starts_with(',')) break;
      rest = without_indent(tail.substr(1));
    }
    return rest;
  }

  /// Reads lines up to one that begins with `end`. If `opening` is not empty, it is the opening fence, and both fences
  /// belong to the text.
  void read_verbatim(std::string_view end, std::size_t indent, std::string_view opening) {
    const bool is_fence = !opening.empty();
    // A paragraph about a parameter or the result continues with its code.
    const DocSection section = section_;
    std::string code(is_fence ? without_indent(opening) : std::string_view());
    if (!is_fence) indent = std::string_view::npos;
    while (next_ < lines_.size()) {
      const std::string_view line = lines_[next_++];
      const std::string_view inner = without_indent(line);
      if (is_fence ? inner.starts_with(end) : command_word(inner) == end) {
        if (is_fence) code += '\n' + std::string(inner);
        break;
      }
      if (indent == std::string_view::npos && !inner.empty()) indent = line.size() - inner.size();
      if (!code.empty()) code += '\n';
      code += line.substr(std::min(indent, line.size() - inner.size()));
    }
    end_paragraph();
    if (section == DocSection::Dropped) return;
    if (!trimmed(code).empty()) append(text_.description, code);
  }

  void add_line(std::string_view line) {
    line = trimmed(line);
    // A label ends with a blank, so none is added behind it.
    if (!paragraph_.empty() && !is_blank(paragraph_.back())) paragraph_ += starts_own_line(line) ? '\n' : ' ';
    paragraph_ += line;
  }

  void end_paragraph() {
    const std::string whole = plain_doc_text(trimmed(paragraph_));
    const std::string_view text = trimmed(whole);
    switch (std::exchange(section_, DocSection::Text)) {
      case DocSection::Parameter:
        for (std::size_t i = first_parameter_; i < text_.parameters.size(); ++i) text_.parameters[i].text = text;
        break;
      case DocSection::Result:
        append(text_.returns, text);
        break;
      case DocSection::Text:
        append(text_.description, text);
        break;
      default:
        break;
    }
    paragraph_.clear();
  }

  static void append(std::string& text, std::string_view paragraph) {
    if (paragraph.empty()) return;
    if (!text.empty()) text += starts_list_item(paragraph) ? "\n" : "\n\n";
    text += paragraph;
  }

  static void repair(DocText& text) {
    text.description = valid_utf8(text.description);
    text.returns = valid_utf8(text.returns);
    for (DocText::Parameter& parameter : text.parameters) {
      parameter.name = valid_utf8(parameter.name);
      parameter.text = valid_utf8(parameter.text);
    }
  }

  std::string_view comment_;
  std::vector<std::string_view> lines_;
  std::size_t next_ = 0;
  DocText text_;
  DocSection section_ = DocSection::Text;
  std::string paragraph_;  // of section_
  std::size_t first_parameter_ = 0;
};

}  // namespace

DocText read_doc_text(std::string_view comment) { return Reader(comment).read(); }

}  // namespace mcpgen
