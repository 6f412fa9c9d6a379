// The arguments of a tool that HTTP clients repeat as headers, in the order in which the runtime looks them up.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"

namespace mcpgen {

struct MirroredArgument {
  std::string header;             // what follows "Mcp-Param-", as declared
  std::vector<std::string> path;  // member names that lead from `arguments` to the value
  std::string_view kind;          // an enumerator of the runtime's MirroredArgument::Kind
};

/// Sorted by header without regard to case. Of a schema of its own, what stands in it as x-mcp-header.
[[nodiscard]] std::vector<MirroredArgument> mirrored_arguments(const model::Tool& tool, const model::Model& model);

}  // namespace mcpgen
