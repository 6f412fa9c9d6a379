// How an exchange asks its Authorizer.
#pragma once

#include <optional>

#include <mcp/authorizer.hpp>

#include "base/log_sink.hpp"
#include "http/request.hpp"
#include "http/router.hpp"

namespace mcp::protocol::http {

/// Asks who sends the request, and sets its principal, which lives in `verdict`. Returns why the request is refused, if
/// it is. An authorizer that fails is a refusal, and a line in the log.
[[nodiscard]] std::optional<Refusal> authorize(Authorizer& authorizer, Request& request, Authorization& verdict,
                                               LogSink& log);

}  // namespace mcp::protocol::http
