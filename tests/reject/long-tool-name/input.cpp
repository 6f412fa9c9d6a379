#include <mcp/annotations.hpp>

/// Convert a temperature.
/// @param value In degrees Celsius
MCP_TOOL()
double convert_a_temperature_that_is_given_in_degrees_celsius_to_degrees_fahrenheit(double value);
