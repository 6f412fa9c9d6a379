#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/base64.hpp"
#include "http/header_values.hpp"

namespace mcp::protocol::http {
namespace header_values_test {

std::string marked(std::string_view text) { return "=?base64?" + to_base64(std::as_bytes(std::span(text))) + "?="; }

/// What the header carries, or "invalid".
std::string decoded(std::string_view value) {
  std::string storage;
  return std::string(decode_header_value(value, storage).value_or("invalid"));
}

TEST(HeaderValue, is_taken_literally) {
  for (const std::string value : {"us-west1", "", "Hello, world", "SGVsbG8=", "a\tb", "~ !", "=?base64?", "?="}) {
    EXPECT_EQ(decoded(value), value);
  }
}

TEST(HeaderValue, loses_the_white_space_around_it) {
  EXPECT_EQ(decoded("  us \t"), "us");
  EXPECT_EQ(decoded(" \t "), "");
  EXPECT_EQ(decoded("\t=?base64?SGVsbG8=?= "), "Hello");
}

TEST(HeaderValue, refuses_bytes_that_a_header_cannot_carry) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string value = {'a', static_cast<char>(byte), 'z'};
    EXPECT_EQ(decoded(value), (byte >= 0x20 && byte < 0x7F) || byte == '\t' ? value : "invalid") << byte;
  }
}

TEST(HeaderValue, is_decoded_when_it_is_marked_as_base64) {
  EXPECT_EQ(decoded("=?base64?SGVsbG8sIOS4lueVjA==?="), "Hello, 世界");
  EXPECT_EQ(decoded("=?base64?IHBhZGRlZCA=?="), " padded ");
  EXPECT_EQ(decoded("=?base64?bGluZTEKbGluZTI=?="), "line1\nline2");
  EXPECT_EQ(decoded("=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="), "=?base64?literal?=");
  EXPECT_EQ(decoded("=?base64?AA==?="), std::string(1, '\0'));
  EXPECT_EQ(decoded(marked("")), "");
}

TEST(HeaderValue, is_marked_only_by_both_markers_as_they_are_spelled) {
  for (const std::string value : {"=?base64?SGVsbG8=", "SGVsbG8=?=", "=?base64?=", "=?BASE64?SGVsbG8=?=",
                                  "=?Base64?SGVsbG8=?=", "x=?base64?SGVsbG8=?=", "=?base64?SGVsbG8=?=x"}) {
    EXPECT_EQ(decoded(value), value);
  }
}

TEST(HeaderValue, refuses_base64_that_is_not_strict) {
  for (const char* value : {"=?base64?SGVsbG8?=", "=?base64?SGVs!!!bG8=?=", "=?base64?SGVs bG8=?=",
                            "=?base64?SGVsbG8= ?=", "=?base64?SGVsbG9=?=", "=?base64?SGVsbG8==?=", "=?base64?=?=",
                            "=?base64?====?=", "=?base64?A===?=", "=?base64?-_-_?=", "=?base64?SGVs=bG8?="}) {
    EXPECT_EQ(decoded(value), "invalid") << value;
  }
}

TEST(HeaderValue, refuses_base64_of_bytes_that_are_no_utf8) {
  for (const std::string text : {"\xFF", "caf\xE9", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82"}) {
    EXPECT_EQ(decoded(marked(text)), "invalid") << marked(text);
  }
}

TEST(HeaderValue, copies_nothing_when_nothing_is_decoded) {
  const std::string value = "  a value that is longer than what a string holds inside";
  std::string storage;
  const std::optional<std::string_view> text = decode_header_value(value, storage);
  ASSERT_TRUE(text);
  EXPECT_EQ(text->data(), value.data() + 2);
  EXPECT_TRUE(storage.empty());
}

TEST(HeaderValue, comes_back_from_whatever_a_client_has_to_encode) {
  std::uint32_t state = 1;
  const auto random = [&state] { return (state = state * 1664525 + 1013904223) >> 16; };
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::uint32_t size = random() % 12; size > 0; --size) {
      constexpr std::string_view kBytes = "=?base64? \tAz09+/é\n";
      text += kBytes[random() % kBytes.size()];
    }
    std::string storage;
    const std::optional<std::string_view> encoded = decode_header_value(marked(text), storage);
    EXPECT_EQ(encoded.value_or(text), text);  // or it is no UTF-8
    EXPECT_EQ(needs_base64(text) ? text : decoded(text), text);
    (void)decode_header_value(text, storage);  // whatever it says, it survives
  }
}

TEST(HeaderValue, says_what_needs_base64) {
  for (const std::string& text :
       std::vector<std::string>{"é", " a", "a ", "\ta", "a\nb", marked(""), "=?base64?literal?="}) {
    EXPECT_TRUE(needs_base64(text)) << text;
  }
  for (const char* text : {"", "a b", "file:///a%20b", "=?base64?", "=?base64?="}) {
    EXPECT_FALSE(needs_base64(text)) << text;
  }
}

TEST(Accept, lists_media_types) {
  EXPECT_TRUE(accepts("application/json, text/event-stream", "application/json"));
  EXPECT_TRUE(accepts("application/json, text/event-stream", "text/event-stream"));
  EXPECT_TRUE(accepts("text/event-stream", "text/event-stream"));
  EXPECT_TRUE(accepts("Application/JSON", "application/json"));
  EXPECT_TRUE(accepts(" ,, text/html ,\tapplication/json", "application/json"));
  EXPECT_FALSE(accepts("application/json", "text/event-stream"));
  EXPECT_FALSE(accepts("application/jsonx, application/jso, json", "application/json"));
  EXPECT_FALSE(accepts("", "application/json"));
}

TEST(Accept, has_wildcards) {
  EXPECT_TRUE(accepts("*/*", "application/json"));
  EXPECT_TRUE(accepts("text/html, Text/*", "text/event-stream"));
  EXPECT_FALSE(accepts("text/*", "application/json"));
  EXPECT_FALSE(accepts("tex/*, texty/*, /*, *", "text/event-stream"));
}

TEST(Accept, refuses_what_has_quality_zero) {
  for (const char* zero : {"q=0", "Q=0", "q=0.0", "q=0.000", "q = 0", "level=1; q=0"}) {
    EXPECT_FALSE(accepts("application/json;" + std::string(zero), "application/json")) << zero;
  }
  for (const char* more : {"q=1", "q=0.1", "q=0.001", "q=1.000", "version=0", "", "q", "q=\"0,5\""}) {
    EXPECT_TRUE(accepts("application/json;" + std::string(more), "application/json")) << more;
  }
}

TEST(Accept, lets_the_narrowest_range_decide_in_any_order) {
  EXPECT_FALSE(accepts("*/*, application/json;q=0", "application/json"));
  EXPECT_FALSE(accepts("application/json;q=0, */*", "application/json"));
  EXPECT_TRUE(accepts("application/json;q=0, */*", "text/event-stream"));
  EXPECT_TRUE(accepts("text/*;q=0, text/event-stream;q=0.5, */*;q=0", "text/event-stream"));
  EXPECT_FALSE(accepts("text/*;q=0, */*", "text/event-stream"));
}

TEST(Accept, takes_what_one_of_equal_ranges_allows) {
  EXPECT_TRUE(accepts("application/json;version=2;q=0, application/json", "application/json"));
  EXPECT_TRUE(accepts("application/json, application/json;version=2;q=0", "application/json"));
}

TEST(Accept, splits_nothing_inside_quoted_strings) {
  EXPECT_FALSE(accepts(R"(text/html;a=", application/json, ")", "application/json"));
  EXPECT_FALSE(accepts(R"(text/html;a="\", application/json, \"")", "application/json"));
  EXPECT_TRUE(accepts(R"(text/html;a="\\", application/json)", "application/json"));
  EXPECT_TRUE(accepts(R"(application/json;a=";q=0")", "application/json"));
  EXPECT_FALSE(accepts(R"(application/json;a=";";q=0)", "application/json"));
  EXPECT_FALSE(accepts(R"(text/html;a="unclosed, application/json)", "application/json"));
  EXPECT_FALSE(accepts("text/html;a=\"\\", "application/json"));
}

TEST(ContentType, is_json_whatever_its_case_and_parameters) {
  for (const char* value :
       {"application/json", "Application/JSON", " application/json ", "application/json;",
        "application/json; charset=utf-8", "application/json;charset=UTF-8", "application/json; Charset=\"utf-8\"",
        "application/json; profile=\"a;b\"; charset=utf-8", "application/json ; charset=utf-8"}) {
    EXPECT_TRUE(is_json_content_type(value)) << value;
  }
}

TEST(ContentType, is_nothing_else) {
  for (const char* value :
       {"", "text/plain", "application/jsonp", "application/json-patch+json", "application/*", "*/*", "json",
        "text/plain; application/json", "application/json, text/plain", "text/plain, application/json",
        "application / json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=application/json"}) {
    EXPECT_FALSE(is_json_content_type(value)) << value;
  }
}

TEST(ContentType, has_no_other_charset_than_utf8) {
  for (const char* charset : {"latin1", "utf-16", "\"utf-16\"", "", "utf-8x", "\"utf-8", "utf-8; charset=utf-16"}) {
    EXPECT_FALSE(is_json_content_type("application/json; charset=" + std::string(charset))) << charset;
  }
}

}  // namespace header_values_test
}  // namespace mcp::protocol::http
