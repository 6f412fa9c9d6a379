// Variants: plain, overlapping, with a discriminator, recursive.
#include <mcp/mcp.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace variants {

enum class Unit { metre, foot };

struct Circle {
  mcp::Literal<"circle"> kind;
  MCP_FIELD(.exclusive_minimum = 0)
  double radius;
};
struct Square {
  mcp::Literal<"square"> kind;
  double side = 1;
  std::optional<Unit> unit;
};
struct Drawing {
  mcp::Literal<"group"> kind;
  std::vector<std::variant<Circle, Square, Drawing>> shapes = {};
};
using Shape = std::variant<Circle, Square, Drawing>;

/// Structs that look alike.
struct ByName {
  std::string name;
  std::optional<int> age;
};
struct ById {
  int id;
  std::optional<std::string> name;
};
struct Anyone {
  std::optional<std::string> name;
};

struct Sum;
struct Negation;
struct Constant {
  mcp::Literal<"constant"> type;
  double value;
};
using Expression = std::variant<Constant, std::unique_ptr<Sum>, std::unique_ptr<Negation>>;
struct Sum {
  mcp::Literal<"sum"> type;
  std::vector<Expression> terms;
};
struct Negation {
  mcp::Literal<"negation"> type;
  Expression of;
};

struct Node;
using Document =
    std::variant<std::monostate, bool, double, std::string, std::vector<Node>, std::map<std::string, Node>>;
struct Node {
  Document content;
};

struct Versioned {
  mcp::Literal<"1.0"> version;
  std::optional<mcp::Literal<"beta">> channel;
  std::variant<std::vector<int>, std::vector<std::string>> entries;
};

struct Setting {
  std::variant<std::monostate, int, std::string> value;
  std::optional<std::variant<bool, std::int8_t>> fallback;
};

}  // namespace variants

/// A number or a text.
MCP_TOOL()
std::variant<double, std::string> variant_plain(std::variant<double, std::string> value) { return value; }

/// Whole or not.
MCP_TOOL()
std::variant<int, double> variant_overlapping(std::variant<int, double> value) { return value; }

/// Small or large, signed or not.
MCP_TOOL()
std::variant<std::int8_t, std::uint16_t, std::int64_t> variant_integers(
    std::variant<std::int8_t, std::uint16_t, std::int64_t> value) {
  return value;
}

/// Nothing, too.
MCP_TOOL()
std::variant<std::monostate, bool, std::string> variant_nothing(std::variant<std::monostate, bool, std::string> value) {
  return value;
}

/// Told apart by their kind.
MCP_TOOL()
variants::Shape variant_tagged(variants::Shape value) { return value; }

/// Structs without a discriminator.
MCP_TOOL()
std::variant<variants::ByName, variants::ById, variants::Anyone> variant_structs(
    std::variant<variants::ByName, variants::ById, variants::Anyone> value) {
  return value;
}

/// Variants within variants.
MCP_TOOL()
std::variant<std::variant<bool, variants::Unit>, std::vector<std::variant<int, std::string>>> variant_nested(
    std::variant<std::variant<bool, variants::Unit>, std::vector<std::variant<int, std::string>>> value) {
  return value;
}

/// An expression tree.
MCP_TOOL()
variants::Expression variant_expression(variants::Expression value) { return value; }

/// A tree of anything.
MCP_TOOL()
variants::Node variant_document(variants::Node value) { return value; }

/// Literals outside of variants.
MCP_TOOL()
variants::Versioned variant_versioned(variants::Versioned value) { return value; }

/// As members.
MCP_TOOL()
variants::Setting variant_setting(variants::Setting value) { return value; }

/// Enumerators or any text.
MCP_TOOL()
std::vector<std::variant<variants::Unit, char, std::string>> variant_texts(
    std::vector<std::variant<variants::Unit, char, std::string>> value) {
  return value;
}
