#include "scan/doc_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "scan/cpp_literals.hpp"

namespace mcpgen {
namespace {

constexpr std::string_view kBlank = " \t\r\n\f\v";

std::string_view without_indent(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlank), text.size()));
}

std::string_view trimmed(std::string_view text) {
  text = without_indent(text);
  return text.substr(0, text.find_last_not_of(kBlank) + 1);
}

bool is_blank(char c) { return kBlank.find(c) != std::string_view::npos; }

bool starts_list_item(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ")) return true;
  const std::size_t digits = line.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string_view::npos &&
         (line.substr(digits).starts_with(". ") || line.substr(digits).starts_with(") "));
}

bool starts_fence(std::string_view line) { return line.starts_with("```") || line.starts_with("~~~"); }

/// The lines of a comment without its markers. They are parts of the comment, so their places are known.
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

enum class Section {
  Text,         // a paragraph of the description
  Parameter,    // a name, then its text
  Result,       // a paragraph of the result's description
  Dropped,      // a paragraph for the authors of the code, or about what no tool has
  DroppedLine,  // repeats the declaration, or groups several
  Internal,     // not published, up to the end of the comment or `@endinternal`
  Verbatim,     // up to the matching end
  OtherThing,   // the comment is about a file or a page
};

struct Command {
  std::string_view name;
  Section section;
  std::string_view label;  // begins the paragraph
};

// Sorted by name. A command that is missing here is text.
constexpr auto kCommands = std::to_array<Command>({
    {"addtogroup", Section::DroppedLine, ""},
    {"attention", Section::Text, ""},
    {"author", Section::Dropped, ""},
    {"authors", Section::Dropped, ""},
    {"brief", Section::Text, ""},
    {"bug", Section::Dropped, ""},
    {"class", Section::DroppedLine, ""},
    {"code", Section::Verbatim, ""},
    {"copyright", Section::Dropped, ""},
    {"date", Section::Dropped, ""},
    {"defgroup", Section::DroppedLine, ""},
    {"deprecated", Section::Text, ""},
    {"details", Section::Text, ""},
    {"dir", Section::OtherThing, ""},
    {"endinternal", Section::DroppedLine, ""},
    {"enum", Section::DroppedLine, ""},
    {"exception", Section::Text, "Throws "},
    {"exceptions", Section::Text, "Throws "},
    {"file", Section::OtherThing, ""},
    {"fn", Section::DroppedLine, ""},
    {"ingroup", Section::DroppedLine, ""},
    {"internal", Section::Internal, ""},
    {"invariant", Section::Text, "Invariant: "},
    {"mainpage", Section::OtherThing, ""},
    {"name", Section::DroppedLine, ""},
    {"note", Section::Text, ""},
    {"page", Section::OtherThing, ""},
    {"par", Section::Text, ""},
    {"param", Section::Parameter, ""},
    {"post", Section::Text, "Postcondition: "},
    {"pre", Section::Text, "Precondition: "},
    {"relates", Section::DroppedLine, ""},
    {"remark", Section::Text, ""},
    {"remarks", Section::Text, ""},
    {"result", Section::Result, ""},
    {"return", Section::Result, ""},
    {"returns", Section::Result, ""},
    {"retval", Section::Result, ""},
    {"sa", Section::Text, "See "},
    {"see", Section::Text, "See "},
    {"short", Section::Text, ""},
    {"since", Section::Text, "Since "},
    {"struct", Section::DroppedLine, ""},
    {"test", Section::Dropped, ""},
    {"throw", Section::Text, "Throws "},
    {"throws", Section::Text, "Throws "},
    {"todo", Section::Dropped, ""},
    {"tparam", Section::Dropped, ""},
    {"verbatim", Section::Verbatim, ""},
    {"version", Section::Dropped, ""},
    {"warning", Section::Text, ""},
});
static_assert(std::ranges::is_sorted(kCommands, {}, &Command::name), "find_command() searches by bisection");

/// The word behind a leading `@` or `\`; empty: the line starts with no command.
std::string_view command_word(std::string_view line) {
  if (line.empty() || (line[0] != '@' && line[0] != '\\')) return {};
  std::size_t end = 1;
  while (end < line.size() && std::isalpha(static_cast<unsigned char>(line[end])) != 0) ++end;
  const bool ends_there = end == line.size() || is_blank(line[end]) || line[end] == '[' || line[end] == '{';
  return ends_there ? line.substr(1, end - 1) : std::string_view();
}

const Command* find_command(std::string_view line) {
  const std::string_view word = command_word(line);
  const auto* found = std::ranges::lower_bound(kCommands, word, {}, &Command::name);
  return found != kCommands.end() && found->name == word ? found : nullptr;
}

/// Commands that mark up the next word: `@c word` is "word".
bool is_mark_up(std::string_view word) {
  constexpr auto kMarkUp = std::to_array<std::string_view>({"a", "b", "c", "e", "em", "p", "ref"});
  return std::ranges::find(kMarkUp, word) != kMarkUp.end();
}

/// Without mark-up and escaped signs; what stands in backticks stays as it is.
std::string plain(std::string_view text) {
  std::string result;
  bool is_code = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '`') is_code = !is_code;
    if (!is_code && (c == '@' || c == '\\')) {
      const bool begins_word = i == 0 || is_blank(text[i - 1]) || text[i - 1] == '(';
      const std::string_view word = begins_word ? command_word(text.substr(i)) : std::string_view();
      const std::size_t next = text.find_first_not_of(' ', i + 1 + word.size());
      if (is_mark_up(word) && next != std::string_view::npos && next > i + 1 + word.size()) {
        i = next - 1;
        continue;
      }
      if (i + 1 < text.size() && text[i + 1] == '@') ++i;  // "@@" and "\@" are one "@"
      result += i > 0 && text[i] == '@' ? '@' : c;
      continue;
    }
    result += c;
  }
  return result;
}

/// Does `line` begin a line of its own, instead of going on with the one before?
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
  /// False where the whole comment is about something else.
  bool read_line(std::string_view line) {
    const std::string_view inner = without_indent(line);
    if (inner.empty()) {
      end_paragraph();
    } else if (starts_fence(inner)) {
      read_verbatim(inner.substr(0, 3), line.size() - inner.size(), line);
    } else if (is_group_mark(inner)) {
      end_paragraph();
    } else if (const Command* command = find_command(inner)) {
      return read_command(*command, inner);
    } else {
      add_line(inner);
    }
    return true;
  }

  static bool is_group_mark(std::string_view line) {
    return (line[0] == '@' || line[0] == '\\') && line.size() > 1 && (line[1] == '{' || line[1] == '}');
  }

  bool read_command(const Command& command, std::string_view line) {
    end_paragraph();
    std::string_view rest = line.substr(1 + command.name.size());
    switch (command.section) {
      case Section::OtherThing:
        return false;
      case Section::DroppedLine:
        return true;
      case Section::Internal:
        while (next_ < lines_.size() && command_word(without_indent(lines_[next_])) != "endinternal") ++next_;
        return true;
      case Section::Verbatim:
        read_verbatim(command.name == "code" ? "endcode" : "endverbatim", line.size(), {});
        return true;
      case Section::Parameter:
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

  /// "[in] a, b the text": what is left of it.
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

  /// Lines up to one that begins with `end`; `opening` and that one belong to the text when it is a fence.
  void read_verbatim(std::string_view end, std::size_t indent, std::string_view opening) {
    const bool is_fence = !opening.empty();
    // A paragraph about a parameter or the result goes on with its code.
    const Section section = section_;
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
    if (section == Section::Dropped) return;
    if (!trimmed(code).empty()) append(text_.description, code);
  }

  void add_line(std::string_view line) {
    line = trimmed(line);
    // A label ends with a blank.
    if (!paragraph_.empty() && !is_blank(paragraph_.back())) paragraph_ += starts_own_line(line) ? '\n' : ' ';
    paragraph_ += line;
  }

  void end_paragraph() {
    const std::string text = plain(trimmed(paragraph_));
    switch (std::exchange(section_, Section::Text)) {
      case Section::Parameter:
        for (std::size_t i = first_parameter_; i < text_.parameters.size(); ++i) text_.parameters[i].text = text;
        break;
      case Section::Result:
        append(text_.returns, text);
        break;
      case Section::Text:
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
  Section section_ = Section::Text;
  std::string paragraph_;  // of section_
  std::size_t first_parameter_ = 0;
};

}  // namespace

DocText read_doc_text(std::string_view comment) { return Reader(comment).read(); }

}  // namespace mcpgen
