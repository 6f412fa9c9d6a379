// The smallest server: one function, one annotation.
#include <mcp/annotations.hpp>

#include <string>

/// Greet somebody by name.
/// @param name     Whom to greet
/// @param greeting What to say in front of the name
MCP_TOOL(.title = "Hello", .read_only = true)
std::string hello(std::string name, std::string greeting = "Hello") { return greeting + ", " + name + "!"; }
