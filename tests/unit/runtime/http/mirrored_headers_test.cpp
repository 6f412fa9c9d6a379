#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/base64.hpp"
#include "codec/document.hpp"
#include "http/header_values.hpp"
#include "http/mirrored_headers.hpp"
#include "jsonrpc/errors.hpp"

namespace mcp::protocol::http {
namespace mirrored_headers_test {

using detail::MirroredArgument;
using testing::EndsWith;
using testing::HasSubstr;

using Path1 = std::array<std::string_view, 1>;
constexpr Path1 kCount = {"count"};
constexpr Path1 kRegion = {"region"};
constexpr Path1 kUrgent = {"urgent"};
constexpr std::array<std::string_view, 2> kZip = {"address", "zip"};

constexpr std::array<MirroredArgument, 4> kArguments = {{
    {.name = "Count", .path = kCount, .kind = MirroredArgument::Kind::Integer},
    {.name = "Region", .path = kRegion, .kind = MirroredArgument::Kind::String},
    {.name = "Urgent", .path = kUrgent, .kind = MirroredArgument::Kind::Boolean},
    {.name = "Zip", .path = kZip, .kind = MirroredArgument::Kind::String},
}};

/// A request whose headers are right unless a test says otherwise.
struct Sent {
  std::string method = "tools/call";
  std::string params = R"({"name":"add","arguments":{}})";
  std::vector<std::string> method_headers = {method};
  std::vector<std::string> name_headers = {"add"};
  std::vector<ParamField> param_headers = {};

  [[nodiscard]] std::string find_mismatch(Mirroring mirroring) const {
    Document document;
    EXPECT_EQ(document.parse_copy(params), "");
    MirroredFields fields{.method = {}, .name = {}, .params = param_headers};
    for (const std::string& value : method_headers) fields.method.add(value);
    for (const std::string& value : name_headers) fields.name.add(value);
    return find_header_mismatch(fields, {.method = method, .params = document.root(), .arguments = kArguments},
                                mirroring);
  }
  /// Without the beginning that all texts have.
  [[nodiscard]] std::string modern() const { return shortened(find_mismatch(Mirroring::Required)); }
  [[nodiscard]] std::string legacy() const { return shortened(find_mismatch(Mirroring::Optional)); }

 private:
  static std::string shortened(std::string text) {
    constexpr std::string_view kBeginning = "Header mismatch: ";
    if (text.empty()) return text;
    EXPECT_TRUE(text.starts_with(kBeginning)) << text;
    EXPECT_EQ(to_utf8(text), text);
    return text.substr(kBeginning.size());
  }
};

/// The answer to a call whose `arguments.<member>` is `json` and whose header is `value`.
std::string compare(std::string_view header, std::string_view value, const std::string& member,
                    const std::string& json) {
  const Sent sent{.params = R"({"name":"add","arguments":{")" + member + "\":" + json + "}}",
                  .param_headers = {{.name = header, .value = value}}};
  EXPECT_EQ(sent.modern(), sent.legacy());
  return sent.modern();
}

std::string region(std::string_view value, const std::string& json) { return compare("Region", value, "region", json); }
bool same_count(std::string_view value, const std::string& json) {
  return compare("Count", value, "count", json).empty();
}

TEST(McpMethod, repeats_the_method) {
  EXPECT_EQ(Sent().modern(), "");
  EXPECT_EQ(Sent{.method_headers = {" tools/call\t"}}.modern(), "");
  EXPECT_EQ(Sent{.method_headers = {"tools/list"}}.modern(),
            "Mcp-Method is \"tools/list\" but method is \"tools/call\"");
  EXPECT_EQ(Sent{.method_headers = {"TOOLS/CALL"}}.modern(),
            "Mcp-Method is \"TOOLS/CALL\" but method is \"tools/call\"");
  EXPECT_EQ(Sent{.method_headers = {""}}.modern(), "Mcp-Method is \"\" but method is \"tools/call\"");
  EXPECT_EQ((Sent{.method = "tools/list", .method_headers = {"tools/call"}}.modern()),
            "Mcp-Method is \"tools/call\" but method is \"tools/list\"");
}

TEST(McpMethod, must_be_there_once) {
  EXPECT_EQ(Sent{.method_headers = {}}.modern(), "Mcp-Method is missing; it must repeat method (\"tools/call\")");
  EXPECT_EQ((Sent{.method_headers = {"tools/call", "tools/call"}}.modern()),
            "Mcp-Method is there twice; a request must have it at most once");
}

TEST(McpMethod, has_no_base64_form) {
  EXPECT_THAT(Sent{.method_headers = {"=?base64?dG9vbHMvY2FsbA==?="}}.modern(), HasSubstr("but method is"));
  EXPECT_EQ(Sent{.method_headers = {"tools\xFF"}}.modern(),
            "Mcp-Method contains characters that a header cannot carry");
}

TEST(McpName, repeats_what_each_method_names) {
  constexpr std::string_view kMembers = R"({"name":"a name","uri":"a uri","taskId":"a taskId"})";
  for (const auto& [method, member] : {std::pair{"tools/call", "name"},
                                       {"prompts/get", "name"},
                                       {"resources/read", "uri"},
                                       {"tasks/get", "taskId"},
                                       {"tasks/update", "taskId"},
                                       {"tasks/cancel", "taskId"}}) {
    const std::string named = "a " + std::string(member);
    Sent sent{.method = method, .params = std::string(kMembers), .name_headers = {named}};
    EXPECT_EQ(sent.modern(), "");
    sent.name_headers = {"x"};
    EXPECT_EQ(sent.modern(), "Mcp-Name is \"x\" but params." + std::string(member) + " is \"" + named + "\"");
    sent.name_headers = {};
    EXPECT_EQ(sent.modern(),
              "Mcp-Name is missing; it must repeat params." + std::string(member) + " (\"" + named + "\")");
  }
}

TEST(McpName, is_ignored_by_methods_that_name_nothing) {
  for (const char* method : {"tools/list", "server/discover", "tasks/result", "resources/subscribe", "ping"}) {
    EXPECT_EQ((Sent{.method = method, .name_headers = {"other"}}.modern()), "") << method;
    EXPECT_EQ((Sent{.method = method, .name_headers = {"\xFF", "twice"}}.modern()), "") << method;
  }
}

TEST(McpName, is_compared_with_a_name_alone) {
  for (const char* params : {"{}", R"({"name":7})", R"({"name":null})", R"({"name":"add","name":"add"})", "[]", "7"}) {
    EXPECT_EQ((Sent{.params = params, .name_headers = {"other"}}.modern()), "") << params;
    EXPECT_EQ((Sent{.params = params, .name_headers = {}}.modern()), "") << params;
  }
}

TEST(McpName, may_be_base64) {
  EXPECT_EQ(Sent{.name_headers = {"=?base64?YWRk?="}}.modern(), "");
  EXPECT_EQ(Sent{.name_headers = {"  add "}}.modern(), "");
  const std::string greetings = R"({"name":"Grüße"})";
  EXPECT_EQ((Sent{.params = greetings, .name_headers = {"=?base64?R3LDvMOfZQ==?="}}.modern()), "");
  EXPECT_EQ((Sent{.params = greetings, .name_headers = {"=?base64?R3LDvMOfZQ?="}}.modern()),
            "Mcp-Name is no valid base64 of UTF-8 text between =?base64? and ?=");
  EXPECT_EQ((Sent{.params = greetings, .name_headers = {"Grüße"}}.modern()),
            "Mcp-Name contains characters that a header cannot carry; send it as =?base64?…?=");
  EXPECT_EQ((Sent{.params = greetings, .name_headers = {}}.modern()),
            "Mcp-Name is missing; it must repeat params.name (\"Grüße\") as =?base64?…?=");
}

TEST(McpName, must_be_there_once) {
  EXPECT_THAT((Sent{.name_headers = {"add", "add"}}.modern()), HasSubstr("Mcp-Name is there twice"));
}

TEST(McpName, is_shown_in_part_when_it_is_long) {
  const std::string text = Sent{.name_headers = {std::string(5000, 'x')}}.modern();
  EXPECT_LT(text.size(), 200U);
  EXPECT_THAT(text, EndsWith("…\" but params.name is \"add\""));
}

TEST(McpParam, of_a_string_is_compared_by_bytes) {
  EXPECT_EQ(region("us", "\"us\""), "");
  EXPECT_EQ(region("us", "\"eu\""), "Mcp-Param-Region is \"us\" but arguments.region is \"eu\"");
  EXPECT_NE(region("US", "\"us\""), "");
  EXPECT_NE(region("", "\"us\""), "");
  EXPECT_EQ(region("", "\"\""), "");
  EXPECT_EQ(region("SGVsbG8=", "\"SGVsbG8=\""), "");
  EXPECT_EQ(region("=?base64?SGVsbG8=", "\"=?base64?SGVsbG8=\""), "");
  EXPECT_EQ(region("42", "\"42\""), "");
  EXPECT_NE(region("42.0", "\"42\""), "");
}

TEST(McpParam, is_decoded_before_it_is_compared) {
  EXPECT_EQ(region("=?base64?SGVsbG8=?=", "\"Hello\""), "");
  EXPECT_EQ(region("=?base64?IHBhZGRlZCA=?=", "\" padded \""), "");
  EXPECT_EQ(region(std::string("=?base64?") + "?=", "\"\""), "");
  EXPECT_EQ(compare("Count", "=?base64?NDI=?=", "count", "42"), "");
  for (const char* value : {"=?base64?SGVsbG8?=", "=?base64?SGVs!!!bG8=?=", "=?base64?/w==?="}) {
    EXPECT_EQ(region(value, "\"Hello\""), "Mcp-Param-Region is no valid base64 of UTF-8 text between =?base64? and ?=");
  }
  EXPECT_EQ(region("caf\xC3\xA9", "\"café\""),
            "Mcp-Param-Region contains characters that a header cannot carry; send it as =?base64?…?=");
}

TEST(McpParam, of_an_integer_is_compared_as_a_number) {
  for (const char* text : {"42", "42.0", "4.2e1", "4.2E+1", "420e-1", "42.000"}) {
    for (const char* json : {"42", "42.0", "4.2e1"}) EXPECT_TRUE(same_count(text, json)) << text << ' ' << json;
    EXPECT_FALSE(same_count(text, "43")) << text;
    EXPECT_FALSE(same_count(text, "-42")) << text;
  }
  EXPECT_TRUE(same_count("-7", "-7"));
  EXPECT_TRUE(same_count("-0", "0"));
  EXPECT_TRUE(same_count("0.0", "0"));
  EXPECT_FALSE(same_count("42.5", "42"));
  EXPECT_TRUE(same_count("1.5", "1.5"));
}

TEST(McpParam, of_an_integer_is_exact_at_any_size) {
  for (const char* number : {"9007199254740993", "9223372036854775807", "-9223372036854775808", "18446744073709551615",
                             "18446744073709551616", "123456789012345678901234567890", "1e400"}) {
    EXPECT_TRUE(same_count(number, number)) << number;
  }
  EXPECT_TRUE(same_count("9007199254740993.0", "9007199254740993"));
  EXPECT_TRUE(same_count("9.007199254740993e15", "9007199254740993"));
  EXPECT_FALSE(same_count("9007199254740992", "9007199254740993"));
  EXPECT_FALSE(same_count("9007199254740992.0", "9007199254740993"));
  EXPECT_FALSE(same_count("9007199254740993.0000000000000000000001", "9007199254740993"));
  EXPECT_FALSE(same_count("123456789012345678901234567891", "123456789012345678901234567890"));
  EXPECT_FALSE(same_count("18446744073709551616", "0"));
}

TEST(McpParam, of_an_integer_is_a_json_number_and_nothing_else) {
  for (const std::string text : {"42abc",
                                 "",
                                 "+42",
                                 "042",
                                 "0x2A",
                                 "42.",
                                 ".42e2",
                                 "42e",
                                 "4 2",
                                 "- 42",
                                 "NaN",
                                 "true",
                                 "\"42\"",
                                 "[42]",
                                 "42,42",
                                 "42 42",
                                 "4_2",
                                 "--42",
                                 "-",
                                 "=?base64?IDQy?=",
                                 "=?base64?NDIA?=",
                                 "42e00000000000000",
                                 "42e0000000000000000000000000001"}) {
    EXPECT_FALSE(same_count(text, "42")) << text;
  }
  EXPECT_FALSE(same_count("1e-99999999999999999999", "1"));
  EXPECT_FALSE(same_count("1e99999999999999999999", "1"));
  EXPECT_EQ(compare("Count", "42abc", "count", "42"), "Mcp-Param-Count is \"42abc\" but arguments.count is 42");
}

TEST(McpParam, of_a_boolean_is_true_or_false) {
  EXPECT_EQ(compare("Urgent", "true", "urgent", "true"), "");
  EXPECT_EQ(compare("Urgent", "false", "urgent", "false"), "");
  EXPECT_EQ(compare("Urgent", "true", "urgent", "false"), "Mcp-Param-Urgent is \"true\" but arguments.urgent is false");
  for (const char* text : {"True", "1", "", "false"}) EXPECT_NE(compare("Urgent", text, "urgent", "true"), "") << text;
}

TEST(McpParam, must_not_be_there_without_a_value) {
  EXPECT_EQ(region("us", "null"), "Mcp-Param-Region is \"us\" but arguments.region is null");
  EXPECT_NE(region("null", "null"), "");
  EXPECT_NE(region("", "null"), "");
  const std::vector<ParamField> headers = {{.name = "Region", .value = "us"}};
  for (const char* params : {R"({"name":"add","arguments":{}})", R"({"name":"add"})",
                             R"({"name":"add","arguments":[1]})", R"({"name":"add","arguments":null})"}) {
    EXPECT_EQ((Sent{.params = params, .param_headers = headers}.modern()),
              "Mcp-Param-Region is \"us\" but arguments.region is missing");
  }
}

TEST(McpParam, must_be_there_with_a_value) {
  const Sent sent{.params = R"({"name":"add","arguments":{"region":"us"}})"};
  EXPECT_EQ(sent.modern(), "Mcp-Param-Region is missing; it must repeat arguments.region (\"us\")");
  EXPECT_EQ(sent.legacy(), "");
  EXPECT_EQ((Sent{.params = R"({"name":"add","arguments":{"region":" é"}})"}.modern()),
            "Mcp-Param-Region is missing; it must repeat arguments.region (\" é\") as =?base64?…?=");
  EXPECT_EQ((Sent{.params = R"({"name":"add","arguments":{"count":7}})"}.modern()),
            "Mcp-Param-Count is missing; it must repeat arguments.count (7)");
  EXPECT_EQ((Sent{.params = R"({"name":"add","arguments":{"region":null,"count":null}})"}.modern()), "");
}

TEST(McpParam, of_another_type_than_declared_is_compared_by_its_own) {
  EXPECT_EQ(region("42", "42"), "");
  EXPECT_EQ(region("true", "true"), "");
  EXPECT_EQ(compare("Count", "x", "count", "\"x\""), "");
  EXPECT_NE(compare("Count", "42", "count", "\"42.0\""), "");
  EXPECT_EQ(region("{}", "{}"), "Mcp-Param-Region is \"{}\" but arguments.region is {}");
  EXPECT_EQ(region("a", "[\"a\"]"), "Mcp-Param-Region is \"a\" but arguments.region is [\"a\"]");
}

TEST(McpParam, of_another_type_than_declared_is_not_asked_for) {
  for (const char* arguments : {R"({"region":42})", R"({"region":["us"]})", R"({"count":"42"})", R"({"urgent":1})",
                                R"({"address":"x"})", R"({"address":{"zip":1}})", R"({"address":[{"zip":"1"}]})"}) {
    EXPECT_EQ((Sent{.params = R"({"name":"add","arguments":)" + std::string(arguments) + "}"}.modern()), "")
        << arguments;
  }
}

TEST(McpParam, reaches_into_objects) {
  Sent sent{.params = R"({"name":"add","arguments":{"zip":"1","address":{"zip":"8001"}}})",
            .param_headers = {{.name = "Zip", .value = "8001"}}};
  EXPECT_EQ(sent.modern(), "");
  sent.param_headers[0].value = "1";
  EXPECT_EQ(sent.modern(), "Mcp-Param-Zip is \"1\" but arguments.address.zip is \"8001\"");
  sent.param_headers.clear();
  EXPECT_EQ(sent.modern(), "Mcp-Param-Zip is missing; it must repeat arguments.address.zip (\"8001\")");
}

TEST(McpParam, is_named_without_regard_to_case) {
  for (const char* name : {"region", "REGION", "rEGION"}) {
    EXPECT_EQ(compare(name, "us", "region", "\"us\""), "") << name;
    EXPECT_EQ(compare(name, "eu", "region", "\"us\""), "Mcp-Param-Region is \"eu\" but arguments.region is \"us\"");
  }
}

TEST(McpParam, must_not_be_there_twice) {
  const Sent sent{.params = R"({"name":"add","arguments":{"region":"us"}})",
                  .param_headers = {{.name = "Region", .value = "us"}, {.name = "REGION", .value = "us"}}};
  EXPECT_EQ(sent.modern(), "Mcp-Param-Region is there twice; a request must have it at most once");
  EXPECT_EQ(sent.legacy(), sent.modern());
}

TEST(McpParam, is_ignored_when_it_is_unknown) {
  EXPECT_EQ(compare("Regio", "\xFF", "x", "1"), "");
  EXPECT_EQ(compare("", "us", "x", "1"), "");
}

TEST(LegacyHeaders, are_compared_only_when_they_are_there) {
  EXPECT_EQ((Sent{.method_headers = {}, .name_headers = {}}.legacy()), "");
  EXPECT_NE((Sent{.method_headers = {"x"}, .name_headers = {}}.legacy()), "");
  EXPECT_NE((Sent{.method_headers = {}, .name_headers = {"x"}}.legacy()), "");
  EXPECT_THAT((Sent{.method_headers = {"tools/call", "tools/call"}}.legacy()), HasSubstr("twice"));
}

TEST(MirroredHeaders, are_fine_without_params) {
  const MirroredFields fields{.method = {.value = "tools/list", .count = 1}, .name = {}, .params = {}};
  EXPECT_EQ(find_header_mismatch(fields, {.method = "tools/list", .params = {}, .arguments = {}}, Mirroring::Required),
            "");
  EXPECT_EQ(find_header_mismatch(fields, {.method = "tools/list", .params = {}, .arguments = kArguments},
                                 Mirroring::Required),
            "");
}

TEST(MirroredHeaders, let_nothing_else_pass_and_make_texts_of_utf8) {
  std::uint32_t state = 1;
  const auto random = [&state](std::size_t below) { return ((state = state * 1664525 + 1013904223) >> 16) % below; };
  constexpr std::string_view kBytes = "=?base64?=0123456789+-.eEtruefalsn \t\"\\\xC3\xA9\xFF\x01[]{}";
  constexpr std::array<const char*, 8> kValues = {"\"us\"", "42", "-1.5e3", "true", "null", "{}", "[1]", "1e400"};
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::size_t size = random(10); size > 0; --size) text += kBytes[random(kBytes.size())];
    if (random(4) == 0) text = "=?base64?" + to_base64(std::as_bytes(std::span(text))) + "?=";
    const std::string value = kValues[random(kValues.size())];
    const MirroredArgument& argument = kArguments[random(3)];
    const std::string mismatch = compare(argument.name, text, std::string(argument.path[0]), value);
    if (!mismatch.empty()) continue;
    std::string storage;
    const std::string decoded(decode_header_value(text, storage).value());
    if (value == "\"us\"" || value == "true") {
      EXPECT_THAT(value, HasSubstr(decoded));
    } else {
      EXPECT_EQ(std::strtod(decoded.c_str(), nullptr), std::strtod(value.c_str(), nullptr)) << decoded;
    }
  }
}

}  // namespace mirrored_headers_test
}  // namespace mcp::protocol::http
