// What a connection keeps of a request for time-outs and for the access log.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include <mcp/codec/writer.hpp>

#include "http/exchange.hpp"
#include "http/request.hpp"

namespace mcp::transport::http {

struct RequestRecord {
  std::chrono::steady_clock::time_point began{};  // when its first bytes came
  protocol::http::Verb verb{};
  std::string path;          // without a query, which may hold a session id; empty: not known, or no log is kept
  unsigned status = 0;       // of the response
  std::size_t bytes_in = 0;  // of the request
  std::size_t bytes_out = 0;
};

/// Writes the line of the access log, a JSON object. `peer`: the address of the client; `time`: that of day, as RFC
/// 3339 has it; `broken_off`: the client was gone before the response was complete.
void write_access_log_line(Writer& line, const RequestRecord& record, std::string_view peer, std::string_view time,
                           const protocol::http::AccessLogEntry& entry, bool broken_off);

}  // namespace mcp::transport::http
