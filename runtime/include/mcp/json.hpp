// The JSON type of the public interface: nlohmann::json.
#pragma once

#include <nlohmann/json.hpp>

#include <mcp/json_abi.hpp>

namespace mcp {
using json = nlohmann::json;
}
