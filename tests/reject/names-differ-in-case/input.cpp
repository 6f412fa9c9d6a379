#include <mcp/annotations.hpp>

/// Where a thing lies.
struct Place {
  double x;
  double X;
};

/// Move a thing.
/// @param to  Where to
/// @param by  The angle
/// @param By  The distance
MCP_TOOL()
void move(Place to, double by, double By);
