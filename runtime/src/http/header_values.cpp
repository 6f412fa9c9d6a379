#include "http/header_values.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include <simdjson.h>

#include "base/base64.hpp"
#include "http/ascii.hpp"

namespace mcp::protocol::http {

namespace {

constexpr std::string_view kPrefix = "=?base64?";
constexpr std::string_view kSuffix = "?=";

bool is_marked(std::string_view value) noexcept {
  return value.size() >= kPrefix.size() + kSuffix.size() && value.starts_with(kPrefix) && value.ends_with(kSuffix);
}

/// Cuts off what stands before the next `separator` that is in no quoted string, and the separator.
std::string_view take_until(char separator, std::string_view& rest) noexcept {
  bool in_quotes = false;
  std::size_t i = 0;
  for (; i < rest.size() && (in_quotes || rest[i] != separator); ++i) {
    if (rest[i] == '"') in_quotes = !in_quotes;
    if (rest[i] == '\\' && in_quotes) ++i;
  }
  const std::string_view taken = trim(rest.substr(0, i));
  rest = i < rest.size() ? rest.substr(i + 1) : std::string_view();
  return taken;
}

struct Parameter {
  std::string_view name;
  std::string_view value;  // without its quotes
};

/// The parameter that `rest` starts with, cut off. One without a value has an empty one.
Parameter take_parameter(std::string_view& rest) noexcept {
  std::string_view value = take_until(';', rest);
  const std::string_view name = take_until('=', value);
  value = trim(value);
  if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"')) value = value.substr(1, value.size() - 2);
  return {.name = name, .value = value};
}

/// `0`, `0.`, `0.0` … `0.000`.
bool is_zero(std::string_view quality) noexcept {
  return (quality == "0" || quality.starts_with("0.")) && quality.find_first_not_of("0.") == std::string_view::npos;
}

/// How narrow a range of Accept is; 0 if `media_type` is not in it.
int narrowness(std::string_view range, std::string_view media_type) noexcept {
  if (range == "*/*") return 1;
  if (range.ends_with("/*")) {
    const std::size_t slash = range.size() - 1;  // with it
    return equal_ignoring_case(range.substr(0, slash), media_type.substr(0, slash)) ? 2 : 0;
  }
  return equal_ignoring_case(range, media_type) ? 3 : 0;
}

}  // namespace

bool is_header_text(std::string_view value) noexcept {
  // Without an early exit it is compiled to vector instructions; almost all values are valid.
  bool valid = true;
  for (const char c : value) valid &= (c >= 0x20 && c <= 0x7E) || c == '\t';
  return valid;
}

bool needs_base64(std::string_view text) noexcept {
  return !is_header_text(text) || trim(text).size() != text.size() || is_marked(text);
}

std::optional<std::string_view> decode_header_value(std::string_view value, std::string& storage) {
  value = trim(value);
  if (!is_header_text(value)) return std::nullopt;
  if (!is_marked(value)) return value;
  const std::string_view base64 = value.substr(kPrefix.size(), value.size() - kPrefix.size() - kSuffix.size());
  const std::optional<std::size_t> size = base64_decoded_size(base64);
  if (!size) return std::nullopt;
  storage.resize(*size);
  from_base64(base64, std::as_writable_bytes(std::span(storage)).data());
  if (!simdjson::validate_utf8(storage.data(), storage.size())) return std::nullopt;
  return storage;
}

bool accepts(std::string_view accept, std::string_view media_type) noexcept {
  int narrowest = 0;
  bool accepted = false;
  while (!accept.empty()) {
    std::string_view element = take_until(',', accept);
    const int match = narrowness(take_until(';', element), media_type);
    if (match == 0 || match < narrowest) continue;
    bool refused = false;
    while (!element.empty()) {
      const Parameter parameter = take_parameter(element);
      refused = refused || (equal_ignoring_case(parameter.name, "q") && is_zero(parameter.value));
    }
    accepted = !refused || (match == narrowest && accepted);
    narrowest = match;
  }
  return accepted;
}

bool is_json_content_type(std::string_view value) noexcept {
  if (!equal_ignoring_case(take_until(';', value), "application/json")) return false;
  while (!value.empty()) {
    const Parameter parameter = take_parameter(value);
    if (equal_ignoring_case(parameter.name, "charset") && !equal_ignoring_case(parameter.value, "utf-8")) return false;
  }
  return true;
}

}  // namespace mcp::protocol::http
