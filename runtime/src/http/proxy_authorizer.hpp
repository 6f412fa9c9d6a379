// Users that a proxy in front of the server has authenticated.
#pragma once

#include <string>
#include <string_view>

#include <mcp/authorizer.hpp>

namespace mcp::protocol::http {

/// Takes the principal from a header that the proxy sets. Whoever reaches the server past the proxy can name anybody.
class ProxyAuthorizer final : public Authorizer {
 public:
  /// `challenge`: the value of WWW-Authenticate for requests without the header.
  explicit ProxyAuthorizer(std::string header, std::string challenge = "Bearer")
      : header_(std::move(header)), challenge_(std::move(challenge)) {}

  [[nodiscard]] std::span<const std::string> header_names() const noexcept override { return {&header_, 1}; }
  void authorize(const AuthorizationRequest& request, Authorization& to) override {
    const std::string_view principal = request.headers[0];
    if (principal.empty()) return to.refuse(401, "Unauthorized: nobody is authenticated", challenge_);
    to.grant(principal);
  }

 private:
  const std::string header_;
  const std::string challenge_;
};

}  // namespace mcp::protocol::http
