#include "model/server_model.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace mcpgen {

std::optional<ServerModel> join(std::vector<model::Model> units, const ServerRequest& request, Sink& sink) {
  ServerModel joined;
  joined.target = request.target;
  joined.units = std::move(units);

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
