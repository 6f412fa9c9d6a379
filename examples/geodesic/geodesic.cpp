// Two libraries that nobody here may edit, GeographicLib (C++) and libnova (C), as one server: functions of their
// headers are exposed as they are, members of their structs are described beside them, and what speaks through
// references and pointers gets a function of its own.
#include <libnova/julian_day.h>
#include <libnova/ln_types.h>
#include <libnova/solar.h>

#include <GeographicLib/DMS.hpp>
#include <GeographicLib/Geodesic.hpp>
#include <GeographicLib/MGRS.hpp>
#include <GeographicLib/Math.hpp>
#include <GeographicLib/UTMUPS.hpp>
#include <chrono>
#include <cmath>
#include <mcp/mcp.hpp>
#include <optional>
#include <string>

using GeographicLib::DMS;
using GeographicLib::Geodesic;
using GeographicLib::MGRS;
using GeographicLib::UTMUPS;

MCP_SERVER(.title = "Geodesy", .instructions = "All angles are degrees on the WGS84 ellipsoid, all lengths metres.");

// Functions of GeographicLib, as they are.

MCP_EXPOSE(UTMUPS::StandardZone, .name = "utm_zone",
           .description = "The UTM zone of a point, 1 to 60, or 0 near the poles, where UPS is used.",
           .read_only = true,
           .params = {{.parameter = "lat", .minimum = -90, .maximum = 90},
                      {.parameter = "lon"},
                      {.parameter = "setzone", .minimum = -4, .maximum = 60}});

/// The EPSG code of a UTM or UPS zone, 32631 for example.
MCP_EXPOSE(UTMUPS::EncodeEPSG, .name = "epsg_code", .read_only = true,
           .params = {{.parameter = "zone", .description = "UTM zone, or 0 for UPS", .minimum = 0, .maximum = 60},
                      {"northp", "Whether the point lies in the northern hemisphere"}});

MCP_EXPOSE(static_cast<double (*)(double, double, double)>(DMS::Decode), .name = "dms_to_degrees",
           .description = "Degrees, minutes and seconds as decimal degrees. A sign must be given to all three.",
           .read_only = true);

MCP_EXPOSE(GeographicLib::Math::AngNormalize<double>, .name = "normalize_longitude",
           .description = "The same angle within -180 to 180 degrees.", .read_only = true,
           .params = {{"x", "Any angle"}});

// What GeographicLib returns through references.

/// A point on the ellipsoid.
struct Point {
  /// Northern latitude
  MCP_FIELD(.minimum = -90, .maximum = 90)
  double latitude;
  /// Eastern longitude
  MCP_FIELD(.minimum = -540, .maximum = 540)
  double longitude;
};

/// The shortest way between two points.
struct Path {
  double distance;         ///< Metres along the ellipsoid
  double initial_bearing;  ///< Clockwise from north, at the first point
  double final_bearing;    ///< Clockwise from north, at the second point
};

/// The shortest way between two points, and how long it is (the inverse geodesic problem).
/// @param from Where the way begins
/// @param to   Where it ends
MCP_TOOL(.title = "Distance and bearing", .read_only = true)
Path distance(Point from, Point to) {
  Path path{};
  Geodesic::WGS84().Inverse(from.latitude, from.longitude, to.latitude, to.longitude, path.distance,
                            path.initial_bearing, path.final_bearing);
  return path;
}

/// Where somebody arrives who goes straight on (the direct geodesic problem).
/// @param from     Where the way begins
/// @param bearing  Clockwise from north
/// @param distance Metres
MCP_TOOL(.title = "Destination", .read_only = true)
Point destination(Point from, MCP_PARAM(.minimum = -360, .maximum = 360) double bearing, double distance) {
  Point to{};
  Geodesic::WGS84().Direct(from.latitude, from.longitude, bearing, distance, to.latitude, to.longitude);
  return to;
}

/// A point in the grid of its UTM (or UPS) zone.
struct GridPoint {
  MCP_FIELD(.minimum = 0, .maximum = 60)
  int zone;         ///< 1 to 60, or 0 for UPS
  bool north;       ///< Whether it lies in the northern hemisphere
  double easting;   ///< Metres
  double northing;  ///< Metres
};

/// UTM or UPS coordinates of a point.
/// @param point The point
MCP_TOOL(.read_only = true)
GridPoint to_utm(Point point) {
  GridPoint grid{};
  UTMUPS::Forward(point.latitude, point.longitude, grid.zone, grid.north, grid.easting, grid.northing);
  return grid;
}

/// The reference of a point in the Military Grid Reference System, such as 31UDQ4825111932.
/// @param point  The point
/// @param digits Digits of easting and of northing: 5 is a square of one metre, 0 one of 100 km
MCP_TOOL(.read_only = true)
std::string to_mgrs(Point point, MCP_PARAM(.minimum = 0, .maximum = 11) int digits = 5) {
  const GridPoint grid = to_utm(point);
  std::string reference;
  MGRS::Forward(grid.zone, grid.north, grid.easting, grid.northing, point.latitude, digits, reference);
  return reference;
}

/// The middle of the square that an MGRS reference names.
/// @param reference A reference such as 31UDQ4825111932
MCP_TOOL(.read_only = true)
Point from_mgrs(MCP_PARAM(.min_length = 1, .max_length = 40) std::string reference) {
  try {
    GridPoint grid{};
    int digits = 0;
    MGRS::Reverse(reference, grid.zone, grid.north, grid.easting, grid.northing, digits);
    Point point{};
    UTMUPS::Reverse(grid.zone, grid.north, grid.easting, grid.northing, point.latitude, point.longitude);
    return point;
  } catch (const GeographicLib::GeographicErr& error) {
    throw mcp::ToolError(error.what());
  }
}

// A struct of libnova, documented here.

MCP_DESCRIBE(&ln_lnlat_posn::lng, .name = "longitude", .description = "East of Greenwich", .minimum = -180,
             .maximum = 180);
MCP_DESCRIBE(&ln_lnlat_posn::lat, .name = "latitude", .description = "North of the equator", .minimum = -90,
             .maximum = 90);

using Time = std::chrono::sys_seconds;

/// One day of the Sun.
struct SunTimes {
  Time rise;     ///< Its upper edge comes over the horizon
  Time transit;  ///< It stands highest
  Time set;      ///< Its upper edge goes below the horizon
};

Time to_time(double julian_day) {
  constexpr double kEpoch = 2440587.5;  // 1970-01-01T00:00:00Z
  return Time(std::chrono::seconds(std::llround((julian_day - kEpoch) * 86400)));
}

/// When the Sun rises, stands highest and sets, the first time after midnight UTC.
/// @param observer Where
/// @param date     The day
MCP_TOOL(.read_only = true)
SunTimes sun_times(ln_lnlat_posn observer, std::chrono::year_month_day date) {
  const double days = static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count());
  ln_rst_time times{};
  if (ln_get_solar_rst(days + 2440587.5, &observer, &times) != 0) {
    throw mcp::ToolError("The Sun does not rise or does not set there on that day; ask for another day or place.");
  }
  return {to_time(times.rise), to_time(times.transit), to_time(times.set)};
}
