#include <mcp/annotations.hpp>

#include <string>

class Store {
 public:
  explicit Store(std::string path);

  /// Count the entries.
  MCP_TOOL()
  int entries() const;
};
