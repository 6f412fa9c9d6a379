#include "server/server_model.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "model/model_json.hpp"
#include "server/completions.hpp"
#include "validate/uri_template.hpp"

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
                     "` must be the same in every source of a server, since the linker would merge them; rename it, or "
                     "put it into an anonymous namespace",
                 {{first->second->at, "another type of this name is here"}});
    }
  }

 private:
  std::map<std::string, const Type*> known_;
};

/// Where things stand that must be told apart.
class Places {
 public:
  explicit Places(Sink& sink) : sink_(sink) {}

  void add(const model::Tool& tool) {
    add(tools_, tool.name, tool, "duplicate-tool", "tool `" + tool.name + "` must have a name of its own; set `.name`");
  }
  void add(const model::Prompt& prompt) {
    add(prompts_, prompt.name, prompt, "duplicate-prompt",
        "prompt `" + prompt.name + "` must have a name of its own; set `.name`");
  }
  void add(const model::Resource& resource) {
    add(resources_, parse_uri(resource.uri).shape, resource, "duplicate-resource",
        "resource `" + resource.name + "` must have a URI of its own: another resource has `" + resource.uri + '`');
  }

 private:
  void add(std::map<std::string, Location>& places, const std::string& name, const model::Handler& handler,
           std::string_view slug, std::string message) {
    const auto [first, added] = places.emplace(name, handler.at);
    if (!added) sink_.error(slug, handler.at, std::move(message), {{first->second, "the other one is here"}});
  }

  Sink& sink_;
  std::map<std::string, Location> tools_;
  std::map<std::string, Location> prompts_;
  std::map<std::string, Location> resources_;
};

void sort(ServerModel& server) {
  std::ranges::sort(server.tools, {}, [&](const ServerModel::Ref& ref) { return server.tool(ref).name; });
  for (std::vector<ServerModel::Ref>* list : {&server.resources, &server.resource_templates}) {
    std::ranges::sort(*list, {}, [&](const ServerModel::Ref& ref) { return server.resource(ref).uri; });
  }
  std::ranges::sort(server.resource_lists, {},
                    [&](const ServerModel::Ref& ref) { return server.resource_list(ref).cpp_name; });
  std::ranges::sort(server.prompts, {}, [&](const ServerModel::Ref& ref) { return server.prompt(ref).name; });
}

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

void check_generated_main(const ServerModel& server, Sink& sink) {
  std::set<std::string> refused;
  for (const model::Model& unit : server.units) {
    if (unit.main_at) {
      sink.error(
          "own-main", *unit.main_at,
          "the program must have one `main`, and mcp_add_server() makes one; remove this one, or keep it and give "
          "mcp_add_server() the option NO_MAIN");
    }
    model::for_each_handler(unit, [&](const model::Handler& handler) {
      if (!handler.owner || handler.owner->is_default_constructible) return;
      if (!refused.insert(handler.owner->cpp_name).second) return;
      sink.warning("unmakeable-class", handler.at,
                   "class `" + handler.owner->name + "` of `" + handler.name +
                       "` must have a default constructor, since the `main` that mcp_add_server() makes has no other "
                       "way to make an object; or give it the option NO_MAIN, and bind an object in a `main` of your "
                       "own");
    });
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
  Places places(sink);
  for (std::size_t unit = 0; unit < joined.units.size(); ++unit) {
    const model::Model& from = joined.units[unit];
    if (from.server && has_server) {
      sink.error("duplicate-server", from.server->at, "MCP_SERVER must appear only once in a server",
                 {{joined.server.at, "the other one is here"}});
    } else if (from.server) {
      joined.server = *from.server;
      has_server = true;
    }
    for (std::size_t index = 0; index < from.tools.size(); ++index) {
      places.add(from.tools[index]);
      joined.tools.push_back({unit, index});
    }
    for (std::size_t index = 0; index < from.resources.size(); ++index) {
      places.add(from.resources[index]);
      (from.resources[index].is_template ? joined.resource_templates : joined.resources).push_back({unit, index});
    }
    for (std::size_t index = 0; index < from.resource_lists.size(); ++index) {
      joined.resource_lists.push_back({unit, index});
    }
    for (std::size_t index = 0; index < from.prompts.size(); ++index) {
      places.add(from.prompts[index]);
      joined.prompts.push_back({unit, index});
    }
    for (std::size_t index = 0; index < from.completions.size(); ++index) joined.completions.push_back({unit, index});
  }
  check_completions(joined, sink);
  if (joined.server.name.empty()) joined.server.name = request.name;
  if (joined.server.version.empty()) joined.server.version = request.version;
  if (joined.server.version.empty()) {
    sink.warning("unversioned-server", has_server ? joined.server.at : Location{},
                 "server `" + joined.server.name +
                     "` should have a version, which clients show: give project() or mcp_add_server() a VERSION");
    joined.server.version = "0.0.0";
  }
  if (joined.tools.empty() && joined.resources.empty() && joined.resource_templates.empty() &&
      joined.resource_lists.empty() && joined.prompts.empty()) {
    sink.warning("empty-server", {},
                 "server `" + joined.server.name +
                     "` must offer something: put MCP_TOOL() above a function in one of its SOURCES");
  }
  sort(joined);
  if (sink.has_errors()) return std::nullopt;
  return joined;
}

}  // namespace mcpgen
