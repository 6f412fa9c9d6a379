// The month of a year wherever a type may stand.
#include <mcp/mcp.hpp>

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

using Month = std::chrono::year_month;

struct Bill {
  Month month;                       ///< Which
  std::optional<Month> paid = {};    ///< When
  std::set<Month> reminders = {};    ///< When we wrote
  std::map<std::string, Month> old;  ///< Of each customer
};

/// The month behind.
/// @param month Which
MCP_TOOL()
static Month next(MCP_PARAM(.header = "Month", .examples = R"(["2026-07"])") Month month) {
  return month + std::chrono::months(1);
}

/// Whatever is in the bill.
/// @param bill Which
MCP_TOOL()
static Bill copy(const Bill& bill) { return bill; }

struct Choice {
  Month month;  ///< Which
};

/// Ask for a month.
MCP_TOOL()
static Month choose(mcp::Context& ctx) {
  const auto choice = ctx.elicit<Choice>("month", "Which month?");
  return choice ? choice->month : Month();
}

/// What happened in a month.
MCP_RESOURCE(.uri = "news:///{month}")
static std::string news(Month month) { return "news of " + std::to_string(unsigned{month.month()}); }

/// A letter about a month.
/// @param month Which
MCP_PROMPT()
static std::string letter(Month month) { return "About " + std::to_string(unsigned{month.month()}); }
