// The server's own translation unit: the dispatch table, the rendered lists, `server()` and `main`.
#pragma once

#include <cstddef>
#include <string>

#include "server/server_model.hpp"

namespace mcpgen {

struct ServerUnitOptions {
  bool with_main = true;
  std::size_t page_size = 100;  // entries per page of a list
};

[[nodiscard]] std::string server_code(const ServerModel& server, const ServerUnitOptions& options);

}  // namespace mcpgen
