// The JSON value that users see: nlohmann's.
#pragma once

#include <nlohmann/json.hpp>

#include <mcp/json_abi.hpp>

namespace mcp {
using json = nlohmann::json;
}
