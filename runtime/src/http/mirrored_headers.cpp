#include "http/mirrored_headers.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>

#include "codec/document.hpp"
#include "codec/exact_number.hpp"
#include "codec/text.hpp"
#include "http/ascii.hpp"
#include "http/header_values.hpp"
#include "jsonrpc/errors.hpp"
#include "jsonrpc/message.hpp"

namespace mcp::protocol::http {

namespace {

using detail::MirroredArgument;

constexpr std::string_view kMethodHeader = "Mcp-Method";
constexpr std::string_view kNameHeader = "Mcp-Name";
constexpr std::string_view kParamHeader = "Mcp-Param-";

/// `text` may be any bytes.
std::string shown_text(std::string_view text) { return in_quotes(to_utf8(text)); }

std::string shown_value(Value value) {
  return value.kind() == JsonKind::String ? in_quotes(value.string()) : internal::shown(value);
}

std::string mismatch(std::string_view header, std::string_view what) {
  return "Header mismatch: " + std::string(header) + ' ' + std::string(what);
}

std::string differs(std::string_view header, std::string_view text, const std::string& source,
                    const std::string& value) {
  return mismatch(header, "is " + shown_text(text) + " but " + source + " is " + value);
}

std::string is_missing(std::string_view header, const std::string& source, const std::string& value) {
  return mismatch(header, "is missing; it must repeat " + source + " (" + value + ")");
}

std::string text_is_missing(std::string_view header, const std::string& source, std::string_view value) {
  return is_missing(header, source, in_quotes(value)) + (needs_base64(value) ? " as =?base64?…?=" : "");
}

std::string is_repeated(std::string_view header) {
  return mismatch(header, "is there twice; a request must have it at most once");
}

/// For a value that decode_header_value() refused.
std::string is_undecodable(std::string_view header, std::string_view value) {
  return mismatch(header, is_header_text(trim(value))
                              ? "is no valid base64 of UTF-8 text between =?base64? and ?="
                              : "contains characters that a header cannot carry; send it as =?base64?…?=");
}

/// Which member of params Mcp-Name repeats; empty: none.
std::string_view named_member(std::string_view method) noexcept {
  if (method == "tools/call" || method == "prompts/get") return "name";
  if (method == "resources/read") return "uri";
  if (method == "tasks/get" || method == "tasks/update" || method == "tasks/cancel") return "taskId";
  return {};
}

bool has_digits(std::string_view text, Value integer) {
  std::array<char, 24> digits;
  const std::to_chars_result end = std::to_chars(digits.data(), digits.data() + digits.size(), integer.integer());
  return text == std::string_view(digits.data(), end.ptr);
}

/// Whether `text` is `number`, as JSON writes numbers: 42, 42.0 and 4.2e1 are the same.
bool is_number(std::string_view text, Value number) {
  if (number.kind() == JsonKind::Integer && has_digits(text, number)) return true;
  // The parser would skip white space. Exponents longer than any that a client writes would be cut.
  if (text.empty() || (!is_digit(text.front()) && text.front() != '-') || !is_digit(text.back())) return false;
  constexpr std::size_t kLongestExponent = 10;
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent != std::string_view::npos && text.size() - exponent - 1 > kLongestExponent) return false;

  std::string padded(text);
  padded.append(kJsonPadding, ' ');
  Document document;
  if (!document.parse_keeping_digits({padded.data(), text.size()}).empty()) return false;
  const Value parsed = document.root();
  return internal::is_number(parsed) && internal::compare_numbers(parsed, number) == 0;
}

/// Whether the text that a header carries is `value` in the form that its own JSON type has.
bool repeats(std::string_view text, Value value) {
  switch (value.kind()) {
    case JsonKind::String:
      return text == value.string();
    case JsonKind::Boolean:
      return text == (value.boolean() ? "true" : "false");
    case JsonKind::Integer:
    case JsonKind::Unsigned:
    case JsonKind::Real:
    case JsonKind::BigNumber:
      return is_number(text, value);
    default:
      return false;
  }
}

bool is_of(MirroredArgument::Kind kind, Value value) {
  switch (kind) {
    case MirroredArgument::Kind::String:
      return value.kind() == JsonKind::String;
    case MirroredArgument::Kind::Boolean:
      return value.kind() == JsonKind::Boolean;
    case MirroredArgument::Kind::Integer:
      return internal::is_number(value);
  }
  return false;
}

std::string check_method(const SingleField& field, std::string_view method, Mirroring mirroring) {
  if (field.count == 0) {
    return mirroring == Mirroring::Required ? is_missing(kMethodHeader, "method", in_quotes(method)) : std::string();
  }
  if (field.count > 1) return is_repeated(kMethodHeader);
  const std::string_view value = trim(field.value);
  if (value == method) return {};
  if (!is_header_text(value)) return mismatch(kMethodHeader, "contains characters that a header cannot carry");
  return differs(kMethodHeader, value, "method", in_quotes(method));
}

std::string check_name(const SingleField& field, const MirroredBody& body, Mirroring mirroring) {
  const std::string_view member = named_member(body.method);
  if (member.empty() || !body.params || body.params->kind() != JsonKind::Object) return {};
  const MemberLookup found = find_member(*body.params, member);
  if (found.count != 1 || found.value.kind() != JsonKind::String) return {};
  const std::string_view name = found.value.string();

  const auto source = [member] { return "params." + std::string(member); };
  if (field.count == 0) {
    return mirroring == Mirroring::Required ? text_is_missing(kNameHeader, source(), name) : std::string();
  }
  if (field.count > 1) return is_repeated(kNameHeader);
  std::string storage;
  const std::optional<std::string_view> text = decode_header_value(field.value, storage);
  if (!text) return is_undecodable(kNameHeader, field.value);
  return *text == name ? std::string() : differs(kNameHeader, *text, source(), in_quotes(name));
}

/// The value at `path`, by way of objects alone.
std::optional<Value> find_argument(std::optional<Value> value, std::span<const std::string_view> path) {
  for (const std::string_view name : path) {
    if (!value || value->kind() != JsonKind::Object) return std::nullopt;
    const MemberLookup found = find_member(*value, name);
    if (found.count == 0) return std::nullopt;
    value = found.value;
  }
  return value;
}

std::string source_of(const MirroredArgument& argument) {
  std::string source = "arguments";
  for (const std::string_view name : argument.path) source.append(".").append(name);
  return source;
}

std::string check_argument(const MirroredArgument& argument, std::span<const ParamField> fields,
                           std::optional<Value> arguments, Mirroring mirroring) {
  SingleField field;
  for (const ParamField& param : fields) {
    if (equal_ignoring_case(param.name, argument.name)) field.add(param.value);
  }
  if (field.count == 0 && mirroring == Mirroring::Optional) return {};
  const auto header = [&argument] { return std::string(kParamHeader).append(argument.name); };
  if (field.count > 1) return is_repeated(header());

  const std::optional<Value> value = find_argument(arguments, argument.path);
  if (field.count == 0) {
    if (!value || !is_of(argument.kind, *value)) return {};
    return value->kind() == JsonKind::String ? text_is_missing(header(), source_of(argument), value->string())
                                             : is_missing(header(), source_of(argument), shown_value(*value));
  }
  std::string storage;
  const std::optional<std::string_view> text = decode_header_value(field.value, storage);
  if (!text) return is_undecodable(header(), field.value);
  if (value && repeats(*text, *value)) return {};
  return differs(header(), *text, source_of(argument), value ? shown_value(*value) : "missing");
}

}  // namespace

std::string find_header_mismatch(const MirroredFields& fields, const MirroredBody& body, Mirroring mirroring) {
  std::string problem = check_method(fields.method, body.method, mirroring);
  if (problem.empty()) problem = check_name(fields.name, body, mirroring);
  if (body.arguments.empty() || !problem.empty()) return problem;

  constexpr std::array<std::string_view, 1> kArguments = {"arguments"};
  const std::optional<Value> arguments = find_argument(body.params, kArguments);
  for (const MirroredArgument& argument : body.arguments) {
    problem = check_argument(argument, fields.params, arguments, mirroring);
    if (!problem.empty()) break;
  }
  return problem;
}

}  // namespace mcp::protocol::http
