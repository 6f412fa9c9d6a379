#include <stdexcept>

#include <gtest/gtest.h>

#include <mcp/error.hpp>

#include "jsonrpc/errors.hpp"

namespace mcp::protocol {
namespace errors_test {

std::string error(std::string_view id, std::string_view message, std::string_view data = {}) {
  Writer writer;
  write_error(writer, id, ErrorCode::InvalidParams, message, data);
  return std::string(writer.view());
}

TEST(Errors, carry_the_id_as_it_was_sent) {
  EXPECT_EQ(error("1e2", "no"), R"({"jsonrpc":"2.0","id":1e2,"error":{"code":-32602,"message":"no"}})");
}

TEST(Errors, leave_out_an_empty_id) {
  EXPECT_EQ(error("", "no"), R"({"jsonrpc":"2.0","error":{"code":-32602,"message":"no"}})");
}

TEST(Errors, carry_data_as_json) {
  EXPECT_EQ(error("1", "a \"b\"", "[1]"),
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"a \"b\"","data":[1]}})");
}

TEST(ProtocolError, leaves_reserved_codes_to_the_protocol) {
  for (const int code : {-32768, -32700, -32601, -32600, -32100, -32099, -32042, -32022, -32021, -32020, -32019, -32002,
                         -32001, -32000}) {
    EXPECT_THROW(ProtocolError(code, "no"), std::invalid_argument) << code;
  }
  for (const int code : {-32602, -32603, -32769, -31999, -1, 0, 1}) EXPECT_EQ(ProtocolError(code, "no").code(), code);
}

TEST(ToUtf8, keeps_what_is_valid) {
  for (const std::string text : {"", "plain", "é€𝄞", "\xED\x9F\xBF", "\xF4\x8F\xBF\xBF"})
    EXPECT_EQ(to_utf8(text), text);
}

TEST(ToUtf8, replaces_every_byte_that_is_not) {
  EXPECT_EQ(to_utf8("caf\xE9"), "caf\uFFFD");
  EXPECT_EQ(to_utf8("\xC0\xAF"), "\uFFFD\uFFFD");
  EXPECT_EQ(to_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(to_utf8("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(to_utf8("\xE2\x82"
                    "a"),
            "\uFFFD\uFFFDa");
  EXPECT_EQ(to_utf8("\xE0\x9F\xBF"), "\uFFFD\uFFFD\uFFFD");
}

TEST(Quoted, cuts_between_characters) {
  EXPECT_EQ(in_quotes("abc"), "\"abc\"");
  EXPECT_EQ(in_quotes("aé", 2), "\"a…\"");
  EXPECT_EQ(in_quotes("abcd", 2), "\"ab…\"");
  EXPECT_EQ(in_quotes("ab", 2), "\"ab\"") << "it is as long as it may be";
}

}  // namespace errors_test
}  // namespace mcp::protocol
