// How JSON-RPC messages of ours begin and end, in the one place that says so.
#pragma once

#include <cstdint>
#include <string_view>

#include <mcp/codec/writer.hpp>

namespace mcp::protocol {

/// What every message begins with.
inline constexpr std::string_view kMessageHead = R"({"jsonrpc":"2.0",)";
/// What a response begins with; its id follows.
inline constexpr std::string_view kResponseHead = R"({"jsonrpc":"2.0","id":)";

/// Appends a request. `params` is JSON; empty leaves it out, here and below.
void write_request(Writer& to, std::int64_t id, std::string_view method, std::string_view params);
/// Appends a notification.
void write_notification(Writer& to, std::string_view method, std::string_view params);
/// Appends the notification that the request with that id is not wanted any more.
void write_cancelled(Writer& to, std::int64_t id, std::string_view reason);

}  // namespace mcp::protocol
