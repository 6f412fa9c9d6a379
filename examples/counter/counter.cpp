// Member functions as tools: an object of one's own, bound in one's own main.
#include <mcp/mcp.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "counter.mcp.hpp"

/// Named counters. Handlers run concurrently, so a lock guards them.
class Counters {
 public:
  /// Add to a counter and tell its new value. A counter that was never used stands at zero.
  /// @param name   Which counter
  /// @param amount How much to add; negative to subtract
  MCP_TOOL(.destructive = false)
  std::int64_t count(const std::string& name,
                     MCP_PARAM(.minimum = -1000000, .maximum = 1000000) std::int64_t amount = 1) {
    const std::scoped_lock lock(mutex_);
    return values_[name] += amount;
  }

  /// All counters and their values.
  MCP_TOOL(.read_only = true)
  std::map<std::string, std::int64_t> counters() const {
    const std::scoped_lock lock(mutex_);
    return values_;
  }

  /// Forget a counter.
  /// @param name Which counter
  MCP_TOOL(.destructive = true, .idempotent = true)
  void forget(const std::string& name) {
    const std::scoped_lock lock(mutex_);
    if (values_.erase(name) == 0) {
      throw mcp::ToolError("there is no counter \"" + name + "\"; the tool counters lists those that exist");
    }
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::int64_t> values_;
};

int main(int argc, char** argv) {
  Counters counters;
  auto server = mcp::generated::counter::server();
  server.bind(counters);
  return mcp::run(server, argc, argv);
}
