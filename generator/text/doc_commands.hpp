// The commands of doc comments: `@param`, `\return` and all others that Doxygen knows.
#pragma once

#include <algorithm>
#include <string_view>

namespace mcpgen {

inline constexpr std::string_view kBlank = " \t\r\n\f\v";

[[nodiscard]] inline bool is_blank(char c) { return kBlank.find(c) != std::string_view::npos; }

[[nodiscard]] inline std::string_view without_indent(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlank), text.size()));
}

[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  text = without_indent(text);
  return text.substr(0, text.find_last_not_of(kBlank) + 1);
}

/// How the text after a command is used.
enum class DocSection {
  Text,          // a paragraph of the description
  Parameter,     // a name, then its text
  Result,        // a paragraph of the result's description
  Dropped,       // a paragraph that is only for readers of the source
  DroppedLine,   // a line about the declaration or its group
  Internal,      // not published, up to the end of the comment or `@endinternal`
  Verbatim,      // unchanged text, up to the matching end command
  DroppedBlock,  // the same for drawings and other formats; dropped
  OtherThing,    // the comment is about a file or a page
};

struct DocCommand {
  std::string_view name;
  DocSection section;
  std::string_view label;  // the beginning of the paragraph
};

/// The word behind a leading `@` or `\`; empty if the line does not start with a command.
[[nodiscard]] std::string_view command_word(std::string_view line);

/// The known command that a line starts with; null if there is none. It is static.
[[nodiscard]] const DocCommand* find_command(std::string_view line);

/// Whether the command marks up the next word: `@c word` is "word".
[[nodiscard]] bool is_mark_up(std::string_view word);

/// Whether the command only controls how Doxygen shows a declaration. Such commands may stand anywhere in a text.
[[nodiscard]] bool is_switch(std::string_view word);

/// Whether the line consists of a command only, such as `@hideinitializer` or an alias of the user's project.
[[nodiscard]] bool is_command_alone(std::string_view line);

}  // namespace mcpgen
