#include <mcp/codec/path.hpp>

#include "codec/text.hpp"

namespace mcp {

namespace {

bool is_identifier(std::string_view name) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (!plain) return false;
  }
  return true;
}

void append(const PathStep* step, std::string& out) {
  if (step == nullptr) {
    out += '$';
    return;
  }
  append(step->parent, out);
  if (step->name.data() == nullptr) {
    out += '[' + std::to_string(step->index) + ']';
  } else if (is_identifier(step->name)) {
    out += '.';
    out += step->name;
  } else {
    constexpr std::size_t kMost = 64;  // a hostile name must not become a hostile message
    out += "['";
    out += codec_internal::trimmed(step->name, kMost);
    out += "']";
  }
}

}  // namespace

std::string render_path(const PathStep* last) {
  std::string out;
  append(last, out);
  return out;
}

}  // namespace mcp
