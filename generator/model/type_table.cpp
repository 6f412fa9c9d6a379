#include "model/type_table.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include <mcp/spec/formats.hpp>
#include <mcp/spec/rfc3339.hpp>

namespace mcpgen {

using Json = nlohmann::ordered_json;
using mcp::detail::Format;
using model::TypeKind;

namespace {

bool is_null(const Json& value) { return value.is_null(); }
bool is_boolean(const Json& value) { return value.is_boolean(); }
bool is_number(const Json& value) { return value.is_number(); }
bool is_string(const Json& value) { return value.is_string(); }
bool is_character(const Json& value) { return value.is_string() && value.get_ref<const std::string&>().size() == 1; }

template <Format kFormat>
bool is_text_of(const Json& value) {
  return value.is_string() && mcp::spec::has_format(value.get_ref<const std::string&>(), kFormat);
}

/// Years and months have no length of their own.
bool is_duration(const Json& value) {
  if (!value.is_string()) return false;
  const auto parts = mcp::spec::parse_duration(value.get_ref<const std::string&>());
  return parts && !parts->has_years_or_months;
}

constexpr TypeRow kTable[] = {
    {.kind = TypeKind::Null,
     .name = "null",
     .cpp_class = "::std::monostate",
     .codec = "variants",
     .schema = R"({"type": "null"})",
     .is_value = is_null,
     .demand = "it must be null"},
    {.kind = TypeKind::Boolean,
     .name = "boolean",
     .schema = R"({"type": "boolean"})",
     .field = R"({"type": "boolean"})",
     .text = TextKind::Boolean,
     .can_be_header = true,
     .is_equal_as_json = true,
     .is_value = is_boolean,
     .demand = "it must be true or false"},
    {.kind = TypeKind::Integer,
     .name = "integer",
     .text = TextKind::Number,
     .constraints = ConstraintGroup::Numbers,
     .noun = "integer",
     .can_be_header = true,
     .can_be_key = true,
     .is_equal_as_json = true},
    {.kind = TypeKind::Floating,
     .name = "floating",
     .field = R"({"type": "number"})",
     .text = TextKind::Number,
     .constraints = ConstraintGroup::Numbers,
     .noun = "number",
     .is_equal_as_json = true,
     .demand = "it must be a number"},
    {.kind = TypeKind::Character,
     .name = "character",
     .schema = R"({"type": "string", "minLength": 1, "maxLength": 1, "pattern": "^[\\x00-\\x7F]$"})",
     .field = R"({"type": "string", "minLength": 1, "maxLength": 1})",
     .text = TextKind::Text,
     .can_be_header = true,
     .is_equal_as_json = true,
     .is_value = is_character,
     .demand = "it must be a string of one ASCII character"},
    {.kind = TypeKind::String,
     .name = "string",
     .schema = R"({"type": "string"})",
     .field = R"({"type": "string"})",
     .text = TextKind::Text,
     .constraints = ConstraintGroup::Strings,
     .noun = "string",
     .can_be_header = true,
     .can_be_key = true,
     .is_equal_as_json = true,
     .is_value = is_string,
     .demand = "it must be a string"},
    {.kind = TypeKind::Bytes,
     .name = "bytes",
     .schema = R"({"type": "string", "contentEncoding": "base64"})",
     .is_equal_as_json = true,
     .is_value = is_string,
     .demand = "it must be a string"},
    {.kind = TypeKind::Json, .name = "json", .schema = "{}"},
    {.kind = TypeKind::Literal,
     .name = "literal",
     .text = TextKind::Text,
     .can_be_header = true,
     .is_equal_as_json = true,
     .demand = "it must be the one text that the literal says"},
    {.kind = TypeKind::Duration,
     .name = "duration",
     .schema = R"({"type": "string", "format": "duration"})",
     .text = TextKind::Text,
     .can_be_header = true,
     .is_value = is_duration,
     .demand = "it must be a duration of RFC 3339 without years and months, as in \"PT90S\""},
    {.kind = TypeKind::Seconds,
     .name = "seconds",
     .schema = R"({"type": "number"})",
     .field = R"({"type": "number"})",
     .text = TextKind::Number,
     .constraints = ConstraintGroup::Numbers,
     .noun = "number",
     .is_value = is_number,
     .demand = "it must be a number"},
    {.kind = TypeKind::DateTime,
     .name = "date_time",
     .schema = R"({"type": "string", "format": "date-time"})",
     .field = R"({"type": "string", "format": "date-time"})",
     .text = TextKind::Text,
     .can_be_header = true,
     .is_value = is_text_of<Format::DateTime>,
     .demand = "it must be a date-time of RFC 3339, as in \"2026-07-28T12:00:00Z\""},
    {.kind = TypeKind::Date,
     .name = "date",
     .cpp_class = "::std::chrono::year_month_day",
     .codec = "chrono",
     .schema = R"({"type": "string", "format": "date"})",
     .field = R"({"type": "string", "format": "date"})",
     .text = TextKind::Text,
     .can_be_header = true,
     .is_equal_as_json = true,
     .is_value = is_text_of<Format::Date>,
     .demand = "it must be a date of RFC 3339, as in \"2026-07-28\""},
    {.kind = TypeKind::Enum, .name = "enum", .text = TextKind::Text, .can_be_header = true, .can_be_key = true},
    {.kind = TypeKind::Struct, .name = "struct"},
    {.kind = TypeKind::Custom, .name = "custom"},
    {.kind = TypeKind::Optional, .name = "optional"},
    {.kind = TypeKind::List, .name = "list", .constraints = ConstraintGroup::Lists, .noun = "array"},
    {.kind = TypeKind::Set, .name = "set", .constraints = ConstraintGroup::Lists, .noun = "array"},
    {.kind = TypeKind::Array, .name = "array"},
    {.kind = TypeKind::Map, .name = "map"},
    {.kind = TypeKind::Tuple, .name = "tuple"},
    {.kind = TypeKind::Variant, .name = "variant"},
    {.kind = TypeKind::Content, .name = "content", .schema = "{}"},
    {.kind = TypeKind::ToolResult, .name = "tool_result", .cpp_class = "::mcp::ToolResult", .schema = "{}"},
};

}  // namespace

std::span<const TypeRow> type_table() { return kTable; }

const TypeRow* find_type(TypeKind kind) {
  const std::span<const TypeRow> table = type_table();
  const auto row = std::ranges::find(table, kind, &TypeRow::kind);
  return row != table.end() ? &*row : nullptr;
}

const TypeRow& type_row(TypeKind kind) {
  const TypeRow* const row = find_type(kind);
  if (row == nullptr) throw std::logic_error("a kind of type without a row");
  return *row;
}

}  // namespace mcpgen
