// Renders diagnostics in Clang's format.
#include "diagnostics/render.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace mcpgen {
namespace {

constexpr std::size_t kTabStop = 8;

/// The lines of the files that diagnostics point into, each file read once.
class SourceLines {
 public:
  /// Null where the file or the line does not exist.
  const std::string* line(const std::string& file, unsigned number) {
    auto [entry, is_new] = files_.try_emplace(file);
    if (is_new) entry->second = read(file);
    const std::vector<std::string>& lines = entry->second;
    return number >= 1 && number <= lines.size() ? &lines[number - 1] : nullptr;
  }

 private:
  static std::vector<std::string> read(const std::string& file) {
    std::vector<std::string> lines;
    std::ifstream in(file, std::ios::binary);
    for (std::string line; std::getline(in, line);) {
      if (line.ends_with('\r')) line.pop_back();
      lines.push_back(std::move(line));
    }
    return lines;
  }

  std::map<std::string, std::vector<std::string>> files_;
};

/// A source line as a terminal shows it, with the display column of each byte and of the end.
struct DisplayedLine {
  std::string text;
  std::vector<std::size_t> columns;
};

DisplayedLine display(std::string_view line) {
  DisplayedLine shown;
  std::size_t column = 0;
  for (const char c : line) {
    const bool continues_code_point = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    shown.columns.push_back(continues_code_point && column > 0 ? column - 1 : column);
    if (c == '\t') {
      const std::size_t width = kTabStop - column % kTabStop;
      shown.text.append(width, ' ');
      column += width;
    } else {
      shown.text += c;
      if (!continues_code_point) ++column;
    }
  }
  shown.columns.push_back(column);
  return shown;
}

void append_snippet(std::string& out, const Location& at, SourceLines& sources) {
  const std::string* line = sources.line(at.file, at.line);
  if (line == nullptr || at.column == 0) return;
  const DisplayedLine shown = display(*line);
  const std::size_t last = shown.columns.size() - 1;
  const std::size_t first_byte = std::min<std::size_t>(at.column - 1, last);
  const std::size_t end_byte = std::min<std::size_t>(first_byte + std::max(at.length, 1U), last);
  const std::size_t begin = shown.columns[first_byte];
  const std::size_t end = std::max(shown.columns[end_byte], begin + 1);
  out += shown.text + '\n';
  out += std::string(begin, ' ') + '^' + std::string(end - begin - 1, '~') + '\n';
}

void append_message(std::string& out, const Location& at, std::string_view kind, std::string_view text,
                    SourceLines& sources) {
  if (at.file.empty()) {
    out += "mcpgen: ";
  } else {
    out += at.file + ':';
    if (at.line != 0) out += std::to_string(at.line) + ':' + std::to_string(at.column) + ':';
    out += ' ';
  }
  out.append(kind).append(": ").append(text) += '\n';
  if (at.line != 0) append_snippet(out, at, sources);
}

void append_note(std::string& out, const Note& note, SourceLines& sources) {
  if (note.at.file.empty()) {
    // A note without a place belongs to the diagnostic above it.
    out.append("note: ").append(note.text) += '\n';
  } else {
    append_message(out, note.at, "note", note.text, sources);
  }
}

std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count) + ' ' + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace

std::string render(const Sink& sink) {
  std::vector<const Diagnostic*> sorted;
  for (const Diagnostic& diagnostic : sink.all()) sorted.push_back(&diagnostic);
  std::ranges::stable_sort(sorted, {},
                           [](const Diagnostic* d) { return std::tie(d->at.file, d->at.line, d->at.column); });

  std::string out;
  SourceLines sources;
  std::size_t errors = 0;
  for (const Diagnostic* diagnostic : sorted) {
    const bool is_error = diagnostic->severity == Severity::Error;
    if (is_error) ++errors;
    const std::string slug = diagnostic->slug.empty() ? "" : (is_error ? " [" : " [-Wmcp-") + diagnostic->slug + "]";
    append_message(out, diagnostic->at, is_error ? "error" : "warning", diagnostic->message + slug, sources);
    for (const Note& note : diagnostic->notes) append_note(out, note, sources);
  }
  if (errors != 0) {
    const std::size_t warnings = sorted.size() - errors;
    if (warnings != 0) out += counted(warnings, "warning") + " and ";
    out += counted(errors, "error") + " generated.\n";
  }
  return out;
}

}  // namespace mcpgen
