// Escapes a line of the log, so that text of a client can neither end the line nor control the terminal.
#pragma once

#include <string>
#include <string_view>

namespace mcp::serve {

/// Appends `line` to `to`, without a newline. Control characters (U+0000 to U+001F and U+007F to U+009F), line and
/// paragraph separators, and characters that change the direction of text become JSON escapes such as `\n` or `\u001b`,
/// so that a line of JSON stays valid JSON. A byte that is not UTF-8 becomes `\x` and two hexadecimal digits. A
/// backslash is kept. Throws std::bad_alloc.
void append_escaped(std::string& to, std::string_view line);

}  // namespace mcp::serve
