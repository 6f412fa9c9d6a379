#include <mcp/annotations.hpp>

namespace geometry {

constexpr double kEarthRadius = 6371.0;

double area(double radius);
double area(double width, double height);

struct Circle {
  double radius;
};

}  // namespace geometry

MCP_EXPOSE(geometry::kEarthRadius, .title = "Radius of the earth");
MCP_EXPOSE(geometry::area, .title = "Area");
MCP_EXPOSE(&geometry::Circle::radius, .title = "Radius of a circle");
