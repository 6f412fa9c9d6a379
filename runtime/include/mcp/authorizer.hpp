// Who sends an HTTP request, and whether they may: the interface of authentication. A server without an Authorizer
// serves everybody as one principal without a name. `--principal-header` is the first implementation: a proxy in front
// of the server has authenticated the user and names them in a header. mcp::test::check_authorizer() tests an
// implementation.
//
// What belongs to a principal is nobody else's: sessions, tasks, handles, sealed answers, shares of limits. A handler
// reads the name with Context::principal().
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>

#include <mcp/export.hpp>

namespace mcp {

/// The head of a request, as it came. Everything is bytes of a stranger. Valid during the call of authorize().
struct AuthorizationRequest {
  std::string_view verb;        ///< of the verbs that the server knows: GET, HEAD, POST, DELETE; else empty
  std::string_view path;        ///< of the target, without its query
  std::string_view peer;        ///< the address without its port, or an IPv6 network; "unix" or empty for a Unix socket
  std::string_view mcp_method;  ///< the header Mcp-Method; empty: not sent. The body has the last word
  std::string_view mcp_name;    ///< the header Mcp-Name, likewise
  /// The values of the headers that Authorizer::header_names() lists, in that order, without white space around them. A
  /// header that was not sent is a view without data(); one that was sent twice never gets here (400).
  std::span<const std::string_view> headers;
};

/// The verdict on a request. Used again from request to request, so that a verdict in steady state allocates nothing.
class MCP_EXPORT Authorization {
 public:
  /// The request is from that principal: any bytes, not empty.
  void grant(std::string_view principal);
  /// The request is refused. `status`: 401 (who are you?), 403 (not you), 429 or 503 (later). `text` says why, to
  /// people. `challenge` is the value of WWW-Authenticate, which every 401 needs (RFC 9110, 11.6.1); printable ASCII.
  /// Zero: no Retry-After.
  void refuse(unsigned status, std::string_view text, std::string_view challenge = {},
              std::chrono::seconds retry_after = {});

  [[nodiscard]] bool is_granted() const noexcept { return status_ == 0; }
  [[nodiscard]] const std::string& principal() const noexcept { return principal_; }
  [[nodiscard]] unsigned status() const noexcept { return status_; }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] const std::string& challenge() const noexcept { return challenge_; }
  [[nodiscard]] std::chrono::seconds retry_after() const noexcept { return retry_after_; }

  /// What a new object holds, too: a refusal with status 503, so that an authorizer that says nothing lets nobody in.
  void reset();

 private:
  std::string principal_;
  unsigned status_ = 503;
  std::string text_;
  std::string challenge_;
  std::chrono::seconds retry_after_{};
};

/// An interface for authentication.
///
/// Threads: the event loops call it, several at a time, once or twice for a request: as soon as its head is there, and,
/// if the body came later, once more with the body. It must not block, since all clients of the loop would wait: an
/// implementation that has to ask somebody else keeps what it knows in memory, asks on a thread of its own, and refuses
/// with 503 and Retry-After meanwhile. Errors: for one that throws, the request is refused with 503. Health checks
/// (`/healthz`) and the questions of browsers before a request (OPTIONS) are not authenticated.
class MCP_EXPORT Authorizer {
 public:
  virtual ~Authorizer() = default;

  /// The names of the headers that authorize() reads, in any case, for example "Authorization". They never change.
  [[nodiscard]] virtual std::span<const std::string> header_names() const noexcept = 0;

  /// Sets `to`, which is as Authorization::reset() leaves it.
  virtual void authorize(const AuthorizationRequest& request, Authorization& to) = 0;

 protected:
  Authorizer() = default;
  Authorizer(const Authorizer&) = default;
  Authorizer& operator=(const Authorizer&) = default;
};

}  // namespace mcp
