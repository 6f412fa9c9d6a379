// Refusals that transports of every kind have in common.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <mcp/codec/value.hpp>
#include <mcp/limits.hpp>
#include <mcp/revision.hpp>

namespace mcp::protocol {

inline constexpr std::string_view kTwoWaysIn =
    "Not initialized: send \"initialize\" first (revisions up to 2025-11-25), or put "
    "\"io.modelcontextprotocol/protocolVersion\": \"2026-07-28\" and "
    "\"io.modelcontextprotocol/clientCapabilities\": {} into params._meta of every request";

inline constexpr std::string_view kUnknownCursor = "Invalid params: unknown cursor; start again without one";

/// The data of an error that tells a client to declare the extension for tasks.
inline constexpr std::string_view kTasksRequired =
    R"({"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}})";

inline constexpr std::string_view kUnsupportedVersion = "Unsupported protocol version";

/// The data of that error: the revisions that are spoken per request.
[[nodiscard]] std::string unsupported_version_data(std::string_view requested);

/// Why a batch is refused as a whole, in a session of that revision; empty if it is not.
[[nodiscard]] std::string batch_problem(Value batch, std::optional<Revision> revision, const Limits& limits);

}  // namespace mcp::protocol
