#include <mcp/bytes.hpp>

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace mcp {
namespace bytes_type_test {

const Bytes kAbc = {std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};

/// What `bytes()` has no use for must not compile.
template <class T>
concept HasBytes = requires(const T& value) { bytes(value); };

TEST(Bytes, are_made_of_texts) {
  EXPECT_EQ(bytes("abc"), kAbc);
  EXPECT_EQ(bytes(std::string("abc")), kAbc);
  EXPECT_EQ(bytes(std::string_view("abcd").substr(0, 3)), kAbc);
  EXPECT_EQ(bytes(std::string("a\0c", 3)), (Bytes{std::byte{'a'}, std::byte{0}, std::byte{'c'}}));
  EXPECT_EQ(bytes(""), Bytes());
  EXPECT_EQ(bytes(std::string_view()), Bytes());
}

TEST(Bytes, are_made_of_buffers) {
  const char* const data = "abcdef";
  EXPECT_EQ(bytes(std::span(data, 3)), kAbc);
  EXPECT_EQ(bytes(std::span<const char>(data, 3)), kAbc);
  EXPECT_EQ(bytes(std::span<const char>()), Bytes());
  EXPECT_EQ(bytes(std::vector<char>{'a', 'b', 'c'}), kAbc);
  EXPECT_EQ(bytes(std::vector<unsigned char>{'a', 'b', 'c'}), kAbc);
  EXPECT_EQ(bytes(std::array<unsigned char, 3>{'a', 'b', 'c'}), kAbc);
  EXPECT_EQ(bytes(std::span(kAbc)), kAbc);
  const unsigned char embedded[] = {'a', 'b', 'c'};
  EXPECT_EQ(bytes(embedded), kAbc);
}

TEST(Bytes, are_made_of_nothing_wider) {
  static_assert(!HasBytes<std::vector<int>>);
  static_assert(!HasBytes<std::u16string>);
  static_assert(!HasBytes<int>);
}

}  // namespace bytes_type_test
}  // namespace mcp
