#include <mcp/spec/media_type.hpp>

#include <gtest/gtest.h>

namespace mcp::spec {
namespace media_type_test {

TEST(MediaType, is_two_names_and_maybe_parameters) {
  for (const char* const good : {"text/markdown", "application/vnd.api+json", "text/html;charset=utf-8",
                                 "text/html ; charset=\"utf 8\"", "a/b;"}) {
    EXPECT_TRUE(is_media_type(good)) << good;
  }
  for (const char* const bad : {"", "png", "image/", "/png", "image/png/x", "image /png", "image/png ", "image/*",
                                "text/a b", ";", "a;b/c", "a/b;\n", "text/\xC3\xA4"}) {
    EXPECT_FALSE(is_media_type(bad)) << bad;
  }
}

}  // namespace media_type_test
}  // namespace mcp::spec
