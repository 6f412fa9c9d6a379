#include "model/server_model.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "model/model_json.hpp"

namespace mcpgen {

namespace {

/// What a type's codec depends on: all but the texts and the place.
template <class Type>
std::string contract(const Type& type) {
  nlohmann::ordered_json json = to_json(type);
  json.erase("at");
  json.erase("description");
  for (const char* list : {"members", "enumerators"}) {
    if (!json.contains(list)) continue;
    for (nlohmann::ordered_json& each : json[list]) {
      for (const char* text : {"title", "description", "default", "examples", "deprecated"}) each.erase(text);
    }
  }
  return json.dump();
}

/// Types that several sources declare: the linker merges their codecs, so they must be the same.
template <class Type>
class TypeComparison {
 public:
  void add(const std::map<std::string, Type>& types, Sink& sink) {
    for (const auto& [key, type] : types) {
      if (model::is_local(key)) continue;
      const auto [first, is_new] = known_.emplace(key, &type);
      if (is_new || contract(*first->second) == contract(type)) continue;
      sink.error("type-clash", type.at,
                 "type `" + type.name +
                     "` must be the same in every source of a server, since the linker takes one for "
                     "the other; rename it, or put it into an anonymous namespace",
                 {{first->second->at, "another type of this name is here"}});
    }
  }

 private:
  std::map<std::string, const Type*> known_;
};

}  // namespace

void check_unit_names(const std::vector<model::Model>& units, const std::string& target) {
  std::set<std::string> names;
  for (const model::Model& unit : units) {
    if (unit.unit == target) {
      throw std::runtime_error("the server's target `" + target +
                               "` must not be called like a unit that it links; rename the target");
    }
    if (!names.insert(unit.unit).second) {
      throw std::runtime_error("the unit `" + unit.unit + "` must be linked once; another --model has the same unit");
    }
  }
}

std::optional<ServerModel> join(std::vector<model::Model> units, const ServerRequest& request, Sink& sink) {
  ServerModel joined;
  joined.target = request.target;
  joined.units = std::move(units);

  TypeComparison<model::Struct> structs;
  TypeComparison<model::Enum> enums;
  for (const model::Model& unit : joined.units) {
    structs.add(unit.structs, sink);
    enums.add(unit.enums, sink);
  }

  bool has_server = false;
  std::map<std::string, Location> places;
  for (std::size_t unit = 0; unit < joined.units.size(); ++unit) {
    const model::Model& from = joined.units[unit];
    if (from.server && has_server) {
      sink.error("duplicate-server", from.server->at, "MCP_SERVER must stand once in a server",
                 {{joined.server.at, "the other one is here"}});
    } else if (from.server) {
      joined.server = *from.server;
      has_server = true;
    }
    for (std::size_t index = 0; index < from.tools.size(); ++index) {
      const model::Tool& tool = from.tools[index];
      if (const auto [first, added] = places.emplace(tool.name, tool.at); !added) {
        sink.error("duplicate-tool", tool.at, "tool `" + tool.name + "` must have a name of its own; set `.name`",
                   {{first->second, "the other one is here"}});
      }
      joined.tools.push_back({unit, index});
    }
  }
  if (joined.server.name.empty()) joined.server.name = request.name;
  if (joined.server.version.empty()) joined.server.version = request.version;
  if (joined.tools.empty()) {
    sink.warning("empty-server", {},
                 "server `" + joined.server.name +
                     "` must offer something: put MCP_TOOL() above a function in one of its SOURCES");
  }
  std::ranges::sort(joined.tools, {}, [&](const ServerModel::ToolRef& ref) { return joined.tool(ref).name; });
  if (sink.has_errors()) return std::nullopt;
  return joined;
}

}  // namespace mcpgen
