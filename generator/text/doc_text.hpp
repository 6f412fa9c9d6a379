// Reads the text of a doc comment line by line. It does not use Clang's comment parser, which reads `user@example.com`
// and `C:\new` as commands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

/// All texts are valid UTF-8; invalid bytes are replaced by U+FFFD.
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

/// Reads a comment with its markers (`///`, `/** … */`, `///<`). Commands such as @brief, @param and @return are
/// recognised only at the start of a line. An unknown command is text.
[[nodiscard]] DocText read_doc_text(std::string_view comment);

}  // namespace mcpgen
