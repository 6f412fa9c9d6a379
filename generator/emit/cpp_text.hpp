// Pieces of C++ source text.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace mcpgen {

/// A string literal, escaped so that any bytes survive: "a\"b".
[[nodiscard]] std::string cpp_string(std::string_view text);

/// A raw string literal where that reads better and is safe, else an escaped one: R"json({"a": 1})json".
[[nodiscard]] std::string cpp_json_string(std::string_view text);

/// `text` with everything that cannot stand in an identifier replaced; never empty, never starting with a digit.
[[nodiscard]] std::string cpp_identifier(std::string_view text);

/// A constant of mcp::detail::Bound: detail::Bound(std::int64_t{3}).
[[nodiscard]] std::string cpp_bound(const nlohmann::ordered_json& number);

/// `true` or `false`.
[[nodiscard]] constexpr const char* cpp_bool(bool value) { return value ? "true" : "false"; }

/// A literal for the decimal value of an enumerator that fits std::int64_t, or for its wrapped 64-bit pattern.
[[nodiscard]] std::string cpp_int64(const std::string& decimal);

}  // namespace mcpgen
