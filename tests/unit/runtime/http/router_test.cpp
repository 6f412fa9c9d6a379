#include "http/router.hpp"

#include <string_view>

#include <gtest/gtest.h>

namespace mcp::protocol::http {
namespace router_test {

EndpointOptions with_sse() { return {.sse_path = "/sse", .message_path = "/messages"}; }

Route route_of(Verb verb, std::string_view path, const EndpointOptions& options = with_sse()) {
  Request request;
  request.verb = verb;
  request.path = path;
  return find_route(request, options);
}

TEST(Router, tells_what_a_request_is_for) {
  EXPECT_EQ(route_of(Verb::Post, "/mcp").kind, RequestKind::Message);
  EXPECT_EQ(route_of(Verb::Get, "/mcp").kind, RequestKind::SessionStream);
  EXPECT_EQ(route_of(Verb::Delete, "/mcp").kind, RequestKind::SessionEnd);
  EXPECT_EQ(route_of(Verb::Get, "/sse").kind, RequestKind::SseStream);
  EXPECT_EQ(route_of(Verb::Post, "/messages").kind, RequestKind::SseMessage);
  EXPECT_EQ(route_of(Verb::Head, "/healthz").kind, RequestKind::Health);
  EXPECT_EQ(route_of(Verb::Get, "/mcp/").kind, RequestKind::UnknownPath);
  EXPECT_EQ(route_of(Verb::Post, "").kind, RequestKind::UnknownPath) << "and not a path that is not offered";
}

TEST(Router, names_the_verbs_that_a_path_has) {
  EXPECT_EQ(route_of(Verb::Other, "/mcp").allow, "POST, GET, DELETE");
  EXPECT_EQ(route_of(Verb::Post, "/healthz").allow, "GET, HEAD");
  EXPECT_EQ(route_of(Verb::Post, "/sse").allow, "GET");
  EXPECT_EQ(route_of(Verb::Get, "/messages").allow, "POST");
  for (const char* path : {"/sse", "/messages"}) {
    EXPECT_EQ(route_of(Verb::Delete, path).kind, RequestKind::WrongVerb);
    EXPECT_EQ(route_of(Verb::Delete, path, {}).kind, RequestKind::UnknownPath) << "where HTTP+SSE is not offered";
  }
}

TEST(Router, knows_a_preflight_by_its_origin) {
  Request request;
  request.verb = Verb::Options;
  request.path = "/mcp";
  EXPECT_EQ(find_route(request, {}).kind, RequestKind::WrongVerb);
  request.origin = "http://localhost";
  EXPECT_EQ(find_route(request, {}).kind, RequestKind::Preflight);
}

TEST(Router, reads_the_era_of_the_version_header) {
  const auto read = [](std::string_view version) {
    Request request;
    request.version = version;
    return read_version(request);
  };
  EXPECT_EQ(read({}), VersionHeader::None);
  EXPECT_EQ(read(""), VersionHeader::Unknown);
  EXPECT_EQ(read("2031-01-01"), VersionHeader::Unknown);
  for (const std::string_view name : revision_names()) {
    const bool modern = is_modern(*revision_named(name));
    EXPECT_EQ(read(name), modern ? VersionHeader::Modern : VersionHeader::Legacy) << name;
  }
}

}  // namespace router_test
}  // namespace mcp::protocol::http
