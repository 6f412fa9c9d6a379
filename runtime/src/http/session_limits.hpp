// How many sessions there may be over HTTP, what each may keep, and how long they are waited for.
#pragma once

#include <chrono>

#include <mcp/serve_options.hpp>

namespace mcp::protocol::http {

/// How long a request waits for a store of sessions: longer than any store may block.
inline constexpr std::chrono::seconds kLongestLookup{15};

}  // namespace mcp::protocol::http
