// How the answer to an HTTP request leaves: the seam between the protocol core and a transport's connection.
#pragma once

#include <string_view>

namespace mcp::protocol::http {

/// A response that is known as a whole.
struct Response {
  unsigned status = 200;
  std::string_view content_type = {};  // empty: there is no body
  std::string_view body = {};
  std::string_view fields = {};  // further header lines, each with CRLF at its end
  bool close = false;            // the connection ends with this response
};

inline constexpr std::string_view kJson = "application/json";
inline constexpr std::string_view kEventStream = "text/event-stream";
inline constexpr std::string_view kPlainText = "text/plain; charset=utf-8";

/// The response to the request that a connection is answering. Used on the connection's event loop; never calls back
/// before it returns. Either one respond(), or open_stream(), any number of write() and, unless the client goes first,
/// one close_stream(). What is sent to a client that is gone is dropped.
class ResponseWriter {
 public:
  virtual void respond(const Response& response) = 0;

  /// Starts a response of type text/event-stream. `fields` as in Response.
  virtual void open_stream(std::string_view fields) = 0;
  /// One or more whole events.
  virtual void write(std::string_view events) = 0;
  /// Whether the client has taken what was written, so that more should be. After false, Exchange::sent() is called
  /// when it has.
  [[nodiscard]] virtual bool ready() const { return true; }
  /// Whether more waits for the client than should: what can be left out is, and what can wait waits for
  /// Exchange::sent(). Looks first whether the client takes more now.
  [[nodiscard]] virtual bool congested() { return false; }
  /// The stream is complete. The connection stays open for another request, unless it ends, too.
  virtual void close_stream(bool and_connection = false) = 0;

 protected:
  ~ResponseWriter() = default;
};

}  // namespace mcp::protocol::http
