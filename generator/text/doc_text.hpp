// The text of a doc comment, read line by line. Knows no Clang: Clang's own comment parser takes `user@example.com` and
// `C:\new` for commands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

/// All texts are valid UTF-8: what was not is U+FFFD.
struct DocText {
  std::string description;
  std::string returns;
  struct Parameter {
    std::string name;
    std::string text;
    std::size_t offset;  // of the name, in the comment
  };
  std::vector<Parameter> parameters;
};

/// Reads a comment with its markers (`///`, `/** … */`, `///<`). A command counts at the start of a line only: @brief,
/// @param, @return, @tparam and the like; what follows one it does not know stays text, the command's name included.
[[nodiscard]] DocText read_doc_text(std::string_view comment);

}  // namespace mcpgen
