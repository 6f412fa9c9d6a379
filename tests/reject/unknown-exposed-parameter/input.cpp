#include <mcp/annotations.hpp>

#include "geodesy.hpp"

MCP_EXPOSE(geodesy::distance, .params = {{"lat1", "Latitude of the start"}, {"lng1", "Longitude of the start"}});
