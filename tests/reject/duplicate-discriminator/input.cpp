#include <mcp/annotations.hpp>
#include <mcp/literal.hpp>
#include <variant>

struct Circle {
  mcp::Literal<"round"> kind;
  double radius;
};

struct Ellipse {
  mcp::Literal<"round"> kind;
  double width;
  double height;
};

MCP_TOOL()
double area(std::variant<Circle, Ellipse> shape);
