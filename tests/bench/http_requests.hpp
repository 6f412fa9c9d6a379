// What a load generator asks an MCP server, and what it accepts as an answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "http_client.hpp"

namespace bench {

/// A kind of request.
enum class Kind : std::uint8_t {
  Modern,  ///< tools/call of `add` in revision 2026-07-28
  Legacy,  ///< the same in a session of revision 2025-11-25
  Sse,     ///< as Modern, by a client that accepts an event stream only
  List,    ///< tools/list in revision 2026-07-28
  Fixed,   ///< as Modern, to a server whose answer is always the same
  Get,     ///< GET of the path, from a server whose answer is always the same
};

[[nodiscard]] std::optional<Kind> kind_named(std::string_view name);

/// A request that is sent again and again, with other numbers each time. They have as many digits each time, so that
/// requests and answers keep their sizes.
class Request {
 public:
  /// `session` is that of a legacy request.
  Request(Kind kind, const Endpoint& endpoint, std::string_view session = {});

  /// The request with the numbers of its `n`th use; the view lives until the next call.
  [[nodiscard]] std::string_view numbered(std::uint64_t n);

 private:
  std::string text_;
  std::size_t id_ = 0;  // where the numbers stand; 0 where there is none
  std::size_t a_ = 0;
  std::size_t b_ = 0;
};

/// Judges the answers to requests of one kind.
class AnswerCheck {
 public:
  /// `expected_bytes` is the size of the body where it is always the same; 0 takes that of the first answer.
  AnswerCheck(Kind kind, std::size_t expected_bytes) : kind_(kind), expected_bytes_(expected_bytes) {}

  /// What is wrong with the answer to the `n`th use of a request; null if nothing is.
  const char* problem(const Answer& answer, std::uint64_t n);

  /// The size of the body of the last answer.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  const char* check_size();

  Kind kind_;
  std::size_t expected_bytes_;
  std::size_t bytes_ = 0;
};

/// Opens a session of revision 2025-11-25 over `client`; its id, which is empty if the server keeps none.
[[nodiscard]] std::string open_session(BlockingClient& client, const Endpoint& endpoint);
/// Ends the sessions; a server may refuse that.
void close_sessions(const Endpoint& endpoint, std::span<const std::string> sessions);
/// Makes `client` hold the session's stream, which stays open.
void open_session_stream(BlockingClient& client, const Endpoint& endpoint, std::string_view session);

}  // namespace bench
