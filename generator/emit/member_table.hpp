// The table by which generated code finds the members of a struct or the arguments of a function.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "model/model.hpp"

namespace mcpgen {

/// The entries, and the constraints they refer to.
class MemberTable {
 public:
  /// `owner` is the class as generated code writes it: "McpObject" in the codec of a struct, "McpArguments".
  void add(const model::Member& member, const std::string& owner);

  /// Puts the table into the values of a template.
  void finish(nlohmann::ordered_json& values) &&;

 private:
  nlohmann::ordered_json members_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json constraints_ = nlohmann::ordered_json::array();
};

}  // namespace mcpgen
