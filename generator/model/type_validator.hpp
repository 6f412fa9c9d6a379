// Checks the types that tools reach and turns them into those of the model, each struct and enum once.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"

namespace mcpgen {

class TypeValidator {
 public:
  TypeValidator(const declared::Declarations& declarations, model::Model& model, Sink& sink)
      : declarations_(declarations), model_(model), sink_(sink) {}

  /// Where a type stands, for messages.
  struct Place {
    std::string tool;     // "submit"
    std::string subject;  // "parameter `order`", "the result"
    std::string path;     // "Order.items[]", empty at the top
    Location at;
  };

  /// The model's type, with every struct and enum behind it added to the model; nothing after reporting.
  [[nodiscard]] std::optional<model::Type> convert(const declared::Type& type, const Place& place);

  /// The value a default has on the wire: enumerators by their wire name.
  [[nodiscard]] nlohmann::ordered_json wire_value(const model::Type& type, const nlohmann::ordered_json& value) const;

 private:
  bool add_struct(const std::string& key, const Place& place);
  bool add_member(const declared::Struct& owner, const declared::Member& member, model::Struct& to, const Place& place);
  bool add_enum(const std::string& key);
  void refuse(const Place& place, const std::string& spelling, const std::string& reason);

  const declared::Declarations& declarations_;
  model::Model& model_;
  Sink& sink_;
  std::map<std::string, bool> visited_;  // struct or enum key → whether it was good
  /// Per enum: declared name → wire name.
  std::map<std::string, std::map<std::string, std::string>> wire_names_;
};

}  // namespace mcpgen
