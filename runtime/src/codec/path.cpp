#include <mcp/codec/path.hpp>

#include <vector>

#include <mcp/spec/text.hpp>

#include "codec/text.hpp"

namespace mcp {

namespace {

void append(const PathStep& step, std::string& out) {
  if (step.name.data() == nullptr) {
    out += '[' + std::to_string(step.index) + ']';
  } else if (spec::is_identifier(step.name)) {
    out += '.';
    out += step.name;
  } else {
    constexpr std::size_t kMost = 64;  // a very long name must not make a very long message
    out += "['";
    out += internal::trimmed(step.name, kMost);
    out += "']";
  }
}

}  // namespace

std::string render_path(const PathStep* last) {
  // A path of a thousand levels helps nobody, so its middle is omitted.
  constexpr std::size_t kHead = 16;
  constexpr std::size_t kTail = 8;
  std::vector<const PathStep*> steps;
  for (; last != nullptr; last = last->parent) steps.push_back(last);
  std::string out = "$";
  for (std::size_t i = steps.size(); i-- > 0;) {
    if (steps.size() > kHead + kTail + 1 && i == steps.size() - kHead - 1) {
      out += "…";
      i = kTail;
      continue;
    }
    append(*steps[i], out);
  }
  return out;
}

}  // namespace mcp
