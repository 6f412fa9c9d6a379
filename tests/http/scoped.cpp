// A server that must not be served to callers nobody knows.
#include <mcp/annotations.hpp>
#include <string>

/// Read a file.
/// @param name Which one
MCP_TOOL(.read_only = true, .scopes = "files:read")
std::string read_file(const std::string& name) { return name; }
