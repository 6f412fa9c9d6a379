#include "emit/mirrored.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <mcp/spec/text.hpp>

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::TypeKind;

namespace {

std::string_view kind_of(const model::Type& type) {
  switch (type.kind) {
    case TypeKind::Optional:
      return kind_of(type.arguments.front());
    case TypeKind::Boolean:
      return "Boolean";
    case TypeKind::Integer:
      return "Integer";
    default:
      return "String";
  }
}

std::string_view kind_of(const Json& schema) {
  const Json& type = schema.at("type");
  return type == "boolean" ? "Boolean" : type == "integer" ? "Integer" : "String";
}

/// Walks what clients walk: objects, by their members.
class Walk {
 public:
  explicit Walk(const model::Model& model) : model_(model) {}

  void visit(const model::Member& member) {
    path_.push_back(member.name);
    if (!member.header.empty()) found_.push_back({member.header, path_, kind_of(member.type)});
    const auto type = model_.structs.find(member.type.key);
    if (member.type.kind == TypeKind::Struct && type != model_.structs.end() && open_.insert(type->first).second) {
      for (const model::Member& inner : type->second.members) visit(inner);
      open_.erase(type->first);
    }
    path_.pop_back();
  }

  void visit_properties(const Json& schema) {
    if (!schema.is_object() || !schema.contains("properties")) return;
    for (const auto& [name, property] : schema.at("properties").items()) {
      path_.push_back(name);
      if (property.is_object() && property.contains("x-mcp-header")) {
        found_.push_back({property.at("x-mcp-header"), path_, kind_of(property)});
      }
      visit_properties(property);
      path_.pop_back();
    }
  }

  std::vector<MirroredArgument> take() && {
    std::ranges::sort(found_, {}, [](const MirroredArgument& each) { return mcp::spec::lower_case(each.header); });
    return std::move(found_);
  }

 private:
  const model::Model& model_;
  std::vector<MirroredArgument> found_;
  std::vector<std::string> path_;
  std::set<std::string> open_;  // structs that hold themselves carry no headers
};

}  // namespace

std::vector<MirroredArgument> mirrored_arguments(const model::Tool& tool, const model::Model& model) {
  Walk walk(model);
  if (!tool.raw_input_schema.is_null()) {
    walk.visit_properties(tool.raw_input_schema);
  } else {
    for (const model::Parameter& parameter : tool.parameters) {
      if (parameter.source == model::Source::Argument) walk.visit(parameter);
    }
  }
  return std::move(walk).take();
}

}  // namespace mcpgen
