#include "text/doc_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

#include "text/cpp_literals.hpp"

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
  Text,          // a paragraph of the description
  Parameter,     // a name, then its text
  Result,        // a paragraph of the result's description
  Dropped,       // a paragraph for the authors of the code, or about what no tool has
  DroppedLine,   // repeats the declaration, or groups several
  Internal,      // not published, up to the end of the comment or `@endinternal`
  Verbatim,      // up to the matching end
  DroppedBlock,  // the same, for a drawing or another format than text
  OtherThing,    // the comment is about a file or a page
};

struct Command {
  std::string_view name;
  Section section;
  std::string_view label;  // begins the paragraph
};

// Sorted by name. A command that is missing here is text, unless it is all of its line.
constexpr auto kCommands = std::to_array<Command>({
    {"addtogroup", Section::DroppedLine, ""},
    {"arg", Section::Text, "- "},
    {"attention", Section::Text, ""},
    {"author", Section::Dropped, ""},
    {"authors", Section::Dropped, ""},
    {"brief", Section::Text, ""},
    {"bug", Section::Dropped, ""},
    {"callergraph", Section::DroppedLine, ""},
    {"callgraph", Section::DroppedLine, ""},
    {"category", Section::DroppedLine, ""},
    {"class", Section::DroppedLine, ""},
    {"code", Section::Verbatim, ""},
    {"collaborationgraph", Section::DroppedLine, ""},
    {"concept", Section::DroppedLine, ""},
    {"cond", Section::DroppedLine, ""},
    {"copybrief", Section::DroppedLine, ""},
    {"copydetails", Section::DroppedLine, ""},
    {"copydoc", Section::DroppedLine, ""},
    {"copyright", Section::Dropped, ""},
    {"date", Section::Dropped, ""},
    {"def", Section::DroppedLine, ""},
    {"defgroup", Section::DroppedLine, ""},
    {"deprecated", Section::Text, ""},
    {"details", Section::Text, ""},
    {"diafile", Section::DroppedLine, ""},
    {"dir", Section::OtherThing, ""},
    {"directorygraph", Section::DroppedLine, ""},
    {"docbookinclude", Section::DroppedLine, ""},
    {"docbookonly", Section::DroppedBlock, ""},
    {"dontinclude", Section::DroppedLine, ""},
    {"dot", Section::DroppedBlock, ""},
    {"dotfile", Section::DroppedLine, ""},
    {"else", Section::DroppedLine, ""},
    {"elseif", Section::DroppedLine, ""},
    {"endcond", Section::DroppedLine, ""},
    {"endif", Section::DroppedLine, ""},
    {"endinternal", Section::DroppedLine, ""},
    {"endparblock", Section::DroppedLine, ""},
    {"endsecreflist", Section::DroppedLine, ""},
    {"enum", Section::DroppedLine, ""},
    {"example", Section::DroppedLine, ""},
    {"exception", Section::Text, "Throws "},
    {"exceptions", Section::Text, "Throws "},
    {"extends", Section::DroppedLine, ""},
    {"file", Section::OtherThing, ""},
    {"fileinfo", Section::DroppedLine, ""},
    {"fn", Section::DroppedLine, ""},
    {"groupgraph", Section::DroppedLine, ""},
    {"headerfile", Section::DroppedLine, ""},
    {"hidecallergraph", Section::DroppedLine, ""},
    {"hidecallgraph", Section::DroppedLine, ""},
    {"hidecollaborationgraph", Section::DroppedLine, ""},
    {"hidedirectorygraph", Section::DroppedLine, ""},
    {"hideenumvalues", Section::DroppedLine, ""},
    {"hidegroupgraph", Section::DroppedLine, ""},
    {"hideincludedbygraph", Section::DroppedLine, ""},
    {"hideincludegraph", Section::DroppedLine, ""},
    {"hideinheritancegraph", Section::DroppedLine, ""},
    {"hideinitializer", Section::DroppedLine, ""},
    {"hiderefby", Section::DroppedLine, ""},
    {"hiderefs", Section::DroppedLine, ""},
    {"htmlinclude", Section::DroppedLine, ""},
    {"htmlonly", Section::DroppedBlock, ""},
    {"if", Section::DroppedLine, ""},
    {"ifnot", Section::DroppedLine, ""},
    {"image", Section::DroppedLine, ""},
    {"implements", Section::DroppedLine, ""},
    {"important", Section::Text, ""},
    {"include", Section::DroppedLine, ""},
    {"includedbygraph", Section::DroppedLine, ""},
    {"includedoc", Section::DroppedLine, ""},
    {"includegraph", Section::DroppedLine, ""},
    {"includelineno", Section::DroppedLine, ""},
    {"ingroup", Section::DroppedLine, ""},
    {"inheritancegraph", Section::DroppedLine, ""},
    {"interface", Section::DroppedLine, ""},
    {"internal", Section::Internal, ""},
    {"invariant", Section::Text, "Invariant: "},
    {"latexinclude", Section::DroppedLine, ""},
    {"latexonly", Section::DroppedBlock, ""},
    {"li", Section::Text, "- "},
    {"lineinfo", Section::DroppedLine, ""},
    {"mainpage", Section::OtherThing, ""},
    {"maninclude", Section::DroppedLine, ""},
    {"manonly", Section::DroppedBlock, ""},
    {"memberof", Section::DroppedLine, ""},
    {"module", Section::DroppedLine, ""},
    {"msc", Section::DroppedBlock, ""},
    {"mscfile", Section::DroppedLine, ""},
    {"name", Section::DroppedLine, ""},
    {"namespace", Section::DroppedLine, ""},
    {"nosubgrouping", Section::DroppedLine, ""},
    {"note", Section::Text, ""},
    {"overload", Section::DroppedLine, ""},
    {"package", Section::DroppedLine, ""},
    {"page", Section::OtherThing, ""},
    {"par", Section::Text, ""},
    {"param", Section::Parameter, ""},
    {"parblock", Section::DroppedLine, ""},
    {"plantumlfile", Section::DroppedLine, ""},
    {"post", Section::Text, "Postcondition: "},
    {"pre", Section::Text, "Precondition: "},
    {"private", Section::DroppedLine, ""},
    {"privatesection", Section::DroppedLine, ""},
    {"property", Section::DroppedLine, ""},
    {"protected", Section::DroppedLine, ""},
    {"protectedsection", Section::DroppedLine, ""},
    {"protocol", Section::DroppedLine, ""},
    {"public", Section::DroppedLine, ""},
    {"publicsection", Section::DroppedLine, ""},
    {"pure", Section::DroppedLine, ""},
    {"qualifier", Section::DroppedLine, ""},
    {"raisewarning", Section::DroppedLine, ""},
    {"refitem", Section::Dropped, ""},
    {"related", Section::DroppedLine, ""},
    {"relatedalso", Section::DroppedLine, ""},
    {"relates", Section::DroppedLine, ""},
    {"relatesalso", Section::DroppedLine, ""},
    {"remark", Section::Text, ""},
    {"remarks", Section::Text, ""},
    {"result", Section::Result, ""},
    {"return", Section::Result, ""},
    {"returns", Section::Result, ""},
    {"retval", Section::Result, ""},
    {"rtfinclude", Section::DroppedLine, ""},
    {"rtfonly", Section::DroppedBlock, ""},
    {"sa", Section::Text, "See "},
    {"secreflist", Section::DroppedLine, ""},
    {"see", Section::Text, "See "},
    {"short", Section::Text, ""},
    {"showdate", Section::DroppedLine, ""},
    {"showenumvalues", Section::DroppedLine, ""},
    {"showinitializer", Section::DroppedLine, ""},
    {"showrefby", Section::DroppedLine, ""},
    {"showrefs", Section::DroppedLine, ""},
    {"since", Section::Text, "Since "},
    {"skip", Section::DroppedLine, ""},
    {"skipline", Section::DroppedLine, ""},
    {"snippet", Section::DroppedLine, ""},
    {"snippetdoc", Section::DroppedLine, ""},
    {"snippetlineno", Section::DroppedLine, ""},
    {"startuml", Section::DroppedBlock, ""},
    {"static", Section::DroppedLine, ""},
    {"struct", Section::DroppedLine, ""},
    {"tableofcontents", Section::DroppedLine, ""},
    {"test", Section::Dropped, ""},
    {"throw", Section::Text, "Throws "},
    {"throws", Section::Text, "Throws "},
    {"todo", Section::Dropped, ""},
    {"tparam", Section::Dropped, ""},
    {"typedef", Section::DroppedLine, ""},
    {"union", Section::DroppedLine, ""},
    {"until", Section::DroppedLine, ""},
    {"var", Section::DroppedLine, ""},
    {"verbatim", Section::Verbatim, ""},
    {"verbinclude", Section::DroppedLine, ""},
    {"version", Section::Dropped, ""},
    {"vhdlflow", Section::DroppedLine, ""},
    {"warning", Section::Text, ""},
    {"weakgroup", Section::DroppedLine, ""},
    {"xmlinclude", Section::DroppedLine, ""},
    {"xmlonly", Section::DroppedBlock, ""},
    {"xrefitem", Section::Dropped, ""},
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

const Command* find_command_named(std::string_view word) {
  const auto* found = std::ranges::lower_bound(kCommands, word, {}, &Command::name);
  return found != kCommands.end() && found->name == word ? found : nullptr;
}

const Command* find_command(std::string_view line) { return find_command_named(command_word(line)); }

/// Commands that mark up the next word: `@c word` is "word".
bool is_mark_up(std::string_view word) {
  constexpr auto kMarkUp = std::to_array<std::string_view>({"a", "b", "c", "cite", "e", "em", "p", "ref"});
  return std::ranges::find(kMarkUp, word) != kMarkUp.end();
}

/// Commands that say how Doxygen shows a declaration, wherever they stand.
bool is_switch(std::string_view word) {
  constexpr auto kSwitches = std::to_array<std::string_view>({"callergraph", "callgraph", "nosubgrouping"});
  return word.starts_with("hide") || word.starts_with("show") ? find_command_named(word) != nullptr
                                                              : std::ranges::find(kSwitches, word) != kSwitches.end();
}

/// Is the line a command, as `@hideinitializer` or the alias of a project, and nothing else?
bool is_command_alone(std::string_view line) {
  const std::string_view word = command_word(line);
  if (word.empty() || is_mark_up(word)) return false;
  const std::string_view rest = trimmed(line.substr(1 + word.size()));
  return rest.empty() || (rest.starts_with('{') && rest.find('}') == rest.size() - 1);
}

struct Entity {
  std::string_view name;
  std::string_view text;
};

// Sorted by name: what people write in comments, by hand or because Doxygen wants it.
constexpr auto kEntities = std::to_array<Entity>({
    {"amp", "&"},    {"apos", "'"},   {"bull", "•"},   {"cent", "¢"},  {"copy", "©"},  {"deg", "°"},    {"divide", "÷"},
    {"ensp", " "},   {"euro", "€"},   {"frac12", "½"}, {"ge", "≥"},    {"gt", ">"},    {"hellip", "…"}, {"infin", "∞"},
    {"laquo", "«"},  {"larr", "←"},   {"ldquo", "“"},  {"le", "≤"},    {"lsquo", "‘"}, {"lt", "<"},     {"mdash", "—"},
    {"micro", "µ"},  {"middot", "·"}, {"minus", "−"},  {"nbsp", " "},  {"ndash", "–"}, {"ne", "≠"},     {"para", "¶"},
    {"permil", "‰"}, {"pi", "π"},     {"plusmn", "±"}, {"pound", "£"}, {"quot", "\""}, {"raquo", "»"},  {"rarr", "→"},
    {"rdquo", "”"},  {"reg", "®"},    {"rsquo", "’"},  {"sect", "§"},  {"sup2", "²"},  {"sup3", "³"},   {"szlig", "ß"},
    {"thinsp", " "}, {"times", "×"},  {"trade", "™"},  {"yen", "¥"},
});
static_assert(std::ranges::is_sorted(kEntities, {}, &Entity::name), "entity_at() searches by bisection");

/// Appends the code point as UTF-8; false: it is none.
bool append_code_point(std::string& text, std::uint32_t point) {
  constexpr std::uint32_t kLast = 0x10FFFF;
  if (point == 0 || point > kLast || (point >= 0xD800 && point <= 0xDFFF)) return false;
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (point < 0x80) {
    add(point);
  } else if (point < 0x800) {
    add(0xC0 | (point >> 6));
    add(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    add(0xE0 | (point >> 12));
    add(0x80 | ((point >> 6) & 0x3F));
    add(0x80 | (point & 0x3F));
  } else {
    add(0xF0 | (point >> 18));
    add(0x80 | ((point >> 12) & 0x3F));
    add(0x80 | ((point >> 6) & 0x3F));
    add(0x80 | (point & 0x3F));
  }
  return true;
}

/// Appends what the entity that `text` begins with stands for, `&quot;` or `&#34;`; returns its length, 0 where it
/// begins with none.
std::size_t append_entity(std::string& to, std::string_view text) {
  constexpr std::size_t kLongest = 12;
  const std::size_t end = text.substr(0, kLongest).find(';');
  if (end == std::string_view::npos || end < 2) return 0;
  std::string_view name = text.substr(1, end - 1);
  if (name.starts_with('#')) {
    const bool is_hex = name.starts_with("#x") || name.starts_with("#X");
    name.remove_prefix(is_hex ? 2 : 1);
    std::uint32_t point = 0;
    const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), point, is_hex ? 16 : 10);
    const bool is_number = error == std::errc() && stop == name.data() + name.size();
    return is_number && append_code_point(to, point) ? end + 1 : 0;
  }
  const auto* found = std::ranges::lower_bound(kEntities, name, {}, &Entity::name);
  if (found == kEntities.end() || found->name != name) return 0;
  to += found->text;
  return end + 1;
}

/// Without mark-up, entities and escaped signs; what stands in backticks stays as it is.
std::string plain(std::string_view text) {
  std::string result;
  bool is_code = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '`') is_code = !is_code;
    if (!is_code && c == '&') {
      if (const std::size_t length = append_entity(result, text.substr(i)); length != 0) {
        i += length - 1;
        continue;
      }
    }
    if (!is_code && (c == '@' || c == '\\')) {
      const bool begins_word = i == 0 || is_blank(text[i - 1]) || text[i - 1] == '(';
      const std::string_view word = begins_word ? command_word(text.substr(i)) : std::string_view();
      const std::size_t next = text.find_first_not_of(' ', i + 1 + word.size());
      if (is_switch(word)) {
        i += word.size();
        continue;
      }
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
      case Section::DroppedBlock: {
        const std::string end = command.name == "startuml" ? "enduml" : "end" + std::string(command.name);
        while (next_ < lines_.size() && command_word(without_indent(lines_[next_])) != end) ++next_;
        if (next_ < lines_.size()) ++next_;
        return true;
      }
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
    const std::string whole = plain(trimmed(paragraph_));
    const std::string_view text = trimmed(whole);
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
