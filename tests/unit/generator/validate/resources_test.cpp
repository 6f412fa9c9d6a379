// Functions behind MCP_RESOURCE and MCP_RESOURCE_LIST.
#include "emit/listing.hpp"
#include "generated.hpp"

namespace mcpgen::test {
namespace resources_test {

using mcp::Revision;
using mcp::spec::traits_of;

constexpr const char* kHeaders =
    "#include <mcp/content.hpp>\n#include <mcp/json.hpp>\n#include <mcp/resource.hpp>\n#include <mcp/result.hpp>\n"
    "#include <mcp/task.hpp>\n#include <filesystem>\n#include <list>\n#include <optional>\n#include <string>\n"
    "#include <vector>\n";

Generated scanned(const std::string& snippet) { return Generated(kHeaders + snippet); }

TEST(Resources, may_return_text_blobs_contents_and_what_becomes_json) {
  const Generated generated = scanned(R"(
    struct S { int a; };
    MCP_RESOURCE(.uri = "x:1") std::string text();
    MCP_RESOURCE(.uri = "x:2") const char* characters();
    MCP_RESOURCE(.uri = "x:3") mcp::Bytes blob();
    MCP_RESOURCE(.uri = "x:4") mcp::Result<mcp::ResourceContents> contents();
    MCP_RESOURCE(.uri = "x:5") mcp::Task<mcp::Result<std::vector<mcp::ResourceContents>>> several();
    MCP_RESOURCE(.uri = "x:6") S record();
    MCP_RESOURCE(.uri = "x:7") std::vector<int> list();
    MCP_RESOURCE(.uri = "x:8") mcp::json any();
    MCP_RESOURCE(.uri = "x:9", .mime_type = "application/geo+json") S typed();
    MCP_RESOURCE(.uri = "x:10") std::filesystem::path path();)");
  ASSERT_EQ(generated.problems(), "");
  std::string types;
  for (const model::Resource& each : generated.model->resources) types += each.name + '=' + each.mime_type + ' ';
  EXPECT_EQ(types,
            "text= characters= blob= contents= several= record=application/json list=application/json "
            "any=application/json typed=application/geo+json path=application/json ");
  EXPECT_TRUE(generated.model->structs.contains("::S")) << "it needs a codec";
  EXPECT_TRUE(generated.model->resources[4].is_task);
}

TEST(Resources, must_not_return_what_belongs_elsewhere) {
  for (const char* type : {"void", "mcp::Text", "std::vector<mcp::Content>", "mcp::Result<void>"}) {
    EXPECT_TRUE(scanned("MCP_RESOURCE(.uri = \"x:1\") " + std::string(type) + " f();")
                    .problems()
                    .starts_with("bad-result: resource `f` must return text"))
        << type;
  }
  for (const char* type :
       {"mcp::Resource", "std::list<mcp::ResourceContents>", "std::optional<mcp::ResourceContents>"}) {
    EXPECT_TRUE(scanned("MCP_RESOURCE(.uri = \"x:1\") " + std::string(type) + " f();")
                    .problems()
                    .starts_with("unsupported-type: "))
        << type;
  }
  EXPECT_NE(scanned("MCP_TOOL() mcp::ResourceContents f();").problems().find("a function behind MCP_RESOURCE"),
            std::string::npos);
  for (const char* type : {"std::vector<std::string>", "std::list<mcp::Resource>", "mcp::Resource", "void"}) {
    EXPECT_TRUE(scanned("MCP_RESOURCE_LIST() " + std::string(type) + " f();")
                    .problems()
                    .starts_with("bad-result: resource list `f` must return std::vector<mcp::Resource>"))
        << type;
  }
}

TEST(Resources, take_variables_by_their_names_for_clients) {
  const Generated generated = scanned(R"(
    enum class Shelf { top };
    MCP_RESOURCE(.uri = "x:{shelf}/{user.id}{?page,all}", .size = nullptr)
    std::string wrong(Shelf shelf);
    )");
  EXPECT_NE(generated.problems(), "") << "Clang's own error";
  const Generated good = scanned(R"(
    enum class Shelf { top };
    MCP_RESOURCE(.uri = "x:{shelf}/{user.id}{?page,all}")
    std::string f(Shelf shelf, MCP_PARAM(.name = "user.id") long id, std::optional<int> page, mcp::Context& ctx,
                  bool all = false);)");
  ASSERT_EQ(good.problems(), "");
  EXPECT_TRUE(good.model->resources[0].is_template);
  EXPECT_EQ(
      scanned("MCP_RESOURCE(.uri = \"x:{a}\") std::string f(MCP_PARAM(.header = \"A\") std::string a);").problems(),
      "header-unreachable: header `A` of parameter `a` of resource `f` must stand on an argument of a tool: clients "
      "repeat no others\n");
}

TEST(Resources, are_functions_that_can_be_called) {
  const auto slugs = [](const std::string& snippet) {
    const Scanned scan(kHeaders + snippet);
    std::string all;
    for (const Diagnostic& each : scan.sink.all()) all += each.slug + ": " + each.message + '\n';
    return all;
  };
  EXPECT_EQ(
      slugs("template <class T> MCP_RESOURCE(.uri = \"x:1\") std::string f();"),
      "tool-template: resource 'f' must not be a template or a member of one: there is nothing to call until it is "
      "instantiated; write a function that calls an instance\n");
  EXPECT_EQ(slugs("class C { MCP_RESOURCE_LIST() std::vector<mcp::Resource> f(); };"),
            "tool-not-public: resource list 'f' must be public, and so must the classes around it: the server calls it "
            "from outside\n");
  EXPECT_TRUE(slugs("struct S { MCP_RESOURCE(.uri = \"x:1\") int a; };")
                  .starts_with("misplaced-annotation: MCP_RESOURCE must stand on a function, not on data member 'a'"));
  EXPECT_EQ(slugs("void f() { struct S { MCP_RESOURCE(.uri = \"x:1\") std::string g() { return {}; } }; }"),
            "tool-local: a resource must be declared at namespace or class scope, not inside a function\n");
}

TEST(Resources, elsewhere_do_not_count) {
  const Scanned scan("#include \"other.hpp\"\n", {.others = {{"other.hpp",
                                                              "MCP_RESOURCE(.uri = \"x:1\") const char* f();\n"
                                                              "MCP_PROMPT() const char* g();\n"}}});
  ASSERT_EQ(scan.sink.all().size(), 1U) << "one a file";
  EXPECT_EQ(scan.sink.all()[0].slug, "annotation-elsewhere");
  EXPECT_TRUE(scan.sink.all()[0].message.starts_with("MCP_RESOURCE is ignored here"));
}

TEST(Resources, are_modified_at_a_time_that_exists) {
  const auto said = [](const std::string& time) {
    return scanned("MCP_RESOURCE(.uri = \"x:1\", .last_modified = \"" + time + "\") std::string f();").problems();
  };
  for (const char* good : {"2026-07-28T12:00:00Z", "2024-02-29t00:00:00.5+23:59", "1990-12-31T23:59:60Z"}) {
    EXPECT_EQ(said(good), "") << good;
  }
  for (const char* bad : {"", "yesterday", "2026-07-28", "2026-02-30T12:00:00Z", "2026-07-28T12:00:00+24:00",
                          "2026-07-28T12:00:60Z", "2026-07-28T12:00:00"}) {
    EXPECT_TRUE(said(bad).starts_with("bad-resource: `.last_modified` of resource `f` must be a date-time of RFC 3339"))
        << bad << said(bad);
  }
}

TEST(Resources, keep_the_constraints_of_their_parameters) {
  const Generated generated =
      scanned("MCP_RESOURCE(.uri = \"x:{a}\") std::string f(MCP_PARAM(.minimum = 1, .maximum = 9) int a);");
  ASSERT_EQ(generated.problems(), "");
  const std::string code = unit_code(*generated.model, "snippet.cpp");
  EXPECT_NE(code.find(".noun = \"integer\",\n      .minimum = detail::Bound(std::int64_t{1})"), std::string::npos);
}

TEST(Resources, are_listed_with_the_fields_each_revision_knows) {
  const Generated generated = scanned(R"(
    /// What it is.
    MCP_RESOURCE(.uri = "x:1", .title = "T", .size = 3, .audience = {mcp::Role::Assistant}, .priority = 1,
                 .last_modified = "2026-01-01T00:00:00Z", .icons = {{.src = "data:,"}}, .meta = "{\"a\": 1}")
    std::string f();)");
  ASSERT_EQ(generated.problems(), "");
  const model::Resource& resource = generated.model->resources[0];
  EXPECT_EQ(resource_json(resource, traits_of(Revision::V2024_11_05)).dump(),
            R"({"uri":"x:1","name":"f","description":"What it is.","size":3,)"
            R"("annotations":{"audience":["assistant"],"priority":1.0}})");
  EXPECT_EQ(resource_json(resource, traits_of(Revision::V2025_06_18)).dump(),
            R"({"uri":"x:1","name":"f","title":"T","description":"What it is.","size":3,"annotations":)"
            R"({"audience":["assistant"],"priority":1.0,"lastModified":"2026-01-01T00:00:00Z"},"_meta":{"a":1}})");
  EXPECT_EQ(resource_json(resource, traits_of(Revision::V2026_07_28))["icons"].dump(), R"([{"src":"data:,"}])");
}

}  // namespace resources_test
}  // namespace mcpgen::test
