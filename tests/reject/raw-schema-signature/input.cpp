#include <mcp/json.hpp>
#include <mcp/annotations.hpp>
#include <string>

MCP_TOOL(.input_schema = R"({"type": "object"})")
std::string query(const std::string& sql, const mcp::json& values);

MCP_TOOL(.output_schema = R"({"type": "object"})")
std::string explain(std::string sql);
