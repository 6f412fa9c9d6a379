// How a line of the log is written: what a client sent can neither end the line nor speak to a terminal.
#pragma once

#include <string>
#include <string_view>

namespace mcp::cli {

/// Adds `line` to `to`, without a newline. Control characters (U+0000 to U+001F and U+007F to U+009F), the separators
/// of lines and paragraphs, and characters that change the direction of text become escapes as JSON has them, `\n` or
/// `\u001b`, so a line of JSON stays one. A byte that is not UTF-8 becomes `\x` and two hex digits. A backslash stays
/// as it is. Throws std::bad_alloc.
void append_escaped(std::string& to, std::string_view line);

}  // namespace mcp::cli
