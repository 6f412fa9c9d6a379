// Resources: fixed ones, templates, what they may return, lists that change.
#include <mcp/mcp.hpp>
#include <mcp/resource.hpp>

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// How the shop is doing.
struct Status {
  int orders;        ///< Open ones
  std::string mood;  ///< In a word
};

enum class Shelf { top, middle, bottom };

/// What the shop is.
/// For everybody.
MCP_RESOURCE(.uri = "shop://about", .name = "about", .title = "About", .mime_type = "text/markdown", .size = 12,
             .audience = {mcp::Role::User, mcp::Role::Assistant}, .priority = 0.5,
             .last_modified = "2026-07-28T12:00:00Z", .icons = {{.src = "https://example.com/shop.png"}},
             .meta = R"({"com.example/team": "shop"})", .scopes = "shop:read", .timeout_ms = 1000,
             .cache_ttl_ms = 60'000, .cache_scope = mcp::CacheScope::Public)
std::string_view about() { return "# The shop\n\n"; }

/// As JSON.
MCP_RESOURCE(.uri = "shop://status")
Status status(mcp::Context& ctx) { return {ctx.cancelled() ? 0 : 3, "busy"}; }

MCP_RESOURCE(.uri = "shop://logo", .mime_type = "image/png")
mcp::Bytes logo() { return {}; }

/// One item of the shelves.
MCP_RESOURCE(.uri = "shop://{shelf}/items/{number}{?since,sold}")
mcp::ResourceContents item(Shelf shelf, MCP_PARAM(.minimum = 1) int number,
                           std::optional<std::chrono::year_month_day> since, bool sold = false) {
  return {.text = std::to_string(number + static_cast<int>(shelf) + (since && sold ? 1 : 0))};
}

struct Files {
  /// Any file.
  MCP_RESOURCE(.uri = "file:///{+path}", .name = "file")
  mcp::Result<std::vector<mcp::ResourceContents>> read(const std::filesystem::path& path, std::stop_token) const {
    return std::vector<mcp::ResourceContents>{{.text = path.string()}};
  }
};

MCP_RESOURCE(.uri = "shop://later")
mcp::Task<std::string> later(mcp::Context& ctx) {
  using namespace std::chrono_literals;
  co_await ctx.sleep_for(1ms);
  co_return "done";
}

MCP_RESOURCE_LIST()
std::vector<mcp::Resource> open_orders() { return {{.uri = "shop://orders/1", .name = "Order 1"}}; }
