#include "session/message_router.hpp"

#include <memory>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/document.hpp"
#include "peer.hpp"

namespace mcp::protocol {
namespace message_router_test {

using testing::StartsWith;
using Kind = RoutedMessage::Kind;

/// A session, and messages that are routed in it.
struct Routed {
  RoutedMessage route(const std::string& text) {
    padded = text;
    padded.append(kJsonPadding, '\0');
    const std::string_view message(padded.data(), text.size());
    EXPECT_EQ(document.parse(message), "");
    reader.begin(message);
    const Message read = reader.read(document.root());
    declared = read_declared_revision(read.params);
    return route_message(read, declared, MessageReader::kAlone, session, reader);
  }
  void initialize(Revision revision) {
    session.revision = revision;
    session.client = std::make_shared<LegacyClient>();
  }

  std::string padded;
  Document document;
  MessageReader reader;
  DeclaredRevision declared;  // of the message that was routed last
  Session session;
};

TEST(MessageRouter, refuses_requests_before_a_session_is_open) {
  Routed to;
  const RoutedMessage routed = to.route(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  EXPECT_EQ(routed.kind, Kind::Refused);
  EXPECT_EQ(routed.code, ErrorCode::InvalidParams);
  EXPECT_THAT(routed.problem, StartsWith("Not initialized: send \"initialize\" first (revisions up to " +
                                         std::string(name_of(newest_legacy())) + ")"));
  for (const std::string method : {"initialize", "ping"}) {
    EXPECT_EQ(to.route(R"({"jsonrpc":"2.0","id":1,"method":")" + method + "\"}").kind, Kind::Request) << method;
  }
}

TEST(MessageRouter, leaves_requests_that_declare_a_revision_to_the_receiver) {
  Routed to;
  const RoutedMessage routed = to.route(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":)"
      R"("1999-01-01"}}})");
  EXPECT_EQ(routed.kind, Kind::Request);
  EXPECT_EQ(to.declared.kind, DeclaredRevision::Kind::Unsupported);
}

TEST(MessageRouter, refuses_params_that_are_no_object_and_messages_that_are_none) {
  Routed to;
  to.initialize(newest_legacy());
  RoutedMessage routed = to.route(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]})");
  EXPECT_EQ(routed.kind, Kind::Refused);
  EXPECT_EQ(routed.code, ErrorCode::InvalidParams);
  routed = to.route(R"({"jsonrpc":"2.0","id":1})");
  EXPECT_EQ(routed.kind, Kind::Refused);
  EXPECT_EQ(routed.code, ErrorCode::InvalidRequest);
}

TEST(MessageRouter, names_the_request_that_is_cancelled) {
  Routed to;
  to.initialize(newest_legacy());
  const RoutedMessage routed =
      to.route(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a","reason":"late"}})");
  EXPECT_EQ(routed.kind, Kind::Cancelled);
  EXPECT_EQ(routed.id, "\"a\"");
  EXPECT_EQ(routed.reason, "late");
  for (const char* params : {"{}", "[]", R"({"requestId":null})"}) {
    const std::string text = R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)";
    EXPECT_EQ(to.route(text + params + "}").kind, Kind::Handled) << params;
  }
}

TEST(MessageRouter, ignores_initialized_without_a_session) {
  Routed to;
  EXPECT_EQ(to.route(R"({"jsonrpc":"2.0","method":"notifications/initialized"})").kind, Kind::Handled);
  EXPECT_FALSE(to.session.initialized);
}

}  // namespace message_router_test
}  // namespace mcp::protocol
