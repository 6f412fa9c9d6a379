// Functions and a struct of a header that nobody may edit.
#include <mcp/annotations.hpp>

#include "geodesy.hpp"

MCP_DESCRIBE(&geodesy::Position::latitude, .description = "Degrees north", .minimum = -90, .maximum = 90);
MCP_DESCRIBE(&geodesy::Position::longitude, .description = "Degrees east", .minimum = -180, .maximum = 180);
MCP_DESCRIBE(&geodesy::Position::name, .name = "label", .max_length = 80);
MCP_DESCRIBE(geodesy::rotate_90, .name = "90", .title = "A quarter");

MCP_EXPOSE(static_cast<double (*)(double, double, double, double)>(geodesy::distance), .name = "arc", .read_only = true,
           .params = {{"lat1", .minimum = -90, .maximum = 90}, {"lon2", "East of Greenwich"}});

/// How far apart two places are.
/// @param from The start
/// @param to   The end
MCP_EXPOSE(static_cast<double (*)(const geodesy::Position&, const geodesy::Position&)>(geodesy::distance),
           .title = "Distance");

MCP_EXPOSE(geodesy::turn, .params = {{"start", "Where it points now", .name = "from"}, {"quarters", "How often"}});

/// Keep a number between two others.
/// @param value The number
/// @param low   The least
/// @param high  The most
MCP_EXPOSE((geodesy::clamp<double>));

MCP_EXPOSE(geodesy::Compass::name, .name = "direction", .params = {{"degrees", "Clockwise from north"}});

MCP_EXPOSE(&geodesy::NauticalRose::winds, .read_only = true);
MCP_EXPOSE(static_cast<int (geodesy::Rose::*)(int, geodesy::Rotation)>(&geodesy::Rose::show), .name = "show_winds");
