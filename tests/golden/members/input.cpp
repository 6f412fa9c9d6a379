// Member functions: static, const, of a class that must be bound and of one that the server makes itself.
#include <mcp/annotations.hpp>
#include <mcp/context.hpp>

#include <map>
#include <stop_token>
#include <string>

namespace shop {

class Basket {
 public:
  explicit Basket(int limit) : limit_(limit) {}

  /// Put a product into the basket.
  /// @param product What to add
  /// @param count How many of it
  MCP_TOOL(.name = "basket.add", .destructive = false)
  std::map<std::string, int> add(const std::string& product, int count = 1) {
    items_[product] += count < limit_ ? count : limit_;
    return items_;
  }

  /// Count the products.
  MCP_TOOL(.name = "basket.size", .read_only = true)
  std::size_t size() const noexcept { return items_.size(); }

  /// The largest count of one product.
  MCP_TOOL()
  static int most() { return 100; }

 private:
  int limit_;
  std::map<std::string, int> items_;
};

struct Clock {
  /// Wait until told to stop.
  MCP_TOOL()
  void wait(mcp::Context& context, std::stop_token stop) { ticks += context.cancelled() || stop.stop_requested(); }

  int ticks = 0;
};

}  // namespace shop
