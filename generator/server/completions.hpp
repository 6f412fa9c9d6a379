// How the arguments of a server's prompts and the variables of its templates are completed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "server/server_model.hpp"

namespace mcpgen {

/// One argument that is completed.
struct ListedCompletion {
  bool is_of_prompt = false;  // else of a resource template
  std::string ref;            // the prompt's name, or the template
  std::string argument;
  std::vector<std::string> values;           // all there are, of an enum or a bool
  std::optional<ServerModel::Ref> function;  // else what computes them
};

/// Enums and bools complete by themselves where no function does. Sorted: those of prompts first, by name and argument.
[[nodiscard]] std::vector<ListedCompletion> completions_of(const ServerModel& server);

/// Reports functions that complete what does not exist, or what another one completes.
void check_completions(const ServerModel& server, Sink& sink);

}  // namespace mcpgen
