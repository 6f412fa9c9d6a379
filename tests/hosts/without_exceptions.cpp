// Compiled with -fno-exceptions and -fno-rtti: serves, implements a part of the server, has a tool, and uses
// nlohmann/json.
#include <mcp/mcp.hpp>

#include "without_exceptions.hpp"

#include <mcp/authorizer.hpp>

#ifdef __cpp_exceptions
#error "this source is about a program without exceptions"
#endif

namespace {

class EverybodyIsAda final : public mcp::Authorizer {
 public:
  [[nodiscard]] std::span<const std::string> header_names() const noexcept override { return {}; }
  void authorize(const mcp::AuthorizationRequest&, mcp::Authorization& to) override { to.grant("Ada"); }
};

}  // namespace

/// Divide.
MCP_TOOL(.read_only = true)
static mcp::Result<int> divide(int dividend, int divisor, const mcp::Context& ctx) {
  if (divisor == 0) return mcp::Failure{std::string(ctx.principal()) + " divides by zero"};
  return dividend / divisor;
}

mcp::Serving serve_without_exceptions(mcp::Server& server) {
  mcp::ServeOptions options;
  options.authorizer = std::make_shared<EverybodyIsAda>();
  return mcp::serve_http(server, std::move(options));
}

std::optional<std::size_t> length_without_exceptions(const std::string& text) {
  const mcp::json value = mcp::json::parse(text, nullptr, false);
  if (value.is_discarded()) return std::nullopt;
  return value.size();
}
