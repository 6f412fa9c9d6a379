#include <mcp/server.hpp>

#include <stdexcept>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fixture_server.hpp"

namespace mcp {
namespace server_test {

struct Stranger {};

TEST(Server, names_classes_without_an_object) {
  const Server server(fixture::descriptor());
  EXPECT_THAT(server.unbound(), testing::HasSubstr("fixture::Stage"));
}

TEST(Server, calls_the_object_it_was_given) {
  fixture::Stage stage;
  Server server(fixture::descriptor());
  server.bind(stage);
  EXPECT_EQ(server.unbound(), "");
  for (const detail::ListedTool& tool : server.descriptor().tools) {
    if (tool.handler->owner == nullptr) continue;
    EXPECT_EQ(server.object_of(*tool.handler->owner), &stage);
  }
}

TEST(Server, makes_what_is_missing_and_keeps_what_was_given) {
  fixture::Stage stage;
  Server given(fixture::descriptor());
  given.bind(stage).make_unbound();
  Server made(fixture::descriptor());
  made.make_unbound();
  EXPECT_EQ(made.unbound(), "");
  for (const detail::ListedTool& tool : made.descriptor().tools) {
    if (tool.handler->owner == nullptr) continue;
    EXPECT_EQ(given.object_of(*tool.handler->owner), &stage);
    EXPECT_NE(made.object_of(*tool.handler->owner), nullptr);
  }
}

TEST(Server, replaces_an_object_that_is_bound_anew) {
  fixture::Stage stage;
  Server server(fixture::descriptor());
  server.make_unbound().bind(stage);
  Server moved = std::move(server);
  for (const detail::ListedTool& tool : moved.descriptor().tools) {
    if (tool.handler->owner == nullptr) continue;
    EXPECT_EQ(moved.object_of(*tool.handler->owner), &stage);
  }
}

TEST(Server, refuses_objects_of_classes_without_tools) {
  Stranger stranger;
  Server server(fixture::descriptor());
  EXPECT_THROW(server.bind(stranger), std::logic_error);
}

}  // namespace server_test
}  // namespace mcp
