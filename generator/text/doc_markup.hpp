// Inline markup of doc comments: entities such as `&quot;`, escaped signs, and commands within a line.
#pragma once

#include <string>
#include <string_view>

namespace mcpgen {

/// `text` without markup, with entities and escaped signs replaced by the characters that they stand for. Text in
/// backticks is unchanged.
[[nodiscard]] std::string plain_doc_text(std::string_view text);

}  // namespace mcpgen
