// Whole schemas of tools, from what a user writes: references, recursion, headers, results.
#include "emit/schema.hpp"
#include "generated.hpp"

namespace mcpgen::test {
namespace schema_test {

Strings names_of(const Json& object) {
  Strings names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

TEST(Definitions, hold_what_is_mentioned_twice_under_a_readable_name) {
  const Generated generated(
      "#include <map>\n#include <string>\n#include <vector>\n"
      "namespace a { struct Order { int x; }; enum class Unit { m, ft }; struct Once { Unit u; }; }\n"
      "namespace b { struct Order { Order* none() const; a::Unit u; }; }\n"
      "template <class T> struct Page { std::vector<T> items; }; using Alias = a::Order;\n"
      "MCP_TOOL() void f(a::Order p, Alias q, b::Order r, b::Order s, Page<a::Order> t, Page<Alias> u, a::Once v,\n"
      "                  Page<std::map<std::string, std::vector<int>>> w, "
      "Page<std::map<std::string, std::vector<int>>> x);");
  ASSERT_EQ(generated.problems(), "");
  const Json schema = generated.input();
  EXPECT_EQ(names_of(schema["$defs"]),
            (Strings{"Order", "Order_2", "Unit", "Page_Order", "Page_map_string_vector_int"}));
  EXPECT_EQ(schema["properties"]["q"].dump(), R"({"$ref":"#/$defs/Order"})");
  EXPECT_EQ(schema["properties"]["s"].dump(), R"({"$ref":"#/$defs/Order_2"})");
  EXPECT_EQ(schema["properties"]["u"].dump(), R"({"$ref":"#/$defs/Page_Order"})");
  EXPECT_EQ(schema["properties"]["v"]["type"], "object") << "what is mentioned once stands where it is used";
  EXPECT_EQ(schema["properties"]["v"]["properties"]["u"].dump(), R"({"$ref":"#/$defs/Unit"})");
  EXPECT_EQ(schema["$defs"]["Order_2"]["properties"]["u"].dump(), R"({"$ref":"#/$defs/Unit"})");
}

TEST(Definitions, are_the_same_whatever_else_a_file_declares) {
  const std::string types = "struct Point { int x; }; struct Line { Point a, b; };\n";
  const std::string tool = "MCP_TOOL() void f(Line a, Point b);";
  const Json alone = Generated(types + tool).input("f");
  const Json beside = Generated("namespace z { struct Point { int y; }; }\n" + types +
                                "MCP_TOOL() void e(z::Point a, z::Point b, Line c);\n" + tool)
                          .input("f");
  EXPECT_EQ(alone.dump(), beside.dump());
}

TEST(Definitions, hold_types_that_hold_themselves) {
  const std::string headers =
      "#include <map>\n#include <memory>\n#include <optional>\n#include <string>\n#include <variant>\n"
      "#include <vector>\n";
  const auto member = [&](const std::string& type) {
    const Generated generated(headers + "struct N { " + type + " next; };\nMCP_TOOL() void f(N a);");
    if (!generated.model) return generated.diagnostics;
    const Json schema = generated.input();
    EXPECT_EQ(schema["properties"]["a"].dump(), R"({"$ref":"#/$defs/N"})") << type;
    return schema["$defs"]["N"]["properties"]["next"].dump();
  };
  const std::string null_or_n = R"({"anyOf":[{"$ref":"#/$defs/N"},{"type":"null"}]})";
  EXPECT_EQ(member("std::vector<N>"), R"({"type":"array","items":{"$ref":"#/$defs/N"}})");
  EXPECT_EQ(member("std::unique_ptr<N>"), null_or_n);
  EXPECT_EQ(member("std::shared_ptr<const N>"), null_or_n);
  EXPECT_EQ(member("std::vector<std::optional<N>>"), R"({"type":"array","items":)" + null_or_n + "}");
  EXPECT_EQ(member("std::map<std::string, N>"), R"({"type":"object","additionalProperties":{"$ref":"#/$defs/N"}})");
  EXPECT_EQ(member("std::variant<int, std::vector<N>>"),
            R"({"anyOf":[{"type":"integer","minimum":-2147483648,"maximum":2147483647},)"
            R"({"type":"array","items":{"$ref":"#/$defs/N"}}]})");

  const Generated result(headers + "struct N { std::vector<N> next; };\nMCP_TOOL() N f();");
  EXPECT_EQ(result.output().dump(),
            R"({"type":"object","properties":{"next":{"type":"array","items":{"$ref":"#/$defs/N"}}},)"
            R"("required":["next"],"additionalProperties":false,"$defs":{"N":{"type":"object","properties":{"next":)"
            R"({"type":"array","items":{"$ref":"#/$defs/N"}}},"required":["next"],"additionalProperties":false}}})");
}

TEST(Null, is_allowed_beside_every_kind_of_schema) {
  const Generated generated(R"__(#include <memory>
    #include <optional>
    #include <string>
    #include <variant>
    #include <vector>
    #include <mcp/json.hpp>
    #include <mcp/literal.hpp>
    namespace mcp { template <class T> struct codec; }
    struct Choosy {}; struct Listed {};
    template <> struct mcp::codec<Choosy> {
      static constexpr const char* schema = R"({"type": "string", "not": {"enum": ["a"]}, "allOf": [{"minLength": 1}]})";
    };
    template <> struct mcp::codec<Listed> { static constexpr const char* schema = R"({"type": "string", "enum": ["a"]})"; };
    enum class Told { x MCP_VALUE(.title = "X") };
    struct S { int i; };
    MCP_TOOL() void f(std::optional<Choosy> a, std::optional<Listed> b, std::optional<Told> c, std::optional<S> d,
      std::optional<mcp::json> e, std::optional<std::variant<bool, std::string>> g, std::unique_ptr<std::vector<S>> h,
      std::optional<mcp::Literal<"x">> i);)__");
  ASSERT_EQ(generated.problems(), "");
  const std::string s =
      R"({"type":"object","properties":{"i":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},)"
      R"("required":["i"],"additionalProperties":false})";
  EXPECT_EQ(generated.parameter("a"),
            R"({"anyOf":[{"type":"string","not":{"enum":["a"]},"allOf":[{"minLength":1}]},{"type":"null"}]})");
  EXPECT_EQ(generated.parameter("b"), R"({"type":["string","null"],"enum":["a",null]})");
  EXPECT_EQ(generated.parameter("c"),
            R"({"anyOf":[{"type":"string","oneOf":[{"const":"x","title":"X"}]},{"type":"null"}]})");
  EXPECT_EQ(generated.parameter("e"), "{}");
  EXPECT_EQ(generated.parameter("g"), R"({"anyOf":[{"type":"boolean"},{"type":"string"},{"type":"null"}]})");
  EXPECT_EQ(generated.parameter("h"), R"({"type":["array","null"],"items":{"$ref":"#/$defs/S"}})");
  EXPECT_EQ(generated.parameter("i"), R"({"anyOf":[{"type":"string","const":"x"},{"type":"null"}]})");
  EXPECT_EQ(generated.input()["$defs"]["S"].dump(), s);
}

TEST(Variants, are_one_of_only_where_a_literal_tells_all_alternatives_apart) {
  const Generated generated(R"(#include <variant>
    #include <mcp/literal.hpp>
    struct A { mcp::Literal<"a"> kind; }; struct B { mcp::Literal<"b"> kind; }; struct C { int kind; };
    struct D { mcp::Literal<"d"> type; }; struct E { MCP_FIELD(.name = "kind") mcp::Literal<"e"> what; };
    struct F : A { int more; };
    MCP_TOOL() void f(std::variant<A, B> a, std::variant<A, C> b, std::variant<A, D> c, std::variant<B, E> d,
                      std::variant<A, int> e, std::variant<B, F> g, std::variant<A> h);)");
  ASSERT_EQ(generated.problems(), "");
  const Json properties = generated.input()["properties"];
  std::string choices;
  for (const auto& [name, schema] : properties.items()) choices += name + (schema.contains("oneOf") ? "1 " : "n ");
  EXPECT_EQ(choices, "a1 bn cn d1 en g1 h1 ");
}

TEST(Headers, stand_in_the_input_alone) {
  const Generated generated(R"(#include <cstdint>
    #include <optional>
    #include <string>
    struct Where { MCP_FIELD(.header = "Region") std::string region; MCP_FIELD(.header = "Zone") std::uint64_t zone; };
    struct Both { Where here; };
    enum class Tier { free, paid };
    MCP_TOOL() Where f(Both where, MCP_PARAM(.header = "Shard") std::optional<std::int64_t> shard,
      MCP_PARAM(.header = "Tier") std::optional<Tier> tier, Tier other, MCP_PARAM(.header = "Deep") bool deep = true,
      MCP_PARAM(.header = "Count", .maximum = 5) long count = 3);)");
  ASSERT_EQ(generated.problems(), "");
  const auto of = [&](const char* name) { return generated.parameter(name); };
  EXPECT_EQ(Json::parse(of("where"))["properties"]["here"]["properties"].dump(),
            R"({"region":{"type":"string","x-mcp-header":"Region"},)"
            R"("zone":{"type":"integer","minimum":0,"maximum":9007199254740991,"x-mcp-header":"Zone"}})");
  EXPECT_EQ(of("shard"), R"({"type":"integer","format":"int64","minimum":-9007199254740991,"maximum":9007199254740991,)"
                         R"("x-mcp-header":"Shard"})");
  EXPECT_EQ(of("tier"), R"({"type":"string","enum":["free","paid"],"x-mcp-header":"Tier"})") << "in place, never null";
  EXPECT_EQ(of("deep"), R"({"type":"boolean","default":true,"x-mcp-header":"Deep"})");
  EXPECT_EQ(of("count"), R"({"type":"integer","format":"int64","maximum":5,"minimum":-9007199254740991,"default":3,)"
                         R"("x-mcp-header":"Count"})");
  EXPECT_EQ(generated.input()["required"].dump(), R"(["where","other"])");
  EXPECT_EQ(generated.output().dump().find("x-mcp-header"), std::string::npos) << generated.output();
}

TEST(Headers, are_never_null_by_default_or_example) {
  const Generated generated(R"(#include <optional>
    #include <string>
    struct S { MCP_FIELD(.header = "Deep") std::optional<int> deep = std::nullopt; };
    MCP_TOOL() void f(S s, MCP_PARAM(.header = "Region") std::optional<std::string> region = std::nullopt);)");
  ASSERT_EQ(generated.problems(), "");
  EXPECT_EQ(generated.parameter("region"), R"({"type":"string","x-mcp-header":"Region"})");
  EXPECT_FALSE(Json::parse(generated.parameter("s"))["properties"]["deep"].contains("default"));
  EXPECT_EQ(generated.made().parameters[1].default_expression, "::std::optional<::std::string>()");
  EXPECT_TRUE(Generated("#include <optional>\nMCP_TOOL() void f(MCP_PARAM(.header = \"H\", .examples = \"[null]\") "
                        "std::optional<int> a);")
                  .problems()
                  .starts_with("bad-example: "));
}

TEST(Headers, keep_structs_in_place_however_often_they_are_mentioned) {
  const Generated generated(R"(#include <string>
    struct Where { MCP_FIELD(.header = "Region") std::string region; };
    struct Copy { Where from; }; struct Plain { int x; };
    MCP_TOOL() void f(Where a, Plain b, Plain c);
    MCP_TOOL() void g(Where a, Where b);)");
  EXPECT_NE(generated.problems().find("duplicate-header: header `Region` of `b.region` of tool `g`"), std::string::npos)
      << generated.problems();
  const Generated twice(R"(#include <string>
    struct Where { MCP_FIELD(.header = "Region") std::string region; };
    MCP_TOOL() Where f(Where a);)");
  EXPECT_EQ(Json::parse(twice.parameter("a"))["properties"]["region"]["x-mcp-header"], "Region");
  EXPECT_FALSE(twice.input().contains("$defs"));
}

TEST(Headers, are_refused_where_clients_find_none) {
  const auto slug = [](const std::string& parameter) {
    const std::string problems =
        Generated(
            "#include <chrono>\n#include <map>\n#include <optional>\n#include <string>\n#include <variant>\n#include "
            "<vector>\nenum class E { x };\nstruct H { MCP_FIELD(.header = \"H\") int h; };\nstruct R { "
            "MCP_FIELD(.header = "
            "\"R\") int r; std::vector<R> more; };\nMCP_TOOL() void f(" +
            parameter + ");")
            .problems();
    return problems.substr(0, problems.find(':'));
  };
  for (const char* bad : {"std::vector<H> a", "std::optional<H> a", "std::map<std::string, H> a",
                          "std::variant<int, H> a", "std::pair<int, H> a", "R a"}) {
    EXPECT_EQ(slug(bad), "header-unreachable") << bad;
  }
  for (const char* bad : {"double a", "std::vector<int> a", "H a", "std::map<std::string, int> a",
                          "std::variant<int, bool> a", "std::chrono::milliseconds a"}) {
    EXPECT_EQ(slug("MCP_PARAM(.header = \"X\") " + std::string(bad)), "header-type") << bad;
  }
  for (const char* good :
       {"int a", "bool a", "E a", "std::optional<std::string> a", "std::chrono::sys_days a", "char a"}) {
    EXPECT_EQ(slug("MCP_PARAM(.header = \"X\") " + std::string(good)), "") << good;
  }
  EXPECT_EQ(slug("MCP_PARAM(.header = \"x y\") int a"), "bad-header-name");
  EXPECT_EQ(slug("MCP_PARAM(.header = \"\") int a"), "bad-header-name");
  EXPECT_EQ(slug("MCP_PARAM(.header = \"A\") int a, MCP_PARAM(.header = \"a\") int b"), "duplicate-header");
  EXPECT_EQ(slug("MCP_PARAM(.header = \"X\") std::string password"), "secret-header");
  EXPECT_EQ(slug("MCP_PARAM(.header = \"Api-Key\") std::string a"), "secret-header");
}

TEST(Results, are_wrapped_unless_they_are_objects_or_text) {
  const Generated generated(R"(#include <map>
    #include <optional>
    #include <string>
    #include <string_view>
    #include <vector>
    struct S { int i; };
    MCP_TOOL() void a(); MCP_TOOL() std::string b(); MCP_TOOL() std::string_view c(); MCP_TOOL() const char* d();
    /// Count.
    /// @return How many
    MCP_TOOL() int e();
    /// Map.
    /// @return By name
    MCP_TOOL() std::map<std::string, bool> g();
    MCP_TOOL() std::vector<S> h(); MCP_TOOL() std::optional<S> i();)");
  ASSERT_EQ(generated.problems(), "");
  for (const char* tool : {"a", "b", "c", "d"}) EXPECT_TRUE(generated.output(tool).is_null()) << tool;
  EXPECT_EQ(generated.output("e").dump(),
            R"({"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647,)"
            R"("description":"How many"}},"required":["result"],"additionalProperties":false,)"
            R"("x-fastmcp-wrap-result":true})");
  EXPECT_EQ(generated.output("g").dump(),
            R"({"type":"object","additionalProperties":{"type":"boolean"},"description":"By name"})");
  EXPECT_EQ(generated.output("h")["properties"]["result"]["type"], "array");
  EXPECT_EQ(generated.output("i")["properties"]["result"]["type"].dump(), R"(["object","null"])");
}

TEST(Results, that_are_wrapped_say_so) {
  const Generated generated(R"__(#include <map>
    #include <string>
    #include <mcp/json.hpp>
    struct S { int i; };
    MCP_TOOL() int a(); MCP_TOOL() S b(); MCP_TOOL() std::map<std::string, int> c();
    MCP_TOOL(.output_schema = R"({"type": "object"})") mcp::json d();)__");
  ASSERT_EQ(generated.problems(), "");
  EXPECT_EQ(generated.output("a")["x-fastmcp-wrap-result"], true);
  for (const char* tool : {"b", "c", "d"})
    EXPECT_FALSE(generated.output(tool).contains("x-fastmcp-wrap-result")) << tool;
}

TEST(Null, is_an_alternative_where_a_tool_has_headers) {
  const std::string types =
      "#include <optional>\n#include <string>\n#include <vector>\nenum class E { x, y };\n"
      "struct S { std::optional<bool> flag; int n; };\n";
  const std::string others =
      "MCP_PARAM(.minimum = 1) std::optional<int> a, std::optional<E> b, std::optional<std::vector<int>> c, S s, "
      "std::optional<S> d)";
  const Generated generated(types + "MCP_TOOL() S f(MCP_PARAM(.header = \"Zone\") std::optional<std::string> zone, " +
                            others + ";\nMCP_TOOL() S g(" + others + ';');
  ASSERT_EQ(generated.problems(), "");
  EXPECT_EQ(generated.parameter("zone", "f"), R"({"type":"string","x-mcp-header":"Zone"})");
  EXPECT_EQ(generated.parameter("a", "f"),
            R"({"anyOf":[{"type":"integer","minimum":1,"maximum":2147483647},{"type":"null"}]})");
  EXPECT_EQ(generated.parameter("b", "f"), R"({"anyOf":[{"type":"string","enum":["x","y"]},{"type":"null"}]})");
  EXPECT_EQ(generated.parameter("c", "f"),
            R"({"anyOf":[{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},)"
            R"({"type":"null"}]})");
  EXPECT_EQ(generated.input("f").dump().find(R"("type":[)"), std::string::npos);
  EXPECT_EQ(generated.parameter("a", "g"), R"({"type":["integer","null"],"minimum":1,"maximum":2147483647})");
  EXPECT_EQ(generated.output("f")["properties"]["flag"]["type"].dump(), R"(["boolean","null"])");
}

TEST(RawSchemas, have_objects_as_the_properties_of_their_root) {
  const Generated generated(R"__(#include <mcp/json.hpp>
    MCP_TOOL(.input_schema = R"({"type": "object", "properties": {"a": true, "b": false, "c": {"items": true}}})",
             .output_schema = R"({"type": "object", "properties": {"d": true}})")
    mcp::json f(const mcp::json& arguments);)__");
  ASSERT_EQ(generated.problems(), "");
  EXPECT_EQ(generated.input()["properties"].dump(), R"({"a":{},"b":{"not":{}},"c":{"items":true}})");
  EXPECT_EQ(generated.output()["properties"].dump(), R"({"d":{}})");
}

/// A codec of the type `T` with that schema, and what else it has.
std::string codec(const std::string& schema, const std::string& more = {}) {
  return "struct T {};\ntemplate <> struct mcp::codec<T> { static constexpr const char* schema = R\"__(" + schema +
         ")__\"; " + more + " };\n";
}

TEST(Codecs, of_objects_have_objects_as_properties) {
  const Generated generated(
      "#include <mcp/codec/codec.hpp>\n" +
      codec(R"({"type": "object", "properties": {"a": true}})", "static constexpr bool kObjectRoot = true;") +
      "MCP_TOOL() T f();");
  ASSERT_EQ(generated.problems(), "");
  EXPECT_EQ(generated.output().dump(), R"({"type":"object","properties":{"a":{}}})");
}

TEST(Codecs, with_references_stand_where_those_lead_to_the_same) {
  const Generated generated(
      "#include <mcp/codec/codec.hpp>\n#include <optional>\n#include <vector>\nnamespace lib {\n"
      "template <class> struct Tree {}; }\ntemplate <class X> struct mcp::codec<lib::Tree<X>> {\n"
      "  static constexpr const char* schema = R\"__({\"$ref\": \"#/$defs/node\", \"$defs\": {\"node\": {\"type\": "
      "\"array\", \"items\": {\"$ref\": \"#\"}}}})__\"; };\n"
      "MCP_TOOL() void f(lib::Tree<int> a, std::optional<lib::Tree<int>> b, std::vector<lib::Tree<long>> c);");
  ASSERT_EQ(generated.problems(), "");
  const Json schema = generated.input();
  EXPECT_EQ(schema["$defs"].dump(), R"({"Tree":{"$ref":"#/$defs/Tree/$defs/node","$defs":{"node":{"type":"array",)"
                                    R"("items":{"$ref":"#/$defs/Tree"}}}}})");
  EXPECT_EQ(generated.parameter("a"), R"({"$ref":"#/$defs/Tree"})");
  EXPECT_EQ(generated.parameter("b"), R"({"anyOf":[{"$ref":"#/$defs/Tree"},{"type":"null"}]})");
  EXPECT_EQ(generated.parameter("c"), R"({"type":"array","items":{"$ref":"#/$defs/Tree"}})");
}

TEST(Codecs, state_a_schema_that_may_stand_anywhere) {
  const auto notes = [](const std::string& schema) {
    const Generated generated("#include <mcp/codec/codec.hpp>\n" + codec(schema) + "MCP_TOOL() void f(T a, T b);");
    std::string all;
    for (const Diagnostic& each : generated.sink.all()) {
      if (each.slug != "bad-codec") continue;
      for (const Note& note : each.notes) all += (all.empty() ? "" : "\n") + note.text;
    }
    return all;
  };
  EXPECT_EQ(notes(R"({"type": "string", "properties": {"x-mcp-header": {}, "$id": {}}, "const": {"$id": 1}})"), "");
  EXPECT_EQ(notes(R"({"type": "strin", "required": "x", "allOf": [{"$ref": "#/definitions/nowhere"}]})"),
            "#/type: must be one of array, boolean, integer, null, number, object, string, or a list of them, is "
            "\"strin\"\n"
            "#/required: must be a list of names, is \"x\"\n"
            "#/allOf/0/$ref: must lead to a schema, and there is nothing at \"#/definitions/nowhere\"");
  EXPECT_EQ(notes(R"({"items": {"type": "string", "x-mcp-header": "A"}})"),
            "#/items/x-mcp-header: must not be here: headers are asked for by `.header` of a parameter or member");
  EXPECT_EQ(notes(R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.com/a"})"),
            "#/$schema: must not be here: the dialect is that of the tool's schema\n"
            "#/$id: must not be here: it would change what the references of the tool's schema mean");
  EXPECT_NE(notes(R"({"$schema": "http://json-schema.org/draft-07/schema#"})"), "");
  EXPECT_EQ(notes(R"({"$ref": "https://example.com/a"})"),
            "#/$ref: must stay within this schema (\"#\", \"#/…\" or \"#anchor\"), leads to the network: "
            "\"https://example.com/a\"");
  EXPECT_EQ(notes(R"({"$ref": "#a", "$defs": {"b": {"$anchor": "a"}}})"),
            "#/$ref: must be a JSON pointer, as in #/$defs/name\n"
            "#/$defs/b/$anchor: must not be here: the text may stand in a schema more than once; refer with a JSON "
            "pointer, as in #/$defs/name");
}

TEST(MapKeys, have_a_pattern_for_the_integers_of_their_type) {
  const Generated generated(
      "#include <cstdint>\n#include <map>\nMCP_TOOL() void f(std::map<std::int8_t, int> a, std::map<std::uint16_t, "
      "int> "
      "b);");
  EXPECT_EQ(Json::parse(generated.parameter("a"))["propertyNames"]["pattern"],
            "^(0|[1-9][0-9]{0,1}|1[0-1][0-9]|12[0-6]|127|-([1-9][0-9]{0,1}|1[0-1][0-9]|12[0-7]|128))$");
  const std::string pattern = Json::parse(generated.parameter("b"))["propertyNames"]["pattern"];
  EXPECT_EQ(pattern,
            "^(0|[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-4]|65535)$");
}

}  // namespace schema_test
}  // namespace mcpgen::test
