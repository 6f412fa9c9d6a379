// The JSON value that users see: nlohmann's.
#pragma once

#include <nlohmann/json.hpp>

namespace mcp {
using json = nlohmann::json;
}
