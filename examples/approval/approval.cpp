// Approval: a tool that spends money asks before it does, whoever the client is. Forms, the client's model, its roots,
// tasks that outlive a connection, and baskets that live from call to call.
#include <mcp/mcp.hpp>

#include <chrono>
#include <map>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

MCP_SERVER(.title = "Approval", .instructions = "Fill a basket, then order it. Orders above 100 need the user's word.");

namespace {

using namespace std::chrono_literals;

struct Basket {
  std::mutex mutex;
  std::map<std::string, int> items;
};

mcp::Handles<Basket>& baskets() {
  static mcp::Handles<Basket> all{{.lifetime = 15min, .max = 1000, .noun = "basket", .made_by = "create_basket"}};
  return all;
}

constexpr int kMostPieces = 1000;

int price_of(const std::string& item) {
  static const std::map<std::string, int> kPrices = {{"pen", 2}, {"chair", 80}, {"desk", 250}};
  const auto found = kPrices.find(item);
  if (found == kPrices.end()) throw mcp::ToolError("There is no \"" + item + "\"; there are pen, chair and desk.");
  return found->second;
}

int total_of(Basket& basket) {
  const std::scoped_lock lock(basket.mutex);
  return std::accumulate(basket.items.begin(), basket.items.end(), 0,
                         [](int sum, const auto& item) { return sum + price_of(item.first) * item.second; });
}

enum class Delivery {
  standard MCP_VALUE(.title = "Within a week"),
  express MCP_VALUE(.title = "Tomorrow"),
};

struct Approval {
  bool approve = false;                    ///< Spend the money
  Delivery delivery = Delivery::standard;  ///< How fast
  MCP_FIELD(.max_length = 200)
  std::optional<std::string> remark;  ///< For the shop
};

struct Receipt {
  std::string order;  ///< The number of the order
  int total;          ///< What it cost
  Delivery delivery;  ///< How fast it comes
};

struct Consent {
  bool consent;
};

}  // namespace

/// Make an empty basket. It is there for 15 minutes after its last use.
MCP_TOOL()
static std::string create_basket(mcp::Context& ctx) { return baskets().emplace(ctx); }

/// Put something into a basket.
/// @param basket What create_basket returned
/// @param item   pen, chair or desk
/// @param count  How many
MCP_TOOL()
static int add_item(const std::string& basket, const std::string& item, mcp::Context& ctx,
                    MCP_PARAM(.minimum = 1, .maximum = 100) int count = 1) {
  price_of(item);
  const auto found = baskets().find(basket, ctx);
  {
    const std::scoped_lock lock(found->mutex);
    int& pieces = found->items[item];
    if (pieces + count > kMostPieces) {
      throw mcp::ToolError("A basket holds " + std::to_string(kMostPieces) + " of a kind at most.");
    }
    pieces += count;
  }
  return total_of(*found);
}

/// Order what is in a basket. Above 100 the user is asked first.
/// @param basket What create_basket returned
MCP_TOOL(.destructive = true, .single_use = true)
static Receipt order(const std::string& basket, mcp::Context& ctx) {
  const int total = total_of(*baskets().find(basket, ctx));
  if (total == 0) throw mcp::ToolError("The basket is empty; put something into it with add_item.");
  // Whatever happens before the last question happens again when its answer is there: the number must stay the same.
  const std::string number = ctx.once("number", [] { return "A-" + std::to_string(std::rand()); });
  Delivery delivery = Delivery::standard;
  if (total > 100) {
    const auto approval = ctx.elicit<Approval>("approval", "Order " + number + " for " + std::to_string(total) + "?");
    if (!approval || !approval->approve) throw mcp::ToolError("The user did not approve the order.");
    delivery = approval->delivery;
  }
  // Only here the money is spent.
  if (!baskets().erase(basket, ctx)) throw mcp::ToolError("The basket was ordered already.");
  return {number, total, delivery};
}

/// Have the client's model write a letter that reminds of an order.
/// @param order The number of the order
MCP_TOOL(.read_only = true)
static std::string write_reminder(const std::string& order, mcp::Context& ctx) {
  const mcp::SampleRequest request{.messages = {mcp::user("Write a friendly reminder about the order " + order + ".")},
                                   .max_tokens = 200,
                                   .system_prompt = "You write for a furniture shop."};
  return ctx.sample("reminder", request).text();
}

/// Say in which of the client's directories receipts could be kept.
MCP_TOOL(.read_only = true)
static std::vector<std::string> receipt_places(mcp::Context& ctx) {
  std::vector<std::string> places;
  for (const mcp::Root& root : ctx.roots("roots")) places.push_back(root.uri + "/receipts");
  return places;
}

/// Check an order against last year's, which takes a while. Asks for consent first, then goes on by itself.
/// @param order The number of the order
MCP_TOOL(.task = mcp::TaskSupport::Optional)
static mcp::Task<std::string> audit(const std::string& order, mcp::Context& ctx) {
  const auto answer = ctx.elicit<Consent>("consent", "May " + order + " be compared with your other orders?");
  if (!answer || !answer->consent) throw mcp::ToolError("The user did not consent.");
  ctx.start_task();
  for (int year = 1; year <= 3; ++year) {
    ctx.progress(year, 3, "Year " + std::to_string(year) + " of 3");
    co_await ctx.sleep_for(100ms);
  }
  co_return order + " is in order.";
}
