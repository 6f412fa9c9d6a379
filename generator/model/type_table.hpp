// What is to be known about each kind of type: a row for each. A kind that is a class of its own, and whose JSON has no
// parts, is a row here, an enumerator, and a codec of the runtime.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include <nlohmann/json.hpp>

namespace mcpgen {

namespace model {

enum class TypeKind {
  Null,  // std::monostate
  Boolean,
  Integer,    // never `char`
  Floating,   // of 32 or 64 bits
  Character,  // char
  String,     // std::string, std::filesystem::path; std::string_view and const char* as parameters and results
  Bytes,      // std::vector<std::byte>
  Json,       // nlohmann::json
  Literal,    // mcp::Literal<text>
  Duration,   // std::chrono::duration in whole seconds or longer units: a string in format "duration"
  Seconds,    // any other std::chrono::duration: a number
  DateTime,   // std::chrono::sys_time
  Date,       // std::chrono::year_month_day, sys_days
  Enum,
  Struct,
  Custom,    // the user's own mcp::codec
  Optional,  // std::optional, unique_ptr, shared_ptr
  List,      // sequences and multisets; std::span as a parameter
  Set,
  Array,  // std::array, C arrays
  Map,
  Tuple,  // std::pair, std::tuple
  Variant,
  Content,     // only of results: a content block, mcp::Text, mcp::Image, …
  ToolResult,  // only of results
  // What declarations have, and models do not:
  Void,
  Result,  // mcp::Result<T>
  Task,    // mcp::Task<T>: of a function's result alone
  Answer,  // mcp::ResourceContents, mcp::Resource, mcp::PromptMessage, …: the same
  Unsupported,
};

}  // namespace model

/// The kind of JSON that an argument which is sent as text is converted to; the values are those of the runtime's
/// TextArgument::Kind.
enum class TextKind { Text, Number, Boolean };

/// Which options bound the values of a type: those of numbers (`.minimum`), texts (`.pattern`) or lists (`.min_items`).
enum class ConstraintGroup { None, Numbers, Strings, Lists };

/// What is true of every type of a kind. Texts that are empty and functions that are null say that the kind has parts
/// or options of its own, and that the step of the generator which uses the member has a case for it.
struct TypeRow {
  model::TypeKind kind;
  std::string_view name = {};       // in the model's JSON
  std::string_view cpp_class = {};  // "::std::monostate": a class, no template, that is of this kind
  std::string_view codec = {};      // of `cpp_class`: "chrono" for <mcp/codec/chrono.hpp>; empty: it is always included
  std::string_view schema = {};     // JSON Schema, in the order in which it is listed
  std::string_view field = {};      // JSON Schema of a form's field, which knows fewer keywords; empty: no field
  std::optional<TextKind> text = {};  // how an argument that is sent as text becomes JSON; none: it cannot be text
  ConstraintGroup constraints = ConstraintGroup::None;
  std::string_view noun = {};     // for a value that breaks a constraint: "integer"
  bool can_be_header = false;     // its JSON is a string, an integer or a boolean, and nothing else
  bool can_be_key = false;        // of a map
  bool is_equal_as_json = false;  // two values are equal in C++ exactly if their JSON is
  bool (*is_value)(const nlohmann::ordered_json& json) = nullptr;  // whether JSON that a user wrote is a value
  std::string_view demand = {};  // what is said if it is not: "it must be true or false"
};

/// All rows, in the order of the kinds. The only list of them.
[[nodiscard]] std::span<const TypeRow> type_table();

/// The row of a kind; null for those that only declarations have.
[[nodiscard]] const TypeRow* find_type(model::TypeKind kind);

/// The row of a kind of the model.
[[nodiscard]] const TypeRow& type_row(model::TypeKind kind);

}  // namespace mcpgen
