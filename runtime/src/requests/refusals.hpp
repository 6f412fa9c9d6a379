// Error texts and data that all transports share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <mcp/codec/value.hpp>
#include <mcp/limits.hpp>
#include <mcp/revision.hpp>

namespace mcp::protocol {

/// What a client can do to be served: open a session, or declare the newest revision in each request. A clause of a
/// message to people.
[[nodiscard]] const std::string& ways_to_be_served();

inline constexpr std::string_view kUnknownCursor = "Invalid params: unknown cursor; start again without one";

/// The `data` of the error that asks a client to declare the extension for tasks.
inline constexpr std::string_view kTasksRequired =
    R"({"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}})";

inline constexpr std::string_view kUnsupportedVersion = "Unsupported protocol version";

/// The `data` of that error: the supported modern revisions.
[[nodiscard]] std::string unsupported_version_data(std::string_view requested);

/// An error text if a session of that revision refuses a batch as a whole; else empty.
[[nodiscard]] std::string batch_problem(Value batch, std::optional<Revision> revision, const Limits& limits);

}  // namespace mcp::protocol
