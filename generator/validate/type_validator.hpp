// Validates the types that functions use and converts them to types of the model, each struct and enum once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"

namespace mcpgen {

class TypeValidator {
 public:
  TypeValidator(const declared::Declarations& declarations, model::Model& model, Sink& sink)
      : declarations_(declarations), model_(model), sink_(sink) {}

  /// The place of a type, for messages.
  struct Place {
    std::string handler;  // "tool `submit`"
    std::string subject;  // "parameter `order`", "the result"
    std::string path;     // "Order.items[]", empty at the top
    Location at;
  };

  /// Converts a type and adds all structs and enums that it uses to the model. Returns nullopt after reporting an
  /// error.
  [[nodiscard]] std::optional<model::Type> convert(const declared::Type& type, const Place& place);

  /// The JSON of a default, with enumerators by their wire names.
  [[nodiscard]] nlohmann::ordered_json wire_value(const model::Type& type, const nlohmann::ordered_json& value) const;

  /// Fills in what the annotation and the default of a parameter or data member say: its names, texts, constraints,
  /// header, examples. `to.type` must be set. False after reporting that it has no usable name; other problems are
  /// reported and leave something out.
  bool read_member_options(const declared::Member& member, const std::string& what, model::Member& to);

 private:
  /// "`Order.items[]` of tool `submit`", "parameter `order` of tool `submit`".
  static std::string named(const Place& place);
  static Place place_of_part(const Place& place, model::TypeKind kind, std::size_t index);
  bool read_codec_schema(const declared::Type& type, model::Type& to);
  bool check_whole(const declared::Type& type, model::Type& converted, const Place& place);
  bool check_variant(const declared::Type& type, model::Type& converted, const Place& place);

  // member_validator.cpp
  /// The wire name and the text of the first member that is a Literal; empty: none.
  static std::pair<std::string, std::string> tag_of(const declared::Struct& type);
  void warn_of_case(const std::vector<model::Member>& members, const std::string& owner,
                    const std::map<std::string, Location>& places);
  [[nodiscard]] bool keeps_what_is_unsaid(const model::Type& type) const;
  void read_legacy_titles(const std::optional<declared::Annotation>& annotation, const std::string& what,
                          model::Member& to);
  void read_examples(const std::optional<declared::Annotation>& annotation, const std::string& what, model::Member& to);
  bool add_struct(const std::string& key, const Place& place);
  bool add_member(const declared::Struct& owner, const declared::Member& member, model::Struct& to, const Place& place);
  bool add_enum(const std::string& key);
  void refuse(const Place& place, const std::string& spelling, const std::string& reason);

  const declared::Declarations& declarations_;
  model::Model& model_;
  Sink& sink_;
  std::map<std::string, bool> visited_;  // key of a struct or enum → whether it is valid
  /// Per enum: declared name → wire name.
  std::map<std::string, std::map<std::string, std::string>> wire_names_;
};

}  // namespace mcpgen
