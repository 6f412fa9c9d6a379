#include <mcp/codec/filesystem.hpp>

#include "codec/round_trip.hpp"

namespace mcp {
namespace filesystem_test {

using namespace testing_support;

TEST(PathCodec, is_a_string) {
  using std::filesystem::path;
  EXPECT_EQ(decoded<path>(R"("a/ä b")"), path("a/ä b"));
  EXPECT_EQ(encoded(path("a/./\"b")), R"("a/./\"b")");
  EXPECT_EQ(round_trip<path>("\"\""), "\"\"");
  EXPECT_EQ(problems<path>("1"), "$: expected string, got 1");
  EXPECT_EQ(encoded(path("\xff")), "failed: $ is not valid UTF-8");
}

}  // namespace filesystem_test
}  // namespace mcp
