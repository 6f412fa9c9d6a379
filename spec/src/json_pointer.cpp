#include <mcp/spec/json_pointer.hpp>

#include <charconv>

namespace mcp::spec {

std::string below(std::string_view pointer, std::string_view name) {
  std::string longer(pointer);
  longer += '/';
  for (const char c : name) {
    if (c == '~') {
      longer += "~0";
    } else if (c == '/') {
      longer += "~1";
    } else {
      longer += c;
    }
  }
  return longer;
}

std::string below(std::string_view pointer, std::size_t index) {
  return std::string(pointer) + '/' + std::to_string(index);
}

std::optional<std::string> take_step(std::string_view& pointer) {
  if (!pointer.starts_with('/')) return std::nullopt;
  pointer.remove_prefix(1);
  const std::string_view token = pointer.substr(0, pointer.find('/'));
  pointer.remove_prefix(token.size());
  std::string name;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '~') {
      name += token[i];
      continue;
    }
    if (++i == token.size() || (token[i] != '0' && token[i] != '1')) return std::nullopt;
    name += token[i] == '1' ? '/' : '~';
  }
  return name;
}

std::optional<std::size_t> index_of(std::string_view step) noexcept {
  if (step.size() > 1 && step.front() == '0') return std::nullopt;
  std::size_t index = 0;
  const char* const end = step.data() + step.size();
  const std::from_chars_result read = std::from_chars(step.data(), end, index);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return index;
}

}  // namespace mcp::spec
