// Helpers for writing a model as JSON and reading it.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace mcpgen {

// A table is a list of enumerators with their names in JSON.

template <class Table, class E>
[[nodiscard]] std::string_view name_in(const Table& table, E value) {
  for (const auto& [known, name] : table) {
    if (known == value) return name;
  }
  throw std::logic_error("an enumerator without a name");
}

template <class Table>
[[nodiscard]] auto value_in(const Table& table, std::string_view name) {
  for (const auto& [value, known] : table) {
    if (known == name) return value;
  }
  throw std::runtime_error("unknown word \"" + std::string(name) + '"');
}

// Empty and unset members are omitted.

inline void set(nlohmann::ordered_json& object, const char* name, const std::string& text) {
  if (!text.empty()) object[name] = text;
}
inline void set(nlohmann::ordered_json& object, const char* name, const std::optional<bool>& flag) {
  if (flag) object[name] = *flag;
}
inline void get(const nlohmann::ordered_json& object, const char* name, std::string& text) {
  text = object.value(name, std::string());
}
inline void get(const nlohmann::ordered_json& object, const char* name, std::optional<bool>& flag) {
  if (object.contains(name)) flag = object.at(name).get<bool>();
}

}  // namespace mcpgen
