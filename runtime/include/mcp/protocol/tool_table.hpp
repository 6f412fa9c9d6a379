// The tools of a server, ready to be called by name.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <mcp/protocol/executor.hpp>
#include <mcp/registry/descriptor.hpp>

namespace mcp {
class Server;
}

namespace mcp::protocol {

struct CallableTool {
  std::string_view name;
  const detail::Handler* handler;
  void* object;  // for a member function: the instance
  Pace* pace;    // of its calls
};

/// Immutable after construction; any number of threads may read. The server and its objects outlive it.
class ToolTable {
 public:
  explicit ToolTable(const Server& server);

  /// The tool of that name, or null.
  [[nodiscard]] const CallableTool* find(std::string_view name) const noexcept;
  /// The name that a misspelt one was probably meant to be; empty if none is close.
  [[nodiscard]] std::string_view nearest(std::string_view name) const;

 private:
  std::vector<CallableTool> tools_;  // sorted by name
  std::unique_ptr<Pace[]> paces_;
};

}  // namespace mcp::protocol
