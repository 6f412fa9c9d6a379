// A server that knows where it runs.
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <stop_token>
#include <string>

#include <mcp/mcp.hpp>

namespace {

std::string here() {
  const char* const region = std::getenv("REGION");
  return region == nullptr ? "nowhere" : region;
}

}  // namespace

/// Say which region a query for a region reached.
/// @param region Where to run the query
MCP_TOOL(.read_only = true)
std::string query(MCP_PARAM(.header = "Region") std::string region) { return region + " reached " + here(); }

/// Say which region this is.
MCP_TOOL(.read_only = true)
std::string where_am_i() { return here(); }

/// Say which region this is, after a while.
/// @param milliseconds How long to wait
MCP_TOOL(.read_only = true)
std::string wait_here(MCP_PARAM(.minimum = 0, .maximum = 10000) int milliseconds, std::stop_token stop) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  stopped.wait_for(lock, stop, std::chrono::milliseconds(milliseconds), [] { return false; });
  return here();
}
