#include <exception>
#include <stdexcept>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/generated_support.hpp>
#include <mcp/server.hpp>

#include "fixture_server.hpp"

namespace mcp {
namespace server_test {

struct Stranger {};

struct Unhappy {
  Unhappy() { throw std::out_of_range("there is no room"); }
};

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

TEST(Server, names_the_class_whose_constructor_throws_and_keeps_the_exception) {
  static constexpr detail::Owner kOwner = detail::make_owner<Unhappy>("Unhappy");
  detail::Handler handler = *fixture::descriptor().tools.front().handler;
  handler.owner = &kOwner;
  detail::ListedTool tool = fixture::descriptor().tools.front();
  tool.handler = &handler;
  detail::ServerDescriptor descriptor = fixture::descriptor();
  descriptor.tools = {&tool, 1};
  Server server(descriptor);
  try {
    server.make_unbound();
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "the constructor of Unhappy failed: there is no room");
    EXPECT_THROW(std::rethrow_if_nested(error), std::out_of_range);
  }
  EXPECT_THAT(server.unbound(), testing::HasSubstr("Unhappy"));
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
