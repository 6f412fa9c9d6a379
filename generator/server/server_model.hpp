// A whole server: the models of its sources joined, with what no single file can show checked.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "model/model.hpp"

namespace mcpgen {

/// What mcp_add_server() says of the server.
struct ServerRequest {
  std::string target;   // a C identifier
  std::string name;     // default for MCP_SERVER(.name)
  std::string version;  // default for MCP_SERVER(.version)
};

struct ServerModel {
  std::string target;
  model::Server server;  // name and version never empty
  std::vector<model::Model> units;

  /// A handler by its place among those of its kind in `units`.
  struct Ref {
    std::size_t unit;
    std::size_t index;
  };
  std::vector<Ref> tools;               // sorted by name
  std::vector<Ref> resources;           // of fixed URIs, sorted by URI
  std::vector<Ref> resource_templates;  // sorted by template
  std::vector<Ref> resource_lists;      // sorted by name
  std::vector<Ref> prompts;             // sorted by name
  std::vector<Ref> completions;         // in the order of the sources

  [[nodiscard]] const model::Model& unit_of(const Ref& ref) const { return units[ref.unit]; }
  [[nodiscard]] const model::Tool& tool(const Ref& ref) const { return units[ref.unit].tools[ref.index]; }
  /// Of a template too.
  [[nodiscard]] const model::Resource& resource(const Ref& ref) const { return units[ref.unit].resources[ref.index]; }
  [[nodiscard]] const model::ResourceList& resource_list(const Ref& ref) const {
    return units[ref.unit].resource_lists[ref.index];
  }
  [[nodiscard]] const model::Prompt& prompt(const Ref& ref) const { return units[ref.unit].prompts[ref.index]; }
  [[nodiscard]] const model::Completion& completion(const Ref& ref) const {
    return units[ref.unit].completions[ref.index];
  }
};

/// Throws std::runtime_error with a text for people when two units, or a unit and the server, share a namespace.
void check_unit_names(const std::vector<model::Model>& units, const std::string& target);

/// Reports what cannot be with the `main` that a server gets unless its project says NO_MAIN: another one, and classes
/// that it cannot make objects of.
void check_generated_main(const ServerModel& server, Sink& sink);

/// Joins the models of a server's sources. Reports clashes between them; nothing comes back after an error.
[[nodiscard]] std::optional<ServerModel> join(std::vector<model::Model> units, const ServerRequest& request,
                                              Sink& sink);

}  // namespace mcpgen
