#include <gtest/gtest.h>

#include "jsonrpc/message.hpp"

namespace mcp::protocol {
namespace message_test {

/// Reads messages; the text stays alive for the views in them.
class Reading {
 public:
  explicit Reading(std::string text) : text_(std::move(text)), size_(text_.size()) {
    text_.append(kJsonPadding, ' ');
    const std::string_view view(text_.data(), size_);
    problem_ = document_.parse(view);
    reader_.begin(view);
  }
  Message read() {
    EXPECT_EQ(problem_, "");
    return reader_.read(document_.root());
  }

 private:
  std::string text_;
  std::size_t size_;
  std::string_view problem_;
  Document document_;
  MessageReader reader_;
};

std::string id_of(const std::string& id) {
  Reading reading(R"({"jsonrpc":"2.0","method":"m","id":)" + id + "}");
  const Message message = reading.read();
  return message.kind == MessageKind::Request ? std::string(message.id) : "invalid: " + std::string(message.problem);
}

MessageKind kind_of(const std::string& text) { return Reading(text).read().kind; }

TEST(Message, keeps_ids_as_they_were_sent) {
  for (const std::string id : {"0", "-1", "7", "9223372036854775807", "18446744073709551615", "18446744073709551616",
                               "-123456789012345678901234567890", "1.0", "1e2", "2.50e1", "1e400", "\"\"", "\"a\"",
                               "\"caf\u00e9\"", "\"\\n\\\"\\\\\"", "\"0\""}) {
    EXPECT_EQ(id_of(id), id);
  }
}

TEST(Message, refuses_ids_that_are_no_strings_or_integers) {
  for (const std::string id : {"null", "true", "1.5", "1e-1", "[]", "{}", "100000000000000000000.5"}) {
    EXPECT_EQ(id_of(id), "invalid: Invalid request: the id must be a string or an integer") << id;
  }
}

TEST(Message, tells_kinds_apart) {
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","method":"m","id":1})"), MessageKind::Request);
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","method":"m"})"), MessageKind::Notification);
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1,"result":{}})"), MessageKind::Response);
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}})"), MessageKind::Response);
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1})"), MessageKind::Invalid);
  EXPECT_EQ(kind_of(R"({"method":"m","id":1})"), MessageKind::Invalid);
  EXPECT_EQ(kind_of(R"({"jsonrpc":2.0,"method":"m","id":1})"), MessageKind::Invalid);
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","method":1,"id":1})"), MessageKind::Invalid);
  EXPECT_EQ(kind_of("{}"), MessageKind::Invalid);
  EXPECT_EQ(kind_of("7"), MessageKind::Invalid);
  EXPECT_EQ(kind_of("null"), MessageKind::Invalid);
}

TEST(Message, ignores_members_it_does_not_know) {
  EXPECT_EQ(kind_of(R"({"extra":1,"jsonrpc":"2.0","method":"m","id":1,"extra":2})"), MessageKind::Request);
}

TEST(Message, refuses_members_that_come_twice) {
  for (const std::string member : {R"("jsonrpc":"2.0")", R"("id":1)", R"("method":"m")", R"("params":{})"}) {
    EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1,"method":"m","params":{},)" + member + "}"), MessageKind::Invalid)
        << member;
  }
}

TEST(Message, keeps_a_usable_id_of_an_invalid_request_for_the_error) {
  EXPECT_EQ(Reading(R"({"jsonrpc":"2.0","id":"x"})").read().id, "\"x\"");
  EXPECT_EQ(Reading(R"({"jsonrpc":"2.0","id":1,"id":2,"method":"m"})").read().id, "");
}

TEST(Message, says_what_is_wrong_with_its_method) {
  EXPECT_EQ(Reading(R"({"jsonrpc":"2.0","id":1})").read().problem, "Invalid request: \"method\" is missing");
  EXPECT_EQ(Reading(R"({"jsonrpc":"2.0","id":1,"method":7})").read().problem,
            "Invalid request: \"method\" must be a string");
}

TEST(Message, finds_no_member_in_what_is_no_object) {
  for (const char* text : {"\"aaaaaaaaaaaaaaaaaaaaaaaaaaaa\"", "true", "null", "[\"a\"]", "7", "1e400"}) {
    Document document;
    ASSERT_EQ(document.parse_copy(text), "");
    EXPECT_EQ(find_member(document.root(), "a").count, 0U) << text;
    MemberLookup first, second;
    find_members(document.root(), "a", first, "b", second);
    EXPECT_EQ(first.count + second.count, 0U) << text;
  }
}

TEST(Message, knows_integers_however_they_are_written) {
  for (const char* number :
       {"0", "-0", "0.0", "0e-5", "10", "1.0", "1e2", "1E+2", "1.25e2", "100e-2", "1e999999999999"}) {
    EXPECT_TRUE(is_integral(number)) << number;
  }
  for (const char* number : {"0.1", "1.5", "1.25e1", "1e-1", "100e-3", "1e-999999999999", "10.01"}) {
    EXPECT_FALSE(is_integral(number)) << number;
  }
}

TEST(Ids, are_the_same_where_their_numbers_are) {
  for (const char* const seven : {"7", "7.0", "7.000", "7e0", "70e-1", "0.7e1", "0.07E+2", "700e-2"}) {
    EXPECT_TRUE(is_same_id("7", seven)) << seven;
    EXPECT_TRUE(is_same_id(seven, "7.0")) << seven;
    EXPECT_EQ(canonical_id(seven), "7");
    EXPECT_FALSE(is_same_id(seven, "\"7\"")) << seven;
    EXPECT_FALSE(is_same_id("8", seven)) << seven;
    EXPECT_FALSE(is_same_id("-7", seven)) << seven;
  }
  EXPECT_TRUE(is_same_id("-7.0", "-7"));
  const std::string longest = "7." + std::string(62, '0');
  EXPECT_EQ(canonical_id(longest), "7");
  EXPECT_EQ(canonical_id(longest + '0'), longest + '0') << "longer ones are compared as they are";
  EXPECT_TRUE(is_same_id("0", "-0.0"));
  EXPECT_TRUE(is_same_id("100", "1e2"));
  EXPECT_TRUE(is_same_id("9007199254740993", "9007199254740993.0"));
  EXPECT_FALSE(is_same_id("9007199254740992", "9007199254740993.0"));
  EXPECT_FALSE(is_same_id("\"a.b\"", "\"a.c\""));
  EXPECT_TRUE(is_same_id("1e999999999999999999999", "1e999999999999999999999"));
  EXPECT_FALSE(is_same_id("1e999999999999999999999", "1e999999999999999999998"));
  EXPECT_FALSE(is_same_id("1e500", "10e499")) << "nobody counts so far";
  EXPECT_TRUE(is_same_id("0", "0e9223372036854775807"));
  EXPECT_FALSE(is_same_id("1", "1e9223372036854775807"));
  EXPECT_FALSE(is_same_id("7", "7." + std::string(100, '0'))) << "nobody writes it so";
}

}  // namespace message_test
}  // namespace mcp::protocol
