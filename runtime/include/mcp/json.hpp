// The JSON type of the public interface: nlohmann::json. No other header includes that library, so that a source that
// does not include this one may use another version of it, or the same one with other options. Two things must be as in
// the compile of the runtime where this header is included: the version, and macros that change the layout.
#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#define MCP_JSON_IS_NLOHMANN  // <mcp/json_abi.hpp> looks at the macros only where the type is used
#include <mcp/json_abi.hpp>

#include <mcp/export.hpp>
#include <mcp/late_json.hpp>
#include <mcp/log_level.hpp>

#if defined(MCP_RUNTIME_NLOHMANN_JSON_VERSION) && defined(NLOHMANN_JSON_VERSION_MAJOR)
static_assert(NLOHMANN_JSON_VERSION_MAJOR * 10000 + NLOHMANN_JSON_VERSION_MINOR * 100 + NLOHMANN_JSON_VERSION_PATCH ==
                  MCP_RUNTIME_NLOHMANN_JSON_VERSION,
              "mcp::json is nlohmann::json of the version that MCPGenerate's runtime was compiled with; this source "
              "includes another version. Only sources that include neither <mcp/json.hpp> nor <mcp/mcp.hpp> may");
#endif

namespace mcp {

using json = nlohmann::json;

namespace detail {

template <>
struct LateJson<void> {
  using Type = json;
};

template <>
inline constexpr bool is_json<json> = true;

template <>
struct MCP_EXPORT JsonAccess<json> {
  static const json& meta(const Context& context);
  static void log(Context& context, LogLevel level, const json& data, std::string_view logger);
  static void structure(ToolResult& result, const json& value);
};

}  // namespace detail
}  // namespace mcp
