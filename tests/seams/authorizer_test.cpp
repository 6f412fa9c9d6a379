#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include <mcp/authorizer.hpp>
#include <mcp/test/checks.hpp>

#include "http/proxy_authorizer.hpp"

namespace authorizer_seam_test {

using mcp::Authorization;
using mcp::AuthorizationRequest;
using mcp::protocol::http::ProxyAuthorizer;
using mcp::test::AuthorizerExample;
using mcp::test::check_authorizer;
using mcp::test::CheckReport;

const std::vector<AuthorizerExample> kExamples{
    {.headers = {"ada"}, .principal = "ada"},
    {.verb = "GET", .headers = {"Gr\xc3\xbc\xc3\x9f \xff"}, .principal = "Gr\xc3\xbc\xc3\x9f \xff"},
    {.headers = {""}},
    {.headers = {std::nullopt}},
};

TEST(AuthorizerSeam, a_header_of_a_proxy_keeps_the_contract) {
  ProxyAuthorizer authorizer("X-User");
  const CheckReport report = check_authorizer(authorizer, kExamples);
  EXPECT_TRUE(report.passed()) << report.text();
}

TEST(AuthorizerSeam, needs_examples_of_both_kinds) {
  ProxyAuthorizer authorizer("X-User");
  EXPECT_FALSE(check_authorizer(authorizer, {kExamples[0]}).passed());
  EXPECT_FALSE(check_authorizer(authorizer, {kExamples[2]}).passed());
}

enum class Defect : unsigned char {
  LetsStrangersIn,
  TakesTheWrongName,
  HasNoChallenge,
  BreaksTheChallenge,
  Throws,
  RemembersTheLast,
  NamesTwice,
};

/// The header of a proxy, with a defect.
class Defective final : public mcp::Authorizer {
 public:
  explicit Defective(Defect defect) : defect_(defect) {
    if (defect == Defect::NamesTwice) names_.push_back("x-user");
  }

  [[nodiscard]] std::span<const std::string> header_names() const noexcept override { return names_; }
  void authorize(const AuthorizationRequest& request, Authorization& to) override {
    std::string principal(request.headers[0]);
    if (defect_ == Defect::Throws && principal.size() > 1000) throw std::length_error("too long");
    if (defect_ == Defect::LetsStrangersIn && principal.empty()) principal = "guest";
    if (defect_ == Defect::TakesTheWrongName && !principal.empty()) principal.pop_back();
    if (defect_ == Defect::RemembersTheLast && principal.empty() && asked_++ % 2 == 1) principal = "ada";
    if (!principal.empty()) return to.grant(principal);
    to.refuse(401, "who are you?",
              defect_ == Defect::HasNoChallenge       ? ""
              : defect_ == Defect::BreaksTheChallenge ? "Bearer\r\nX: y"
                                                      : "Bearer");
  }

 private:
  const Defect defect_;
  std::vector<std::string> names_{"X-User"};
  std::atomic<int> asked_{0};
};

class AuthorizerSeamDefect : public testing::TestWithParam<Defect> {};

TEST_P(AuthorizerSeamDefect, is_found) {
  Defective authorizer(GetParam());
  EXPECT_FALSE(check_authorizer(authorizer, kExamples).passed());
}

INSTANTIATE_TEST_SUITE_P(Defects, AuthorizerSeamDefect,
                         testing::Values(Defect::LetsStrangersIn, Defect::TakesTheWrongName, Defect::HasNoChallenge,
                                         Defect::BreaksTheChallenge, Defect::Throws, Defect::RemembersTheLast,
                                         Defect::NamesTwice));

}  // namespace authorizer_seam_test
