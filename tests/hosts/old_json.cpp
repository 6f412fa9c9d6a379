// A source with nlohmann/json 3.9.1, of the time before its namespace had a version, beside the headers for serving.
#include <mcp/serve.hpp>
#include <nlohmann/json.hpp>

#include "versions.hpp"

static_assert(NLOHMANN_JSON_VERSION_MAJOR == 3 && NLOHMANN_JSON_VERSION_MINOR == 9);

std::size_t size_of_old_json() { return sizeof(nlohmann::json); }

std::string through_old_json(const std::string& text) { return nlohmann::json::parse(text).dump(); }

unsigned short port_seen_by_old_json(const mcp::Serving& serving) { return serving.port(); }
