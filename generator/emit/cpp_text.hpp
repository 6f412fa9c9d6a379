// Pieces of C++ source text.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace mcpgen {

/// A string literal, escaped so that any bytes survive: "a\"b".
[[nodiscard]] std::string cpp_string(std::string_view text);

/// Columns of a line of generated code.
inline constexpr std::size_t kColumns = 120;

/// JSON as raw string literals, `R"({"a":1})"`, each on a line of its own where one line is too short; the first one
/// stands at column `indent`, and `behind` follows the last on its line. Escaped literals where raw ones cannot hold
/// the text.
[[nodiscard]] std::string cpp_json_string(std::string_view text, std::size_t indent, std::string_view behind);

/// An element of a table at column 4: `{R"({"a":1})"sv, <more>},`; `more` starts with a comma, or is empty.
[[nodiscard]] std::string cpp_json_element(std::string_view json, const std::string& more);

/// The same for any text, as ordinary literals: `"text"`.
[[nodiscard]] std::string cpp_long_string(std::string_view text, std::size_t indent, std::string_view behind);

/// `head`, which ends with an opening bracket, the elements with commas between them, and `tail`, which starts with the
/// closing one; on one line, or broken between elements as clang-format would. The first line stands at column
/// `indent`.
[[nodiscard]] std::string cpp_list(std::string_view head, const std::vector<std::string>& elements,
                                   std::string_view tail, std::size_t indent);

/// Names for things of generated code, each given once.
class UniqueNames {
 public:
  /// `prefix` and `name` made an identifier; with a number behind it where another name became the same.
  [[nodiscard]] std::string take(std::string_view prefix, std::string_view name);

 private:
  std::set<std::string> taken_;
};

/// `text` with everything that cannot stand in an identifier replaced; never empty, never starting with a digit.
[[nodiscard]] std::string cpp_identifier(std::string_view text);

/// A constant of mcp::detail::Bound: detail::Bound(std::int64_t{3}).
[[nodiscard]] std::string cpp_bound(const nlohmann::ordered_json& number);

/// `true` or `false`.
[[nodiscard]] constexpr const char* cpp_bool(bool value) { return value ? "true" : "false"; }

/// A literal for the decimal value of an enumerator that fits std::int64_t, or for its wrapped 64-bit pattern.
[[nodiscard]] std::string cpp_int64(const std::string& decimal);

}  // namespace mcpgen
