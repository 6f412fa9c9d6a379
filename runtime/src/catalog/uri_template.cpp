// The matcher is a small regular-expression machine: it tries alternatives in their order and never the same step at
// the same place twice.
#include "catalog/uri_template.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <mcp/spec/percent.hpp>
#include <mcp/spec/uri_template.hpp>

#include "base/percent.hpp"

namespace mcp::protocol {

namespace {

/// A URI as a list of characters and of bytes that are percent-encoded. Unreserved characters are always characters.
using Token = std::uint16_t;
constexpr Token kEncoded = 0x100;

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

/// False for what is no URI.
bool tokenize(std::string_view uri, std::vector<Token>& to) {
  to.reserve(uri.size());
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const char c = uri[i];
    if (c != '%') {
      if (!is_unreserved(c) && !is_reserved(c)) return false;
      to.push_back(static_cast<unsigned char>(c));
      continue;
    }
    const std::optional<unsigned char> byte = spec::percent_byte(uri.substr(i));
    if (!byte) return false;
    to.push_back(is_unreserved(static_cast<char>(*byte)) ? *byte : static_cast<Token>(kEncoded | *byte));
    i += 2;
  }
  return true;
}

}  // namespace

const UriTemplate::Style UriTemplate::kStyles[8] = {
    {0, 0, ',', false, false},     {'+', 0, ',', false, true},    {'#', '#', ',', false, true},
    {'.', '.', '.', false, false}, {'/', '/', '/', false, false}, {';', ';', ';', true, false},
    {'?', '?', '&', true, false},  {'&', '&', '&', true, false},
};

UriTemplate::UriTemplate(std::string_view text) {
  const spec::TemplateText read = spec::read_template(text);
  if (!read.problem.empty()) {
    throw std::invalid_argument("URI template \"" + std::string(text) + "\", character " +
                                std::to_string(read.problem_at + 1) + ": it must " + read.problem);
  }
  for (const spec::TemplatePart& part : read.parts) {
    Expression expression{.style = nullptr, .literal = std::string(part.literal), .first_name = names_.size()};
    if (!part.names.empty()) expression.style = std::ranges::find(kStyles, part.sign, &Style::mark);
    expression.names = part.names.size();
    names_.insert(names_.end(), part.names.begin(), part.names.end());
    expressions_.push_back(std::move(expression));
  }
  compile();
}

std::size_t UriTemplate::add(Step step) {
  steps_.push_back(step);
  return steps_.size() - 1;
}

/// A URI has one query and one fragment: where the template says what they are, a `{+path}` in front ends at their
/// mark.
void UriTemplate::find_marks() {
  bool has_query = false;
  bool has_fragment = false;
  for (auto expression = expressions_.rbegin(); expression != expressions_.rend(); ++expression) {
    expression->ends_at_query = has_query;
    expression->ends_at_fragment = has_fragment;
    const Style* style = expression->style;
    has_query =
        has_query || (style == nullptr ? expression->literal.find('?') != std::string::npos : style->mark == '?');
    has_fragment =
        has_fragment || (style == nullptr ? expression->literal.find('#') != std::string::npos : style->mark == '#');
  }
}

void UriTemplate::compile() {
  find_marks();
  for (const Expression& expression : expressions_) {
    if (expression.style == nullptr) {
      compile_literal(expression.literal);
    } else if (expression.style->named) {
      compile_named(expression);
    } else {
      compile_list(expression);
    }
  }
  add({.kind = Step::Kind::Done});
}

void UriTemplate::compile_literal(std::string_view literal) {
  std::vector<Token> tokens;
  tokenize(literal, tokens);
  for (const Token token : tokens) add({.kind = Step::Kind::Token, .token = token});
}

/// A run of the characters that a value may have: as long as possible, not empty if `filled`, without `end`.
void UriTemplate::compile_value(const Expression& expression, std::size_t variable, bool filled, char end) {
  const Style& style = *expression.style;
  const Step character{.kind = style.reserved ? Step::Kind::Any : Step::Kind::Plain,
                       .token = static_cast<unsigned char>(end),
                       .ends_at_query = style.reserved && expression.ends_at_query,
                       .ends_at_fragment = style.reserved && expression.ends_at_fragment};
  add({.kind = Step::Kind::Begin, .variable = variable});
  if (filled) add(character);
  const std::size_t again = add({.kind = Step::Kind::Try});
  add(character);
  add({.kind = Step::Kind::Jump, .target = again});
  steps_[again].target = steps_.size();
  add({.kind = Step::Kind::End, .variable = variable});
}

/// `(first VALUE (separator VALUE (…)?)?)?`; without a `first`, a value that is empty and alone is not there.
void UriTemplate::compile_list(const Expression& expression) {
  const Style& style = *expression.style;
  std::vector<std::size_t> optional;
  for (std::size_t i = 0; i < expression.names; ++i) {
    const char mark = i == 0 ? style.first : style.separator;
    optional.push_back(add({.kind = Step::Kind::Try}));
    if (mark != 0) add({.kind = Step::Kind::Token, .token = static_cast<unsigned char>(mark)});
    const bool last = i + 1 == expression.names;
    compile_value(expression, expression.first_name + i, mark == 0 && expression.names == 1,
                  last ? '\0' : style.separator);
  }
  for (const std::size_t step : optional) steps_[step].target = steps_.size();
}

/// `(first PAIR (separator PAIR)*)?`, the pairs in any order: that none comes twice is for the matcher to see.
void UriTemplate::compile_named(const Expression& expression) {
  const Style& style = *expression.style;
  const auto add_pair = [&](std::vector<std::size_t>& ends) {
    std::size_t otherwise = kNowhere;
    for (std::size_t i = 0; i < expression.names; ++i) {
      const std::size_t variable = expression.first_name + i;
      if (otherwise != kNowhere) steps_[otherwise].target = steps_.size();
      otherwise = i + 1 < expression.names ? add({.kind = Step::Kind::Try}) : kNowhere;
      compile_literal(names_[variable]);
      if (style.mark == ';') {  // an empty value has no "="
        const std::size_t empty = add({.kind = Step::Kind::Try});
        add({.kind = Step::Kind::Token, .token = '='});
        compile_value(expression, variable, true, '\0');
        ends.push_back(add({.kind = Step::Kind::Jump}));
        steps_[empty].target = steps_.size();
        add({.kind = Step::Kind::Begin, .variable = variable});
        add({.kind = Step::Kind::End, .variable = variable});
      } else {
        add({.kind = Step::Kind::Token, .token = '='});
        compile_value(expression, variable, false, '\0');
      }
      ends.push_back(add({.kind = Step::Kind::Jump}));
    }
  };
  const std::size_t none = add({.kind = Step::Kind::Try});
  add({.kind = Step::Kind::Token, .token = static_cast<unsigned char>(style.first)});
  std::vector<std::size_t> ends;
  add_pair(ends);
  const std::size_t more = add({.kind = Step::Kind::Try});
  for (const std::size_t end : ends) steps_[end].target = more;
  ends.clear();
  add({.kind = Step::Kind::Token, .token = static_cast<unsigned char>(style.separator)});
  add_pair(ends);
  for (const std::size_t end : ends) steps_[end].target = more;
  steps_[none].target = steps_[more].target = steps_.size();
}

/// One match.
class UriTemplate::Matcher {
 public:
  Matcher(const UriTemplate& pattern, std::vector<Token> tokens)
      : pattern_(pattern), tokens_(std::move(tokens)), ranges_(pattern.names_.size()) {}

  bool run() {
    if (!starts_alike()) return false;
    seen_.resize(pattern_.steps_.size() * (tokens_.size() + 1));
    alternatives_.push_back({});
    while (!alternatives_.empty()) {
      const Alternative alternative = alternatives_.back();
      alternatives_.pop_back();
      if (alternative.undo != kNowhere) {
        ranges_[alternative.undo] = alternative.range;
      } else if (follow(alternative.step, alternative.place)) {
        return true;
      }
    }
    return false;
  }

  /// What the variable matched, decoded; false if that is not UTF-8.
  bool read(std::size_t variable, std::optional<std::string>& to) const {
    const Range& range = ranges_[variable];
    if (range.end == kNowhere) {
      to.reset();
      return true;
    }
    to.emplace();
    for (std::size_t i = range.begin; i < range.end; ++i) *to += static_cast<char>(tokens_[i] & 0xFF);
    return is_utf8(*to);
  }

  [[nodiscard]] bool has(std::size_t variable) const { return ranges_[variable].end != kNowhere; }
  [[nodiscard]] bool is_empty(std::size_t variable) const { return ranges_[variable].begin == ranges_[variable].end; }

 private:
  struct Range {
    std::size_t begin = kNowhere;
    std::size_t end = kNowhere;
  };
  /// What is left to try, or to take back first.
  struct Alternative {
    std::size_t step = 0;
    std::size_t place = 0;
    std::size_t undo = kNowhere;  // a variable
    Range range = {};
  };

  /// Most URIs belong to another template: the text in front tells.
  [[nodiscard]] bool starts_alike() const {
    std::size_t i = 0;
    for (; pattern_.steps_[i].kind == Step::Kind::Token; ++i) {
      if (i == tokens_.size() || tokens_[i] != pattern_.steps_[i].token) return false;
    }
    return true;
  }

  void set(std::size_t variable, Range range) {
    alternatives_.push_back({.undo = variable, .range = ranges_[variable]});
    ranges_[variable] = range;
  }

  /// From a step on, as far as it goes without an alternative.
  bool follow(std::size_t step, std::size_t place) {
    for (;; ++step) {
      const std::size_t here = step * (tokens_.size() + 1) + place;
      if (seen_[here]) return false;
      seen_[here] = true;
      const Step& next = pattern_.steps_[step];
      switch (next.kind) {
        case Step::Kind::Token:
        case Step::Kind::Plain:
        case Step::Kind::Any:
          if (place == tokens_.size() || !takes(next, tokens_[place])) return false;
          ++place;
          break;
        case Step::Kind::Begin:
          if (ranges_[next.variable].begin != kNowhere) return false;  // a parameter that comes twice
          set(next.variable, {.begin = place});
          break;
        case Step::Kind::End:
          set(next.variable, {.begin = ranges_[next.variable].begin, .end = place});
          break;
        case Step::Kind::Try:
          alternatives_.push_back({.step = next.target, .place = place});
          break;
        case Step::Kind::Jump:
          step = next.target - 1;
          break;
        case Step::Kind::Done:
          if (place != tokens_.size()) return false;
          return true;
      }
    }
  }

  static bool takes(const Step& step, Token token) {
    switch (step.kind) {
      case Step::Kind::Token:
        return token == step.token;
      case Step::Kind::Plain:
        return token != step.token && ((token & kEncoded) != 0 || is_unreserved(static_cast<char>(token)));
      default:
        return token != step.token && !(step.ends_at_query && token == '?') && !(step.ends_at_fragment && token == '#');
    }
  }

  const UriTemplate& pattern_;
  std::vector<Token> tokens_;
  std::vector<Range> ranges_;
  std::vector<bool> seen_;
  std::vector<Alternative> alternatives_;
};

bool UriTemplate::match(std::string_view uri, Values& values) const {
  std::vector<Token> tokens;
  if (uri.size() > kMaxUri || !tokenize(uri, tokens)) return false;
  Matcher matcher(*this, std::move(tokens));
  if (!matcher.run()) return false;
  values.resize(names_.size());
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (!matcher.read(i, values[i])) return false;
  }
  // "" of several names without a mark in front: none of them is there.
  for (const Expression& expression : expressions_) {
    if (expression.style == nullptr || expression.style->first != 0) continue;
    const std::size_t first = expression.first_name;
    const bool alone = expression.names == 1 || !matcher.has(first + 1);
    if (alone && matcher.has(first) && matcher.is_empty(first)) values[first].reset();
  }
  return true;
}

std::string UriTemplate::expand(std::span<const std::optional<std::string>> values) const {
  std::string uri;
  for (const Expression& expression : expressions_) {
    uri += expression.literal;
    if (expression.style == nullptr) continue;
    const Style& style = *expression.style;
    bool first = true;
    for (std::size_t i = 0; i < expression.names; ++i) {
      const std::size_t variable = expression.first_name + i;
      if (variable >= values.size() || !values[variable]) continue;
      const std::string& value = *values[variable];
      const char mark = first ? style.first : style.separator;
      if (mark != 0) uri += mark;
      first = false;
      if (style.named) {
        uri += names_[variable];
        if (style.mark != ';' || !value.empty()) uri += '=';
      }
      for (std::size_t at = 0; at < value.size(); ++at) {
        const char c = value[at];
        const bool kept =
            is_unreserved(c) ||
            (style.reserved && (is_reserved(c) || spec::percent_byte(std::string_view(value).substr(at))));
        if (kept) {
          uri += c;
        } else {
          append_percent_encoded(c, uri);
        }
      }
    }
  }
  return uri;
}

}  // namespace mcp::protocol
