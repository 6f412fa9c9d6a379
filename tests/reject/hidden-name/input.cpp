#include <mcp/annotations.hpp>

struct Entry {
  int number;
};

namespace {

struct Entry {
  int id;
};

MCP_TOOL()
void save(Entry entry) {}

}  // namespace
