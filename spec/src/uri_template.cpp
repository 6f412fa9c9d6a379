#include <mcp/spec/uri_template.hpp>

#include <algorithm>

#include <mcp/spec/percent.hpp>
#include <mcp/spec/text.hpp>
#include <mcp/spec/uri.hpp>

namespace mcp::spec {

namespace {

/// Where the percent-encoded byte at `at` ends; `at`: it is none.
std::size_t end_of_encoded(std::string_view text, std::size_t at) {
  return percent_byte(text.substr(at)) ? at + 3 : at;
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
    const std::size_t end = is_alphanumeric(name[i]) || name[i] == '_' ? i + 1 : end_of_encoded(name, i);
    if (end == i) return false;
    is_start = false;
    i = end;
  }
  return !is_start;
}

class TemplateReader {
 public:
  explicit TemplateReader(std::string_view text) : text_(text) {}

  TemplateText read() && {
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
  void fail(std::size_t at, std::string problem) {
    if (!found_.problem.empty()) return;
    found_.problem = std::move(problem);
    found_.problem_at = at;
  }

  /// RFC 3986: what a URI is made of. (RFC 6570 lets literals hold more, and encodes it.)
  void read_literal() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '{') {
      const char c = text_[at_];
      std::size_t end = at_ + 1;
      if (c == '%') {
        end = end_of_encoded(text_, at_);
        if (end == at_) return fail(at_, "have two hexadecimal digits behind each %");
      } else if (c == '}') {
        return fail(at_, "have a { for each }");
      } else if (!is_unreserved(c) && !is_reserved(c)) {
        return fail(at_, std::string("be of the characters of a URI, others as %XX: not `") + c + '`');
      }
      at_ = end;
    }
    found_.parts.push_back({.literal = text_.substr(begin, at_ - begin), .names = {}});
  }

  void read_expression() {
    const std::size_t end = text_.find('}', at_);
    if (end == std::string_view::npos) return fail(at_, "have a } for each {");
    TemplatePart part;
    std::size_t at = at_ + 1;
    if (at < end && is_one_of(text_[at], "+#./;?&")) {
      part.sign = text_[at++];
    } else if (at < end && is_one_of(text_[at], "=,!@|")) {
      return fail(at, "use none but the operators + # . / ; ? & of RFC 6570");
    }
    bool is_last = false;
    while (!is_last && found_.problem.empty()) {
      const std::size_t stop = std::min(text_.find(',', at), end);
      read_name(text_.substr(at, stop - at), at, part);
      is_last = stop == end;
      at = stop + 1;
    }
    found_.parts.push_back(std::move(part));
    at_ = end + 1;
  }

  void read_name(std::string_view name, std::size_t at, TemplatePart& part) {
    if (const std::size_t modifier = name.find_first_of("*:"); modifier != std::string_view::npos) {
      return fail(at + modifier,
                  "not have `*` or `:` after a variable: templates are those of RFC 6570, levels 1 to 3");
    }
    if (!is_variable_name(name)) {
      return fail(at, "name its variables by letters, digits, `_` and dots between, as in {path}, not `" +
                          std::string(name) + '`');
    }
    if (std::ranges::find(names_, name) != names_.end()) {
      return fail(at, "have the variable `" + std::string(name) + "` once");
    }
    names_.push_back(name);
    part.names.push_back(name);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string_view> names_;
  TemplateText found_;
};

}  // namespace

TemplateText read_template(std::string_view text) { return TemplateReader(text).read(); }

}  // namespace mcp::spec
