// Base classes, constructors, members of class templates, C arrays: what no aggregate of plain members is.
#include <mcp/annotations.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shop {

/// Whatever has a number.
struct Entity {
  /// Unique in the shop
  MCP_FIELD(.minimum = 0)
  int id = 0;
};

struct Timed {
  std::string created;  ///< When it was made
};

/// What a customer wants.
struct Order : Entity, Timed {
  Order() = default;
  explicit Order(double sum) : total(sum) {}

  double total = 0;
  [[nodiscard]] double with_tax() const { return total * 1.2; }

  static constexpr int kMost = 100;
};

/// An order of one kind of thing.
template <class T>
struct Bulk : Order {
  T item{};
  int count = sizeof(T) > 1 ? 10 : 1;
};

class Receipt : public Bulk<char> {
 public:
  Receipt() { note = "thanks"; }

  std::string note = "unset";
  std::optional<Order> replaces;
};

struct Node : Entity {
  std::vector<Node> children;
};

}  // namespace shop

/// Order things in bulk.
/// @param order What to order
MCP_TOOL()
shop::Receipt order(shop::Bulk<std::string> order) {
  shop::Receipt receipt;
  receipt.id = order.id;
  receipt.total = order.with_tax();
  return receipt;
}

/// Walk a tree.
/// @param root Where it begins
MCP_TOOL()
shop::Node walk(shop::Node root) { return root; }
