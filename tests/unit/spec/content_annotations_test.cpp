#include <mcp/spec/content_annotations.hpp>

#include <limits>

#include <gtest/gtest.h>

namespace mcp::spec {
namespace content_annotations_test {

TEST(ContentAnnotations, name_two_roles) {
  for (const Role role : {Role::User, Role::Assistant}) EXPECT_EQ(role_named(name_of(role)), role);
  EXPECT_EQ(name_of(Role::Assistant), "assistant");
  EXPECT_EQ(name_of(static_cast<Role>(7)), "");
  EXPECT_EQ(role_named("User"), std::nullopt);
  EXPECT_EQ(role_named(""), std::nullopt);
}

TEST(ContentAnnotations, have_priorities_from_0_to_1) {
  EXPECT_TRUE(is_priority(0) && is_priority(1) && is_priority(0.5));
  EXPECT_FALSE(is_priority(-0.1) || is_priority(1.1) || is_priority(std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace content_annotations_test
}  // namespace mcp::spec
