// What of a request to the client's model JSON cannot carry.
#pragma once

#include <string>

#include <mcp/revision.hpp>
#include <mcp/sampling.hpp>

namespace mcp::detail {

/// Like "$.messages[0].content.text is not valid UTF-8"; empty: nothing.
[[nodiscard]] std::string unwritable_in(const SampleRequest& request, Revision revision);

}  // namespace mcp::detail
