// What an access log says of the messages in HTTP requests.
#pragma once

#include <string>
#include <string_view>

#include "http/request.hpp"
#include "jsonrpc/errors.hpp"
#include "jsonrpc/message.hpp"

namespace mcp::protocol::http {

/// What an access log says of a request beside what the transport knows.
struct AccessLogEntry {
  std::string method;    // of JSON-RPC
  std::string name;      // of the tool
  std::string error;     // "tool", or the code of a JSON-RPC error; empty: it succeeded, or there was no answer
  std::string trace_id;  // of the trace context; empty: none

  /// Sets what the message says; views of it need not live on.
  void set_message(const Request& request, const Message& message);
  /// Sets `error` by the answer: a result if `code` is ErrorCode{}. `is_modern`: of a modern request.
  void set_outcome(ErrorCode code, std::string_view answer, bool is_modern);
};

}  // namespace mcp::protocol::http
