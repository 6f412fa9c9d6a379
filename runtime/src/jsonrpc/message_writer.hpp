// Writes the envelopes of JSON-RPC messages. No other source contains them.
#pragma once

#include <cstdint>
#include <string_view>

#include <mcp/codec/writer.hpp>

namespace mcp::protocol {

/// The beginning of every message.
inline constexpr std::string_view kMessageHead = R"({"jsonrpc":"2.0",)";
/// The beginning of a response, up to the id.
inline constexpr std::string_view kResponseHead = R"({"jsonrpc":"2.0","id":)";
static_assert(kResponseHead.starts_with(kMessageHead));

/// Appends a request. `params` is JSON; if it is empty, the member is omitted, here and below.
void write_request(Writer& to, std::int64_t id, std::string_view method, std::string_view params);
/// Appends a notification.
void write_notification(Writer& to, std::string_view method, std::string_view params);
/// Appends the notification that cancels the request with that id.
void write_cancelled(Writer& to, std::int64_t id, std::string_view reason);

}  // namespace mcp::protocol
