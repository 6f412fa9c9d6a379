#include "validate/pattern.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <string_view>

#include <mcp/spec/text.hpp>

namespace mcpgen {
namespace {

using mcp::spec::is_digit;

/// The length of `{2}`, `{2,}` or `{2,5}` at the start of `text`; 0: it is none of them.
std::size_t quantifier_length(std::string_view text) {
  std::size_t i = 1;
  while (i < text.size() && is_digit(text[i])) ++i;
  if (i == 1) return 0;
  if (i < text.size() && text[i] == ',') ++i;
  while (i < text.size() && is_digit(text[i])) ++i;
  return i < text.size() && text[i] == '}' ? i + 1 : 0;
}

/// The length of `\p{L}` or `\P{Lu}` at the start of `text`; 0: it is none of them. Only general categories have one
/// name in both: what RE2 calls Greek, JavaScript calls Script=Greek.
std::size_t property_length(std::string_view text) {
  if (text.size() < 5 || text[2] != '{') return 0;
  const std::size_t close = text.find('}');
  if (close == std::string_view::npos || close < 4 || close > 5) return 0;
  const bool is_category = text[3] >= 'A' && text[3] <= 'Z' && (close == 4 || (text[4] >= 'a' && text[4] <= 'z'));
  return is_category ? close + 1 : 0;
}

/// JavaScript with its flag "u" rejects escapes without a meaning.
std::string why_bad_escape(std::string_view rest, bool in_class) {
  if (rest.size() < 2) return "it ends in a backslash";
  const char escaped = rest[1];
  constexpr std::string_view kShared = "dDsSwWfnrtv^$\\.*+?()[]{}|/";
  if (kShared.find(escaped) != std::string_view::npos) return {};
  if (escaped == '-' && in_class) return {};
  if ((escaped == 'b' || escaped == 'B') && !in_class) return {};
  if ((escaped == 'p' || escaped == 'P') && property_length(rest) != 0) return {};
  if (escaped == 'x' && rest.size() > 3 && rest[2] != '{') return {};
  return "`\\" + std::string(1, escaped) + "` is not an escape that both know";
}

bool begins_quantifier(std::string_view rest) {
  return !rest.empty() && (rest[0] == '*' || rest[0] == '+' || rest[0] == '?' || rest[0] == '{');
}

/// Syntax that RE2 accepts and JavaScript rejects or reads differently.
std::string why_only_re2(std::string_view pattern) {
  bool in_class = false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::string_view rest = pattern.substr(i);
    if (rest[0] == '\\') {
      if (std::string problem = why_bad_escape(rest, in_class); !problem.empty()) return problem;
      i += rest[1] == 'p' || rest[1] == 'P' ? property_length(rest) - 1 : 1;
      const std::string_view behind = pattern.substr(std::min(i + 1, pattern.size()));
      constexpr std::string_view kClasses = "dDsSwWpP";
      if (in_class && kClasses.find(rest[1]) != std::string_view::npos && behind.starts_with("-") &&
          !behind.starts_with("-]")) {
        return "`-` behind a class such as `\\w` must be escaped, or stand last";
      }
      if (!in_class && (rest[1] == 'b' || rest[1] == 'B') && begins_quantifier(behind)) {
        return "nothing is there to repeat behind `\\b`";
      }
    } else if (!in_class && (rest[0] == '^' || rest[0] == '$') && begins_quantifier(rest.substr(1))) {
      return "nothing is there to repeat behind `" + std::string(1, rest[0]) + '`';
    } else if (in_class) {
      if (rest.starts_with("[:")) return "a class such as `[[:alpha:]]` is RE2's alone";
      in_class = rest[0] != ']';
    } else if (rest[0] == '[') {
      in_class = true;
      if (rest.starts_with("[]") || rest.starts_with("[^]")) return "`]` must be escaped, even first in a class";
    } else if (rest.starts_with("(?") && !rest.starts_with("(?:")) {
      return "only groups `(…)` and `(?:…)` are read alike";
    } else if (rest[0] == '{') {
      const std::size_t length = quantifier_length(rest);
      if (length == 0) return "`{` must be escaped where it does not begin a repetition";
      i += length - 1;
    } else if (rest[0] == '}' || rest[0] == ']') {
      return '`' + std::string(1, rest[0]) + "` must be escaped";
    }
  }
  return {};
}

re2::RE2::Options quiet() {
  re2::RE2::Options options;
  options.set_log_errors(false);
  return options;
}

}  // namespace

std::string why_bad_pattern(const std::string& pattern) {
  // Differences are reported before RE2's own errors, whose texts do not mention JavaScript.
  if (std::string problem = why_only_re2(pattern); !problem.empty()) return problem;
  const re2::RE2 compiled(pattern, quiet());
  return compiled.ok() ? std::string() : compiled.error();
}

bool matches_pattern(const std::string& text, const std::string& pattern) {
  return re2::RE2::PartialMatch(text, re2::RE2(pattern, quiet()));
}

}  // namespace mcpgen
