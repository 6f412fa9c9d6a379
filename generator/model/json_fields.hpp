// What writes a struct of the model as JSON, and what reads it: both walk the one list of its members, a function
// `fields(visitor, struct)` of model_fields.hpp.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace mcpgen {

// An enumerator is a word in JSON. The words of an enum are the list that words_of(E) returns, of pairs of an
// enumerator and its word.

template <class E>
[[nodiscard]] std::string_view word_of(E value) {
  for (const auto& [known, word] : words_of(value)) {
    if (known == value) return word;
  }
  throw std::logic_error("an enumerator without a word");
}

template <class E>
void read_word(std::string_view word, E& value) {
  for (const auto& [known, name] : words_of(value)) {
    if (name == word) {
      value = known;
      return;
    }
  }
  throw std::runtime_error("unknown word \"" + std::string(word) + '"');
}

namespace detail {

template <class T>
struct IsList : std::false_type {};
template <class T>
struct IsList<std::vector<T>> : std::true_type {};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class T>
struct IsMap : std::false_type {};
template <class T>
struct IsMap<std::map<std::string, T>> : std::true_type {};

template <class T>
concept IsJson = std::is_same_v<T, nlohmann::ordered_json>;
template <class T>
concept IsPlain = std::is_arithmetic_v<T> || std::is_same_v<T, std::string>;

/// Whether a member has no value, so that it is left out.
template <class T>
[[nodiscard]] bool is_absent(const T& value) {
  if constexpr (IsJson<T>) {
    return value.is_null();
  } else if constexpr (IsList<T>::value || IsMap<T>::value || std::is_same_v<T, std::string>) {
    return value.empty();
  } else if constexpr (IsOptional<T>::value) {
    return !value.has_value();
  } else {
    return value == T{};
  }
}

}  // namespace detail

/// Appends members to a JSON object, in the order of the list.
class JsonWriter {
 public:
  template <class T>
  using Visited = const T;

  explicit JsonWriter(nlohmann::ordered_json& to) : to_(to) {}

  /// A member that is always there.
  template <class T>
  void required(std::string_view name, const T& value) {
    to_[std::string(name)] = json_of(value);
  }

  /// A member that is there if it has a value.
  template <class T>
  void optional(std::string_view name, const T& value) {
    if (!detail::is_absent(value)) required(name, value);
  }

  /// A member that is there if it has another value than `usual`.
  template <class T>
  void optional(std::string_view name, const T& value, const std::type_identity_t<T>& usual) {
    if (value != usual) required(name, value);
  }

  /// A member that has one of two names: the first if `is_first`.
  template <class T>
  void either(std::string_view first, std::string_view second, const bool& is_first, const T& value) {
    required(is_first ? first : second, value);
  }

  /// Members that stand in an object of their own, which is there if `first` is.
  template <class T, class Visit>
  void group(std::string_view name, const T& first, Visit visit) {
    if (detail::is_absent(first)) return;
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    JsonWriter writer(object);
    visit(writer);
    to_[std::string(name)] = std::move(object);
  }

  template <class T>
  [[nodiscard]] static nlohmann::ordered_json json_of(const T& value) {
    if constexpr (detail::IsJson<T> || detail::IsPlain<T>) {
      return value;
    } else if constexpr (std::is_enum_v<T>) {
      return std::string(word_of(value));
    } else if constexpr (detail::IsOptional<T>::value) {
      return json_of(*value);
    } else if constexpr (detail::IsList<T>::value) {
      nlohmann::ordered_json list = nlohmann::ordered_json::array();
      for (const auto& each : value) list.push_back(json_of(each));
      return list;
    } else if constexpr (detail::IsMap<T>::value) {
      nlohmann::ordered_json object = nlohmann::ordered_json::object();
      for (const auto& [name, each] : value) object[name] = json_of(each);
      return object;
    } else {
      nlohmann::ordered_json object = nlohmann::ordered_json::object();
      JsonWriter writer(object);
      fields(writer, value);
      return object;
    }
  }

 private:
  nlohmann::ordered_json& to_;
};

/// Reads the members of a JSON object. Throws nlohmann's exceptions or std::runtime_error for what a JsonWriter did not
/// write.
class JsonReader {
 public:
  template <class T>
  using Visited = T;

  explicit JsonReader(const nlohmann::ordered_json& from) : from_(from) {}

  template <class T>
  void required(std::string_view name, T& value) {
    read(from_.at(std::string(name)), value);
  }

  template <class T>
  void optional(std::string_view name, T& value) {
    if (from_.contains(name)) required(name, value);
  }

  template <class T>
  void optional(std::string_view name, T& value, const std::type_identity_t<T>& usual) {
    if (from_.contains(name)) {
      required(name, value);
    } else {
      value = usual;
    }
  }

  template <class T>
  void either(std::string_view first, std::string_view second, bool& is_first, T& value) {
    is_first = from_.contains(first);
    required(is_first ? first : second, value);
  }

  template <class T, class Visit>
  void group(std::string_view name, T& /*first*/, Visit visit) {
    if (!from_.contains(name)) return;
    JsonReader reader(from_.at(std::string(name)));
    visit(reader);
  }

  template <class T>
  static void read(const nlohmann::ordered_json& json, T& value) {
    if constexpr (detail::IsJson<T>) {
      value = json;
    } else if constexpr (detail::IsPlain<T>) {
      value = json.get<T>();
    } else if constexpr (std::is_enum_v<T>) {
      read_word(json.get<std::string>(), value);
    } else if constexpr (detail::IsOptional<T>::value) {
      read(json, value.emplace());
    } else if constexpr (detail::IsList<T>::value) {
      for (const nlohmann::ordered_json& each : json) read(each, value.emplace_back());
    } else if constexpr (detail::IsMap<T>::value) {
      for (const auto& [name, each] : json.items()) read(each, value[name]);
    } else {
      JsonReader reader(json);
      fields(reader, value);
    }
  }

 private:
  const nlohmann::ordered_json& from_;
};

}  // namespace mcpgen
