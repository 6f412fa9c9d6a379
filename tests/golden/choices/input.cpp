// Variants with and without a discriminator, tuples, optionals, pointers, and types that hold themselves.
#include <mcp/annotations.hpp>
#include <mcp/literal.hpp>

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace draw {

struct Circle {
  mcp::Literal<"circle"> kind;
  double radius;
};

struct Square {
  mcp::Literal<"square"> kind;
  MCP_FIELD(.minimum = 0)
  double side;
};

struct Group;
using Shape = std::variant<Circle, Square, Group>;

/// Shapes drawn together.
struct Group {
  mcp::Literal<"group"> kind;
  std::vector<Shape> shapes;
};

/// A list of its own links.
struct Link {
  int value;
  std::unique_ptr<Link> next;
};

struct Scene {
  Shape root;
  std::shared_ptr<const Circle> frame;
  std::optional<std::pair<double, double>> centre;
  std::tuple<int, std::string, bool> version;
  std::variant<std::monostate, int, std::string> label;
  std::variant<int, std::vector<int>> sizes = 3;
};

}  // namespace draw

/// Draw a scene.
/// @param scene What to draw
/// @param scale Of both directions, or of each
MCP_TOOL()
draw::Scene draw_scene(draw::Scene scene, std::variant<double, std::pair<double, double>> scale = 1.0) {
  if (scale.index() == 1) scene.label = "stretched";
  return scene;
}

/// Count the links.
/// @param first The first of them
MCP_TOOL()
std::pair<int, bool> count(const draw::Link& first) {
  int links = 1;
  for (const draw::Link* link = first.next.get(); link != nullptr; link = link->next.get()) ++links;
  return {links, links > 1};
}

/// Find a shape.
/// @param name What it is called
MCP_TOOL()
std::optional<draw::Shape> find(const std::string& name) {
  if (name.empty()) return std::nullopt;
  return draw::Circle{{}, 1};
}
