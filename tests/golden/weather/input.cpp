// The example of the README: texts from comments, an enum, constraints, an optional member, defaults.
#include <mcp/annotations.hpp>

#include <optional>
#include <string>

enum class Units { metric, imperial };

/// Conditions at a place, right now.
struct Weather {
  double temperature;      ///< In the unit asked for
  std::string conditions;  ///< Weather conditions description
  MCP_FIELD(.minimum = 0, .maximum = 100)
  double humidity;                     ///< Humidity percentage
  std::optional<std::string> warning;  ///< Severe-weather warning, if any
};

/// Get current weather data for a location.
///
/// Reads the nearest station; a second paragraph says so.
/// @param location City name or zip code
/// @param units    Of the answer
/// @param region   Where to run the query
/// @return What the station says
MCP_TOOL(.title = "Weather {now}; today", .read_only = true, .open_world = false)
Weather get_weather(std::string location, Units units = Units::metric,
                    MCP_PARAM(.title = "Region", .min_length = 1, .max_length = 16) const std::string& region = "eu") {
  const double temperature = units == Units::metric ? 21.5 : 70.7;
  return {temperature, "clear in " + location + ", " + region, 40, {}};
}

MCP_SERVER(.name = "weather-station", .title = "Weather Station", .version = "2.1.0",
           .instructions = "Ask for one place at a time.", .website = "https://example.com/weather");
