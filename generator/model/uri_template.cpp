#include "model/uri_template.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace mcpgen {

namespace {

bool is_letter_or_digit(char c) {
  return static_cast<unsigned char>(c) < 0x80 && std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool is_hex(char c) {
  return static_cast<unsigned char>(c) < 0x80 && std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

/// Where the percent-encoded byte at `at` ends; `at`: it is none.
std::size_t end_of_encoded(std::string_view text, std::size_t at) {
  return at + 2 < text.size() && is_hex(text[at + 1]) && is_hex(text[at + 2]) ? at + 3 : at;
}

/// RFC 3986, 3.1.
bool has_scheme(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size() || !is_letter_or_digit(text[0])) {
    return false;
  }
  return std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::ranges::all_of(text.substr(0, colon),
                             [](char c) { return is_letter_or_digit(c) || c == '+' || c == '-' || c == '.'; });
}

/// RFC 6570, 2.3.
bool is_variable_name(std::string_view name) {
  bool is_start = true;  // of what follows a dot
  for (std::size_t i = 0; i < name.size();) {
    if (name[i] == '.') {
      if (is_start) return false;
      is_start = true;
      ++i;
      continue;
    }
    std::size_t end = i;
    if (name[i] == '%') end = end_of_encoded(name, i);
    if (is_letter_or_digit(name[i]) || name[i] == '_') end = i + 1;
    if (end == i) return false;
    is_start = false;
    i = end;
  }
  return !is_start;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  UriTemplate parse() && {
    if (!has_scheme(text_)) fail("be absolute: begin with a scheme, as in file:///notes or notes://all");
    while (at_ < text_.size() && found_.problem.empty()) {
      if (text_[at_] == '{') {
        read_expression();
      } else {
        read_literal();
      }
    }
    return std::move(found_);
  }

 private:
  void fail(std::string problem) {
    if (found_.problem.empty()) found_.problem = std::move(problem);
  }

  /// RFC 3986: what a URI is made of. (RFC 6570 lets literals hold more, and encodes it.)
  void read_literal() {
    const char c = text_[at_];
    constexpr std::string_view kMarks = "-._~:/?#[]@!$&'()*+,;=";
    std::size_t end = at_ + 1;
    if (c == '%') {
      end = end_of_encoded(text_, at_);
      if (end == at_) return fail("have two hexadecimal digits behind each %");
    } else if (c == '}') {
      return fail("have a { for each }");
    } else if (!is_letter_or_digit(c) && kMarks.find(c) == std::string_view::npos) {
      return fail(std::string("be of the characters of a URI, others as %XX: not `") + c + '`');
    }
    found_.shape += text_.substr(at_, end - at_);
    at_ = end;
  }

  void read_expression() {
    const std::size_t end = text_.find('}', at_);
    if (end == std::string_view::npos) return fail("have a } for each {");
    std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    char sign = 0;
    constexpr std::string_view kOperators = "+#./;?&";
    constexpr std::string_view kReserved = "=,!@|";
    if (!inside.empty() && kOperators.find(inside[0]) != std::string_view::npos) {
      sign = inside[0];
      inside.remove_prefix(1);
    } else if (!inside.empty() && kReserved.find(inside[0]) != std::string_view::npos) {
      return fail("use none but the operators + # . / ; ? & of RFC 6570");
    }
    found_.shape += '{';
    if (sign != 0) found_.shape += sign;
    while (found_.problem.empty()) {
      const std::size_t comma = inside.find(',');
      read_variable(inside.substr(0, comma), sign);
      if (comma == std::string_view::npos) break;
      inside.remove_prefix(comma + 1);
    }
    found_.shape += '}';
  }

  void read_variable(std::string_view name, char sign) {
    if (name.ends_with('*') || name.find(':') != std::string_view::npos) {
      return fail("do without `*` and `:` behind a variable: templates are those of RFC 6570, levels 1 to 3");
    }
    if (!is_variable_name(name)) {
      return fail("name its variables by letters, digits, `_` and dots between, as in {path}, not `" +
                  std::string(name) + '`');
    }
    const auto has_that_name = [&](const UriVariable& each) { return each.name == name; };
    if (std::ranges::any_of(found_.variables, has_that_name)) {
      return fail("have the variable `" + std::string(name) + "` once");
    }
    const bool is_named = sign == ';' || sign == '?' || sign == '&';
    found_.shape += is_named ? std::string(name) + ',' : ",";
    found_.variables.push_back({std::string(name), sign == '?' || sign == '&'});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  UriTemplate found_;
};

}  // namespace

UriTemplate parse_uri(std::string_view text) { return Parser(text).parse(); }

}  // namespace mcpgen
