#include "transport/stdio/output_buffer.hpp"

#include <string>

#include <gtest/gtest.h>

namespace mcp::transport {
namespace output_buffer_test {

TEST(OutputBuffer, gives_lines_in_the_order_in_which_they_came) {
  OutputBuffer buffer;
  EXPECT_EQ(buffer.front(), "");
  buffer.append("one");
  buffer.append("two");
  EXPECT_EQ(buffer.size(), 8U);
  EXPECT_EQ(buffer.front(), "one\ntwo\n");
  buffer.consume(5);
  EXPECT_EQ(buffer.size(), 3U);
  EXPECT_EQ(buffer.front(), "wo\n");
  buffer.consume(3);
  EXPECT_EQ(buffer.size(), 0U);
  EXPECT_EQ(buffer.front(), "");
}

TEST(OutputBuffer, leaves_the_front_where_it_is_while_more_is_appended) {
  OutputBuffer buffer;
  buffer.append("first");
  const std::string_view front = buffer.front();
  const std::string big(700'000, 'x');
  for (int i = 0; i < 5; ++i) buffer.append(big);
  EXPECT_EQ(front, "first\n");
  EXPECT_EQ(buffer.front().data(), front.data());
  EXPECT_EQ(buffer.size(), 6 + 5 * (big.size() + 1));
  std::string all;
  for (std::string_view bytes = buffer.front(); !bytes.empty(); bytes = buffer.front()) {
    all.append(bytes);
    buffer.consume(bytes.size());
  }
  EXPECT_EQ(all.size(), 6 + 5 * (big.size() + 1));
}

TEST(OutputBuffer, is_empty_once_cleared) {
  OutputBuffer buffer;
  for (int i = 0; i < 5; ++i) buffer.append(std::string(700'000, 'x'));
  (void)buffer.front();
  buffer.consume(10);
  buffer.clear();
  EXPECT_EQ(buffer.size(), 0U);
  EXPECT_EQ(buffer.front(), "");
}

}  // namespace output_buffer_test
}  // namespace mcp::transport
