#include <algorithm>
#include <ostream>
#include <string>

#include "cli/commands.hpp"

namespace mcp::cli {

namespace {

/// The width of a text on a terminal, approximated by its code points.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void pad(std::ostream& out, std::string_view text, std::size_t columns) {
  out << text;
  for (std::size_t i = width(text); i < columns; ++i) out << ' ';
}

}  // namespace

int list(const detail::ServerDescriptor& descriptor, std::ostream& out) {
  out << descriptor.name << ' ' << descriptor.version << ": " << descriptor.tools.size()
      << (descriptor.tools.size() == 1 ? " tool\n" : " tools\n");
  // A limit keeps one long line of parameters from moving all descriptions far to the right.
  constexpr std::size_t kWidest = 40;
  std::size_t columns = 0;
  for (const detail::ListedTool& tool : descriptor.tools) {
    const std::size_t needed = width(tool.name) + width(tool.usage) + 2;
    if (needed <= kWidest) columns = std::max(columns, needed);
  }
  for (const detail::ListedTool& tool : descriptor.tools) {
    const std::string call = std::string(tool.name) + "(" + std::string(tool.usage) + ")";
    out << "  ";
    if (tool.summary.empty()) {
      out << call << '\n';
      continue;
    }
    pad(out, call, columns);
    if (width(call) > columns) {
      out << "\n  ";
      pad(out, "", columns);
    }
    out << "  " << tool.summary << '\n';
  }
  return 0;
}

}  // namespace mcp::cli
