#include <stdexcept>
#include <stop_token>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/codec/decoder.hpp>
#include <mcp/dynamic.hpp>
#include <mcp/features.hpp>
#include <mcp/json.hpp>
#include <mcp/server.hpp>

#include "catalog/catalog.hpp"
#include "codec/document.hpp"
#include "judged_peer.hpp"
#include "offered.hpp"
#include "peer.hpp"

namespace mcp {
namespace dynamic_test {

using protocol::List;
using testing::HasSubstr;
using testing::StartsWith;
using testing_support::bare;
using testing_support::kModernMeta;

constexpr Revision kRevisions[] = {Revision::V2024_11_05, Revision::V2025_03_26, Revision::V2025_06_18,
                                   Revision::V2025_11_25, Revision::V2026_07_28};

template <class F>
std::string refusal(F&& f) {
  try {
    f();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no refusal";
}

DynamicTool greeter() {
  return {.name = "greet",
          .title = "Greeter",
          .description = "Says hello.",
          .input_schema = R"({"type": "object",
                              "properties": {"name": {"type": "string", "minLength": 2}},
                              "required": ["name"]})",
          .call = [](const json& arguments, Context&) {
            return ToolResult("Hello, " + arguments.at("name").get<std::string>() + "!");
          }};
}

DynamicPrompt reviewer() {
  return {.name = "review",
          .title = "Review",
          .description = "Asks for a review.",
          .arguments = {{.name = "code", .title = "Code", .description = "What to review", .required = true},
                        {.name = "tone"}},
          .get = [](const std::map<std::string, std::string>& arguments, Context&) {
            std::string text;
            for (const auto& [name, value] : arguments) text += name + "=" + value + ";";
            return PromptResult{.messages = {{Role::User, Text{text}}}};
          }};
}

DynamicResource note() {
  return {.resource = {.uri = "note:///1", .name = "one", .title = "One", .mime_type = "text/plain", .size = 5},
          .read = [](Context&) { return ResourceContents{.text = "hello"}; },
          .ttl_ms = 500,
          .is_public = true};
}

/// A server with nothing of its own, and one peer.
struct Own {
  const detail::ServerDescriptor descriptor = bare();
  Server server{descriptor};
  testing_support::KeptLog log;
  protocol::ManualTimers timers;
  protocol::Dispatcher dispatcher{server, {}, log, timers};
  protocol::InlineExecutor executor;
  testing_support::JudgedPeer peer{dispatcher, executor};

  std::string ask(std::string_view method, std::string params) {
    params.insert(1, std::string(kModernMeta) + (params == "{}" ? "" : ","));
    return peer.exchange(testing_support::request("1", method, params)).at(0);
  }
  std::string entry(List list, Revision revision) const {
    std::string body(server.catalog().page(list, revision, std::nullopt)->body);
    return body.substr(body.find('[') + 1, body.size() - body.find('[') - 2);
  }
};

/// Runs a handler as a request would; the report of what is wrong with the arguments if it does not come to that.
std::string run(const protocol::Feature& feature, std::string_view arguments, const detail::Subject& subject = {}) {
  const detail::Handler& handler = *feature.handler;
  Document document;
  EXPECT_EQ(document.parse_copy(arguments), "");
  alignas(std::max_align_t) std::byte storage[256];
  EXPECT_LE(handler.size, sizeof(storage));
  handler.construct(storage);
  Decoder problems;
  std::string answer;
  const bool decoded = handler.decode_for != nullptr
                           ? handler.decode_for(document.root(), storage, feature.object, problems)
                           : detail::decode_object(document.root(), storage, *handler.arguments, problems);
  if (decoded) {
    Writer writer;
    Context context{std::stop_token()};
    detail::Invocation invocation(context, writer, Revision::V2026_07_28, subject);
    handler.call(storage, feature.object, invocation);
    answer = writer.view();
  }
  handler.destroy(storage);
  return decoded ? answer : problems.report();
}

TEST(DynamicTool, is_called_with_arguments_that_fit_its_schema) {
  Own own;
  own.server.tools().add(greeter());
  EXPECT_THAT(own.ask("tools/call", R"({"name":"greet","arguments":{"name":"Ada"}})"),
              HasSubstr(R"("content":[{"type":"text","text":"Hello, Ada!"}])"));
}

TEST(DynamicTool, never_sees_arguments_that_do_not) {
  Own own;
  own.server.tools().add(greeter());
  const std::string answer = own.ask("tools/call", R"({"name":"greet","arguments":{"name":"A"}})");
  EXPECT_THAT(answer, HasSubstr("$.name"));
  EXPECT_THAT(answer, HasSubstr(R"("isError":true)"));
  EXPECT_THAT(own.ask("tools/call", R"({"name":"greet"})"), HasSubstr("name"));
}

TEST(DynamicTool, is_listed_with_what_each_revision_knows) {
  Own own;
  own.server.tools().add(greeter());
  const std::string schema =
      R"("inputSchema":{"type":"object","properties":{"name":{"type":"string","minLength":2}},"required":["name"]})";
  const std::string plain = R"("description":"Says hello.",)" + schema;
  EXPECT_EQ(own.entry(List::Tools, Revision::V2024_11_05), R"({"name":"greet",)" + plain + "}");
  EXPECT_EQ(own.entry(List::Tools, Revision::V2025_03_26),
            R"({"name":"greet",)" + plain + R"(,"annotations":{"title":"Greeter"}})");
  for (const Revision revision : {Revision::V2025_06_18, Revision::V2025_11_25, Revision::V2026_07_28}) {
    EXPECT_EQ(own.entry(List::Tools, revision), R"({"name":"greet","title":"Greeter",)" + plain + "}");
  }
}

TEST(DynamicTool, is_gone_for_callers_once_it_is_removed) {
  Own own;
  own.server.tools().add(greeter());
  own.server.tools().remove("greet");
  EXPECT_THAT(own.ask("tools/call", R"({"name":"greet","arguments":{"name":"Ada"}})"), HasSubstr("Unknown tool"));
}

TEST(DynamicTool, brings_the_capability_along) {
  Own own;
  EXPECT_THAT(own.ask("tools/list", "{}"), HasSubstr("-32601"));
  EXPECT_THAT(own.ask("server/discover", "{}"), HasSubstr(R"("capabilities":{})"));
  own.server.tools().add(greeter());
  EXPECT_THAT(own.ask("tools/list", "{}"), HasSubstr(R"("tools":[{"name":"greet")"));
  EXPECT_THAT(own.ask("server/discover", "{}"),
              HasSubstr(R"("capabilities":{"tools":{"listChanged":true},"logging":{}})"));
}

TEST(DynamicTool, must_keep_the_rules_of_declared_ones) {
  const Own own;
  const auto refused = [&](auto&& change) {
    DynamicTool tool = greeter();
    change(tool);
    return refusal([&] { own.server.tools().add(tool); });
  };
  EXPECT_EQ(
      refused([](DynamicTool& tool) { tool.name = "say hello"; }),
      "mcp: the tool \"say hello\" cannot be added: its name must have 1 to 128 letters, digits, `_`, `.` or `-`, "
      "and nothing else");
  EXPECT_THAT(refused([](DynamicTool& tool) { tool.name = ""; }), HasSubstr("its name must have"));
  EXPECT_THAT(refused([](DynamicTool& tool) { tool.name = std::string(129, 'a'); }), HasSubstr("its name must have"));
  EXPECT_THAT(refused([](DynamicTool& tool) { tool.call = nullptr; }), HasSubstr("it has no function; set .call"));
  EXPECT_THAT(refused([](DynamicTool& tool) { tool.description = "caf\xE9"; }), HasSubstr("UTF-8"));
}

TEST(DynamicTool, must_have_a_schema_that_can_be_checked) {
  const Own own;
  const auto refused = [&](std::string schema) {
    DynamicTool tool = greeter();
    tool.input_schema = std::move(schema);
    return refusal([&] { own.server.tools().add(tool); });
  };
  EXPECT_THAT(refused("{"), HasSubstr("its input_schema is not JSON: "));
  EXPECT_THAT(refused("[]"), HasSubstr("its input_schema must be an object"));
  EXPECT_THAT(refused("{}"), HasSubstr("must have \"type\": \"object\" at its root"));
  EXPECT_THAT(refused(R"({"type":"string"})"), HasSubstr("must have \"type\": \"object\" at its root"));
  EXPECT_THAT(refused(R"({"type":"object","$ref":"#/$defs/a","$defs":{"a":{}}})"), HasSubstr("\"$ref\" at its root"));
  EXPECT_THAT(refused(R"({"type":"object","properties":{"a":{"type":"strnig"}}})"), HasSubstr("names no type"));
  EXPECT_THAT(refused(R"({"type":"object","properties":{"a":{"pattern":"("}}})"), HasSubstr("RE2"));
  EXPECT_THAT(refused(R"({"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A"}}})"),
              HasSubstr("x-mcp-header"));
  EXPECT_THAT(refused(R"({"type":"object","properties":{"o":{"properties":{"a":{"x-mcp-header":"A"}}}}})"),
              HasSubstr("x-mcp-header"));
  for (const char* place :
       {R"("items":{"x-mcp-header":"A"})", R"("allOf":[{"properties":{"a":{"x-mcp-header":"A"}}}])",
        R"("x-mcp-header":"A")", R"("$defs":{"a":{"x-mcp-header":"bad name"}})",
        R"("dependentSchemas":{"a":{"x-mcp-header":"A"}})", R"("contentSchema":{"x-mcp-header":"A"})"}) {
    EXPECT_THAT(refused(R"({"type":"object",)" + std::string(place) + '}'),
                HasSubstr("\"x-mcp-header\" must not be there: headers are for annotated tools"))
        << place;
  }
  EXPECT_EQ(refused(R"({"type":"object","properties":{"x-mcp-header":{"type":"string"}},
                        "default":{"x-mcp-header":1}})"),
            "no refusal");
}

TEST(DynamicTool, must_have_a_schema_of_draft_2020_12) {
  const auto refused = [](const std::string& more) {
    const Own own;
    DynamicTool tool = greeter();
    tool.input_schema = R"({"type":"object",)" + more + '}';
    return refusal([&] { own.server.tools().add(tool); });
  };
  EXPECT_EQ(refused(R"("$schema":"https://json-schema.org/draft/2020-12/schema")"), "no refusal");
  for (const char* dialect : {R"("http://json-schema.org/draft-07/schema#")", R"("urn:nonsense")",
                              R"("https://json-schema.org/draft/2020-12/schema#")"}) {
    EXPECT_THAT(refused(R"("$schema":)" + std::string(dialect)),
                HasSubstr("\"$schema\" must be https://json-schema.org/draft/2020-12/schema"))
        << dialect;
  }
  EXPECT_THAT(refused(R"("properties":{"a":{"$schema":"https://json-schema.org/draft/2020-12/schema"}})"),
              HasSubstr("\"$schema\" must stand at the root alone"));
  EXPECT_THAT(refused(R"("$schema":5)"), HasSubstr("\"$schema\" has a value of the wrong type"));
  EXPECT_THAT(refused(R"("title":5)"), HasSubstr("\"title\" has a value of the wrong type"));
  EXPECT_THAT(refused(R"("allOf":[])"), HasSubstr("\"allOf\" must hold at least one schema"));
}

TEST(DynamicTool, lists_each_property_as_an_object) {
  Own own;
  DynamicTool tool = greeter();
  tool.input_schema = R"({"properties" : {"a": true, "b": false, "c": {"items": true}, "d,\"}": true },
                          "type": "object", "additionalProperties": false})";
  own.server.tools().add(tool);
  EXPECT_THAT(
      own.entry(List::Tools, Revision::V2024_11_05),
      HasSubstr(R"("inputSchema":{"properties":{"a":{},"b":{"not":{}},"c":{"items":true},"d,\"}":{}},"type":"object",)"
                R"("additionalProperties":false}})"));
  EXPECT_THAT(own.ask("tools/call", R"({"name":"greet","arguments":{"b":1}})"), HasSubstr("$.b"));
}

TEST(DynamicTool, lists_its_schema_in_one_line_and_changes_no_text_and_no_number) {
  Own own;
  DynamicTool tool = greeter();
  tool.input_schema =
      "{\n\t\"type\" :\r\n \"object\" , \"properties\":{ \"n\" : {\"type\": \"number\" , \"minimum\":1.50, "
      "\"maximum\": 1E+2,\"default\":100000000000000000000 },\"s\":{\"default\":\" a,  {b} \\n \",\"enum\":[ "
      "\" a,  {b} \\n \" , null ]} } }";
  own.server.tools().add(tool);
  EXPECT_THAT(own.entry(List::Tools, Revision::V2024_11_05),
              HasSubstr(R"("inputSchema":{"type":"object","properties":{"n":{"type":"number","minimum":1.50,)"
                        R"("maximum":1E+2,"default":100000000000000000000},"s":{"default":" a,  {b} \n ",)"
                        R"("enum":[" a,  {b} \n ",null]}}}})"));
}

TEST(DynamicPrompt, gets_the_arguments_that_were_sent) {
  const Own own;
  own.server.prompts().add(reviewer());
  const protocol::Feature& feature = *own.server.catalog().find_prompt("review");
  EXPECT_EQ(run(feature, R"({"code":"x"})"),
            R"("messages":[{"role":"user","content":{"type":"text","text":"code=x;"}}])");
  EXPECT_THAT(run(feature, R"({"tone":"","code":"x"})"), HasSubstr("code=x;tone=;"));
}

TEST(DynamicPrompt, never_sees_others) {
  const Own own;
  own.server.prompts().add(reviewer());
  const protocol::Feature& feature = *own.server.catalog().find_prompt("review");
  EXPECT_THAT(run(feature, "{}"), HasSubstr("required member \"code\" is missing"));
  EXPECT_THAT(run(feature, R"({"code":"x","lang":"c"})"), HasSubstr("lang"));
  EXPECT_THAT(run(feature, R"({"code":1})"), HasSubstr("$.code: expected"));
}

TEST(DynamicPrompt, is_listed_with_what_each_revision_knows) {
  const Own own;
  own.server.prompts().add(reviewer());
  for (const Revision revision : kRevisions) {
    const bool titled = revision >= Revision::V2025_06_18;
    EXPECT_EQ(own.entry(List::Prompts, revision),
              std::string(R"({"name":"review",)") + (titled ? R"("title":"Review",)" : "") +
                  R"("description":"Asks for a review.","arguments":[{"name":"code",)" +
                  (titled ? R"("title":"Code",)" : "") +
                  R"("description":"What to review","required":true},{"name":"tone"}]})");
  }
}

TEST(DynamicPrompt, must_make_sense) {
  const Own own;
  const auto refused = [&](auto&& change) {
    DynamicPrompt prompt = reviewer();
    change(prompt);
    return refusal([&] { own.server.prompts().add(prompt); });
  };
  EXPECT_THAT(refused([](DynamicPrompt& prompt) { prompt.name = ""; }), HasSubstr("its name must have 1 to 128 bytes"));
  EXPECT_THAT(refused([](DynamicPrompt& prompt) { prompt.get = nullptr; }), HasSubstr("it has no function; set .get"));
  EXPECT_THAT(refused([](DynamicPrompt& prompt) { prompt.arguments[1].name = "code"; }),
              HasSubstr("it has two arguments named \"code\""));
  EXPECT_THAT(refused([](DynamicPrompt& prompt) { prompt.arguments[1].name = ""; }),
              HasSubstr("an argument has no name"));
  EXPECT_THAT(refused([](DynamicPrompt& prompt) { prompt.title = "\xFF"; }), HasSubstr("UTF-8"));
}

TEST(DynamicResource, is_read_as_a_declared_one_is) {
  const Own own;
  own.server.resources().add(note());
  const protocol::FoundResource found = own.server.catalog().find_resource("note:///1");
  ASSERT_TRUE(found);
  EXPECT_EQ(found.feature->mime_type, "text/plain");
  EXPECT_EQ(found.feature->caching.ttl_ms, 500U);
  EXPECT_TRUE(found.feature->caching.is_public);
  EXPECT_EQ(run(*found.feature, "{}", {.uri = "note:///1", .mime_type = found.feature->mime_type}),
            R"("contents":[{"uri":"note:///1","mimeType":"text/plain","text":"hello"}])");
}

TEST(DynamicResource, is_listed_with_what_each_revision_knows) {
  const Own own;
  own.server.resources().add(note());
  for (const Revision revision : kRevisions) {
    EXPECT_EQ(own.entry(List::Resources, revision), std::string(R"({"uri":"note:///1","name":"one",)") +
                                                        (revision >= Revision::V2025_06_18 ? R"("title":"One",)" : "") +
                                                        R"("mimeType":"text/plain","size":5})");
  }
}

TEST(DynamicResource, must_keep_the_rules_of_the_protocol) {
  const Own own;
  const auto refused = [&](auto&& change) {
    DynamicResource resource = note();
    change(resource);
    return refusal([&] { own.server.resources().add(resource); });
  };
  EXPECT_THAT(refused([](DynamicResource& one) { one.resource.uri = "no uri"; }), HasSubstr("is not a URI"));
  EXPECT_THAT(refused([](DynamicResource& one) { one.resource.name = ""; }), HasSubstr("is empty"));
  EXPECT_THAT(refused([](DynamicResource& one) { one.resource.annotations.priority = 2; }), HasSubstr("priority"));
  EXPECT_THAT(refused([](DynamicResource& one) { one.resource.annotations.last_modified = "2026-02-30T12:00:00Z"; }),
              HasSubstr("lastModified is not a date-time of RFC 3339"));
  EXPECT_THAT(refused([](DynamicResource& one) { one.read = nullptr; }), HasSubstr("it has no function; set .read"));
}

}  // namespace dynamic_test
}  // namespace mcp
