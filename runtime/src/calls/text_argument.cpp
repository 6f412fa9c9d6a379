#include "calls/text_argument.hpp"

#include <algorithm>

#include <mcp/spec/text.hpp>

namespace mcp::protocol {

namespace {

/// The number grammar of JSON.
bool is_json_number(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t start = at;
    while (at < text.size() && spec::is_digit(text[at])) ++at;
    return at > start;
  };
  if (at < text.size() && text[at] == '-') ++at;
  const std::size_t whole = at;
  if (!digits() || (text[whole] == '0' && at > whole + 1)) return false;
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (!digits()) return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (!digits()) return false;
  }
  return at == text.size();
}

}  // namespace

void write_text_argument(const detail::Handler& handler, const TextValue& argument, Writer& to) {
  using Kind = detail::TextArgument::Kind;
  const auto declared = std::ranges::find(handler.texts, argument.name, &detail::TextArgument::name);
  const Kind kind = declared != handler.texts.end() ? declared->kind : Kind::Text;
  const bool is_value = (kind == Kind::Number && is_json_number(argument.text)) ||
                        (kind == Kind::Boolean && (argument.text == "true" || argument.text == "false"));
  is_value ? to.raw(argument.text) : to.string(argument.text);
}

}  // namespace mcp::protocol
