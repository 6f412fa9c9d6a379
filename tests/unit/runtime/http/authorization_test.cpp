// Exchanges ask an Authorizer who sends a request.
#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/authorizer.hpp>

#include "http/world.hpp"

namespace mcp::protocol::http {
namespace authorization_test {

using testing::HasSubstr;
using testing::StartsWith;

/// Does what a test says, and remembers what it was asked.
class ScriptedAuthorizer final : public Authorizer {
 public:
  std::span<const std::string> header_names() const noexcept override { return names_; }
  void authorize(const AuthorizationRequest& request, Authorization& to) override {
    EXPECT_FALSE(to.is_granted()) << "what says nothing lets nobody in";
    EXPECT_EQ(to.principal() + to.text() + to.challenge(), "");
    asked.push_back(std::string(request.verb) + ' ' + std::string(request.path) + ' ' +
                    std::string(request.mcp_method) + ' ' + std::string(request.mcp_name) + ' ' +
                    std::string(request.peer) + ' ' + std::string(request.headers[0]));
    verdict(to);
  }

  std::function<void(Authorization&)> verdict = [](Authorization& to) { to.grant("ada"); };
  std::vector<std::string> asked;

 private:
  const std::vector<std::string> names_{"Authorization"};
};

struct Authorized {
  std::string ask(const Sent& sent = modern("tools/list")) { return world.ask(sent); }

  std::shared_ptr<ScriptedAuthorizer> authorizer = std::make_shared<ScriptedAuthorizer>();
  World world{{}, {}, {.authorizer = authorizer}};
};

TEST(Authorization, is_asked_for_with_the_head_of_the_request) {
  Authorized with;
  Sent sent = modern_call("count");
  sent.principal = "Bearer x";
  sent.peer = "192.0.2.1";
  (void)with.ask(sent);
  with.world.run_calls();
  EXPECT_THAT(with.authorizer->asked, testing::ElementsAre("POST /mcp tools/call count 192.0.2.1 Bearer x"));
}

TEST(Authorization, is_not_asked_for_by_probes_and_browsers_that_ask_first) {
  Authorized with;
  with.authorizer->verdict = [](Authorization& to) { to.refuse(403, "no"); };
  EXPECT_THAT(with.ask({.verb = Verb::Get, .path = "/healthz"}), StartsWith("200 "));
  EXPECT_THAT(with.ask({.verb = Verb::Options, .origin = "http://localhost:3000"}), StartsWith("204 "));
  EXPECT_THAT(with.authorizer->asked, testing::IsEmpty());
  EXPECT_THAT(with.ask({.verb = Verb::Get, .path = "/nowhere"}), StartsWith("403 "))
      << "what there is, is no stranger's";
}

TEST(Authorization, refuses_with_what_the_authorizer_says) {
  Authorized with;
  with.authorizer->verdict = [](Authorization& to) { to.refuse(401, "Say who you are", "Bearer realm=\"x\""); };
  EXPECT_THAT(with.ask({.verb = Verb::Get}),
              StartsWith("401 text/plain; charset=utf-8\nWWW-Authenticate: Bearer realm=\"x\"\r\n\nSay who you are\n"));
  with.authorizer->verdict = [](Authorization& to) { to.refuse(503, "Later", {}, std::chrono::seconds(3)); };
  EXPECT_THAT(with.ask({.verb = Verb::Get}), StartsWith("503 text/plain; charset=utf-8\nRetry-After: 3\r\n\nLater\n"));
  EXPECT_THAT(with.ask(), StartsWith("503 application/json\nRetry-After: 3\r\n\n{\"jsonrpc\":\"2.0\",\"error\":"))
      << "a message is answered by one";
}

TEST(Authorization, lets_nobody_in_when_the_authorizer_fails) {
  const std::function<void(Authorization&)> failures[] = {
      [](Authorization&) { throw std::runtime_error("the directory is gone"); },
      [](Authorization&) { throw 1; },
      [](Authorization&) {},
      [](Authorization& to) { to.grant(""); },
      [](Authorization& to) { to.refuse(401, "who?"); },
      [](Authorization& to) { to.refuse(200, "fine"); },
      [](Authorization& to) { to.refuse(401, "who?", "Bearer\r\nSet-Cookie: a=b"); },
  };
  for (const auto& failure : failures) {
    Authorized with;
    with.authorizer->verdict = failure;
    EXPECT_THAT(with.ask({.verb = Verb::Get}),
                StartsWith("503 text/plain; charset=utf-8\n\nThe server cannot tell now who sends the request\n"));
  }
  Authorized with;
  with.authorizer->verdict = failures[0];
  (void)with.ask();
  EXPECT_THAT(with.world.log.text(), HasSubstr("the authorizer failed: the directory is gone"));
}

TEST(Authorization, is_of_one_request_alone) {
  Authorized with;
  const auto client = with.world.client();
  EXPECT_THAT(with.world.take(*client, modern("tools/list")), StartsWith("200 "));
  with.authorizer->verdict = [](Authorization&) {};
  EXPECT_THAT(with.world.take(*client, modern("tools/list")), StartsWith("503 "));
}

TEST(Authorization, refuses_before_the_body_is_read) {
  Authorized with;
  with.authorizer->verdict = [](Authorization& to) { to.refuse(403, "no"); };
  const auto client = with.world.client();
  for (const Verb verb : {Verb::Post, Verb::Delete}) {
    Sent sent{.verb = verb};
    with.world.with(sent, [&](const Request& request) { EXPECT_TRUE(client->exchange.refuse_early(request)); });
    EXPECT_THAT(client->paper.take(), StartsWith("403 "));
  }
  with.authorizer->verdict = [](Authorization& to) { to.grant("ada"); };
  with.world.with(modern("tools/list"),
                  [&](const Request& request) { EXPECT_FALSE(client->exchange.refuse_early(request)); });
  EXPECT_EQ(client->paper.take(), "");
  EXPECT_THAT(with.world.take(*client, modern("tools/list")), StartsWith("200 "));
}

TEST(Authorization, says_whose_session_it_is) {
  Authorized with;
  const std::string id = with.world.open();
  const Sent sent = of_session(id, request("1", "ping"));
  EXPECT_THAT(with.ask(sent), StartsWith("200 "));
  with.authorizer->verdict = [](Authorization& to) { to.grant("eve"); };
  EXPECT_THAT(with.ask(sent), StartsWith("404 "));
}

}  // namespace authorization_test
}  // namespace mcp::protocol::http
