#include <mcp/annotations.hpp>
#include <cstdint>

struct [[gnu::packed]] Sample {
  std::uint8_t channel;
  std::uint32_t value;
};

MCP_TOOL()
void store(Sample sample);
