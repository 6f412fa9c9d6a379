#include <mcp/codec/bytes.hpp>

#include "base/base64.hpp"
#include "codec/round_trip.hpp"

namespace mcp {
namespace bytes_test {

using namespace testing_support;

Bytes bytes(std::string_view text) {
  Bytes result;
  for (const char c : text) result.push_back(static_cast<std::byte>(c));
  return result;
}

TEST(BytesCodec, the_vectors_of_the_rfc_hold) {
  const std::pair<std::string_view, std::string> vectors[] = {{"", ""},
                                                              {"f", "Zg=="},
                                                              {"fo", "Zm8="},
                                                              {"foo", "Zm9v"},
                                                              {"foob", "Zm9vYg=="},
                                                              {"fooba", "Zm9vYmE="},
                                                              {"foobar", "Zm9vYmFy"},
                                                              {"\xff\xfe\xfb", "//77"}};
  for (const auto& [plain, text] : vectors) {
    EXPECT_EQ(encoded(bytes(plain)), '"' + text + '"');
    EXPECT_EQ(decoded<Bytes>('"' + text + '"'), bytes(plain));
    EXPECT_EQ(to_base64(bytes(plain)), text);
    EXPECT_EQ(base64_decoded_size(text), plain.size());
  }
}

TEST(BytesCodec, every_byte_and_every_size_survive) {
  Bytes all;
  for (int i = 0; i < 2000; ++i) {
    all.push_back(static_cast<std::byte>(i * 7));
    if (i % 97 == 0 || i > 1990) {
      EXPECT_EQ(decoded<Bytes>(encoded(all)), all);
    }
  }
}

TEST(BytesCodec, whatever_is_not_strict_is_refused) {
  for (const std::string text : {"Zg=", "Zg", "Z", "Zg===", "Zm9v=", "=", "====", "Zm9v\\n", " Zm9v", "Zm 9",
                                 "Zh==", "Zm9=", "Zg==Zg==", "Zm-_", "Zg=a", "Z===", "ä"}) {
    EXPECT_EQ(problems<Bytes>('"' + text + '"'),
              "$: expected string of base64 (padded, without white space), got \"" + text + '"');
  }
  EXPECT_EQ(problems<Bytes>("5"), "$: expected string of base64, got 5");
  EXPECT_EQ(problems<Bytes>("null"), "$: expected string of base64, got null");
}

}  // namespace bytes_test
}  // namespace mcp
