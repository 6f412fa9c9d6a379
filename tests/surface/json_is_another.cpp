// A source that sees another nlohmann/json than the runtime.
#include <mcp/json.hpp>
