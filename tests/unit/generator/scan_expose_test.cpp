// MCP_EXPOSE and MCP_DESCRIBE: what headers declare that nobody may edit.
#include "generated.hpp"

namespace mcpgen::test {
namespace scan_expose_test {

Options with_header(const std::string& text) { return {.others = {{"lib.hpp", "#pragma once\n" + text}}}; }

std::string included(const std::string& snippet) { return "#include \"lib.hpp\"\n" + snippet; }

TEST(Expose, makes_tools_of_functions_of_every_kind) {
  const Generated generated(included(R"(
    MCP_EXPOSE(lib::plain);
    MCP_EXPOSE(static_cast<double (*)(double)>(lib::area), .name = "circle");
    MCP_EXPOSE(static_cast<double (*)(double, double) noexcept>(lib::area), .name = "rectangle");
    MCP_EXPOSE((lib::convert<int, double>), .name = "convert");
    MCP_EXPOSE(lib::Unit::known, .title = "Known units");
    MCP_EXPOSE(&lib::Unit::count);
    MCP_EXPOSE(c_function);
    namespace here { MCP_EXPOSE(lib::v1::versioned); })"),
                            with_header(R"(namespace lib {
    int plain(int a);
    double area(double radius);
    double area(double width, double height) noexcept;
    template <class A, class B> B convert(A value) { return B(value); }
    struct Unit { static bool known(int id); static int count() noexcept; };
    inline namespace v1 { void versioned(); }
    }
    extern "C" int c_function(int a);)"));
  EXPECT_EQ(generated.problems(), "");
  Strings tools;
  for (const model::Tool& tool : generated.model->tools) {
    tools.push_back(tool.name + ": " + tool.pointer);
    EXPECT_FALSE(tool.owner);
  }
  EXPECT_EQ(tools,
            (Strings{"plain: &::lib::plain", "circle: static_cast<double (*)(double)>(&::lib::area)",
                     "rectangle: static_cast<double (*)(double, double)>(&::lib::area)",
                     "convert: &::lib::convert<int, double>", "known: &::lib::Unit::known",
                     "count: &::lib::Unit::count", "c_function: &::c_function", "versioned: &::lib::versioned"}));
  EXPECT_EQ(generated.made("known").title, "Known units");
}

TEST(Expose, takes_members_of_classes_and_binds_the_class_that_was_named) {
  const Generated generated(included(R"(
    MCP_EXPOSE(&lib::Box::value);
    MCP_EXPOSE(static_cast<int (lib::Box::*)(int)>(&lib::Box::put), .name = "put");
    MCP_EXPOSE(&lib::Crate::value, .name = "crate");
    MCP_EXPOSE(&lib::Box::boxes);)"),
                            with_header(R"(namespace lib {
    class Box { public: explicit Box(int); virtual ~Box(); int value() const noexcept; int put(int a);
      int put(double); static int boxes(); };
    class Crate : public Box { public: Crate(); };
    })"));
  EXPECT_EQ(generated.problems(), "");
  Strings tools;
  for (const model::Tool& tool : generated.model->tools) {
    tools.push_back(tool.name + ": " + tool.pointer + " of " + (tool.owner ? tool.owner->name : "nothing"));
  }
  EXPECT_EQ(tools, (Strings{"value: &::lib::Box::value of lib::Box",
                            "put: static_cast<int (::lib::Box::*)(int)>(&::lib::Box::put) of lib::Box",
                            "crate: &::lib::Box::value of lib::Crate", "boxes: &::lib::Box::boxes of nothing"}));
  EXPECT_FALSE(generated.made("value").owner->is_default_constructible);
  EXPECT_TRUE(generated.made("crate").owner->is_default_constructible);
}

TEST(Expose, takes_templates_of_inline_namespaces) {
  const Generated generated(
      included("MCP_EXPOSE((lib::twice<long>));\nMCP_EXPOSE((lib::v2::twice<int>), .name = \"again\");\n"
               "MCP_EXPOSE((static_cast<long (*)(long, int)>(lib::times<long>)));"),
      with_header(
          "namespace lib { inline namespace v2 { template <class T> T twice(T a); template <class T> T times(T a, "
          "int b); template <class T> T times(T a, double b); } }"));
  EXPECT_EQ(generated.problems(), "");
  EXPECT_EQ(generated.made("twice").pointer, "&::lib::twice<long>");
  EXPECT_EQ(generated.made("times").pointer, "static_cast<long (*)(long, int)>(&::lib::times<long>)");
}

TEST(Expose, says_what_to_write_for_what_a_function_gives_back_through_its_parameters) {
  const Generated generated(included("MCP_EXPOSE(lib::measure);"),
                            with_header("namespace lib { void measure(int* count, double& length); }"));
  EXPECT_EQ(
      generated.problems(),
      "unsupported-type: parameter `count` of tool `measure` must have a type that JSON can carry, not `int *`: "
      "write a function that calls it, with values for what the pointer points to, and make that the tool\n"
      "mutable-reference: parameter `length` of tool `measure` must not be a non-const reference: write a function "
      "that calls it and returns what changed, and make that the tool\n");
}

TEST(Expose, knows_the_defaults_of_functions_and_of_instances_of_templates) {
  const Generated generated(
      included("MCP_EXPOSE(lib::f);\nMCP_EXPOSE((lib::g<double>));\nMCP_EXPOSE(lib::Box<int>::h);"),
      with_header("namespace lib { int f(int a, int b = 2); template <class T> T g(T a, T b = "
                  "T(3)); template <class T> struct Box { static T h(T a = sizeof(T)); }; }"));
  EXPECT_EQ(generated.problems(), "");
  const auto default_of = [&](const char* tool, const char* parameter) {
    return Json::parse(generated.parameter(parameter, tool))["default"].dump();
  };
  EXPECT_EQ(default_of("f", "b"), "2");
  EXPECT_EQ(default_of("g", "b"), "3.0");
  EXPECT_EQ(default_of("h", "a"), "4");
}

TEST(Expose, reads_the_comments_of_the_header) {
  const Scanned scanned(included("MCP_EXPOSE(lib::distance);\nMCP_EXPOSE(lib::speed);"), with_header(R"(namespace lib {
/**
 * @brief Distance between two points.
 *
 * On a sphere.
 * @param[in]  lat1  Latitude of the start
 * @param[in] lon1 Longitude of the start
 * @param[in,out] radius
 *        Of the sphere
 * @param[in] gone No parameter of this name
 * @return metres
 */
double distance(double lat1, double lon1, double radius);
/// \brief Speed of a wave.
/// \param[in] depth Of the water
template <class T> T speed(T depth);
double speed(double depth); ///< In metres per second
})"));
  EXPECT_EQ(scanned.diagnostics.find("unknown-doc-parameter"), std::string::npos);
  const declared::Doc& doc = scanned.tool("distance").doc;
  EXPECT_EQ(doc.description, "Distance between two points.\n\nOn a sphere.");
  EXPECT_EQ(doc.returns, "metres");
  ASSERT_EQ(doc.parameters.size(), 4U);
  EXPECT_EQ(doc.parameters[0].text, "Latitude of the start");
  EXPECT_EQ(doc.parameters[2].name, "radius");
  EXPECT_EQ(doc.parameters[2].text, "Of the sphere");
}

TEST(Expose, takes_no_offence_at_the_comments_of_the_header) {
  const Generated generated(included("/// @param b Not there either\nMCP_EXPOSE(lib::f);"),
                            with_header("namespace lib {\n/// Do it.\n/// @param renamed Long ago\nint f(int a);\n}"));
  EXPECT_EQ(generated.problems(), "unknown-doc-parameter: `@param b` must name a parameter of tool `f`; it has `a`\n");
}

TEST(Expose, prefers_what_stands_above_the_macro) {
  const Generated generated(included(R"(
    /// Far from here to there.
    /// @param lat1 North of the equator
    /// @return In kilometres
    MCP_EXPOSE(lib::distance, .params = {{"lon1", "East of Greenwich"}, {.parameter = "lat1", .maximum = 90}});)"),
                            with_header(R"(namespace lib {
    /// Distance.
    /// @param lat1 Latitude
    /// @param lon1 Longitude
    /// @param lat2 Latitude of the end
    /// @return metres
    double distance(double lat1, double lon1, double lat2);
    })"));
  EXPECT_EQ(generated.problems(), "");
  EXPECT_EQ(generated.made().description, "Far from here to there.");
  EXPECT_EQ(generated.made().result_description, "In kilometres");
  EXPECT_EQ(generated.parameter("lat1"), R"({"type":"number","maximum":90,"description":"North of the equator"})");
  EXPECT_EQ(generated.parameter("lon1"), R"({"type":"number","description":"East of Greenwich"})");
  EXPECT_EQ(generated.parameter("lat2"), R"({"type":"number","description":"Latitude of the end"})");
}

TEST(Expose, takes_every_option_of_a_parameter) {
  const Generated generated(
      included(R"(MCP_EXPOSE(lib::book, .params = {
      {.parameter = "seats", .description = "How many", .title = "Seats", .minimum = 1, .maximum = 9,
       .examples = "[2]", .deprecated = true},
      {"airport", "IATA code", .name = "from", .min_length = 3, .max_length = 3, .pattern = "^[A-Z]+$",
       .header = "Airport"},
      {.parameter = "tags", .max_items = 4, .unique_items = true}});)"),
      with_header("#include <string>\n#include <vector>\nnamespace lib { void book(int seats, std::string airport, "
                  "std::vector<std::string> tags); }"));
  EXPECT_EQ(generated.problems(), "");
  EXPECT_EQ(generated.parameter("seats"),
            R"({"type":"integer","minimum":1,"maximum":9,"title":"Seats","description":"How many","examples":[2],)"
            R"("deprecated":true})");
  EXPECT_EQ(generated.parameter("from"),
            R"({"type":"string","minLength":3,"maxLength":3,"pattern":"^[A-Z]+$","description":"IATA code",)"
            R"("x-mcp-header":"Airport"})");
  EXPECT_EQ(generated.parameter("tags"),
            R"({"type":"array","items":{"type":"string"},"maxItems":4,"uniqueItems":true})");
}

TEST(Expose, names_parameters_without_a_name_by_their_position) {
  const std::string header = "namespace lib { double power(double, int exponent); double sum(double, double); }";
  const Generated generated(
      included("MCP_EXPOSE(lib::power, .params = {{\"base\", \"What is raised\"}, {\"exponent\", \"How often\"}});"),
      with_header(header));
  EXPECT_EQ(generated.problems(), "");
  EXPECT_EQ(generated.parameter("base"), R"({"type":"number","description":"What is raised"})");

  const Generated unnamed(included("MCP_EXPOSE(lib::sum, .params = {{\"a\", \"One\"}});"), with_header(header));
  EXPECT_EQ(unnamed.problems(),
            "unnamed-parameter: parameter `(unnamed)` of tool `sum` must have a name: clients send arguments by name; "
            "give it one in `.params`, at its position\n");
}

TEST(Expose, refuses_entries_that_name_no_parameter) {
  const auto problems = [](const std::string& params) {
    return Generated(included("MCP_EXPOSE(lib::f, .params = {" + params + "});"),
                     with_header("namespace lib { void f(int a, int, int c); }"))
        .problems();
  };
  EXPECT_EQ(
      problems("{\"a\"}, {\"b\"}, {\"d\"}"),
      "unknown-exposed-parameter: entry 3 of `.params`, `d`, must name a parameter of `f`; it has `a`, `b`, `c`\n");
  EXPECT_TRUE(problems("{\"a\"}, {\"not a name\"}, {\"c\"}")
                  .starts_with("unknown-exposed-parameter: entry 2 of `.params`, `not a name`, must name"));
  EXPECT_EQ(problems("{\"a\"}, {\"b\"}, {\"a\"}"),
            "duplicate-annotation: parameter `a` of `f` must be described once\n");
}

TEST(Expose, refuses_what_is_no_function_that_can_be_called) {
  const auto found = [](const std::string& exposed) {
    return Scanned(included("MCP_EXPOSE(" + exposed + ");"),
                   with_header("namespace lib { int (*pointer)(int); extern int number; int f(int); int g(int); void "
                               "v(int, ...); void gone() = delete; struct S { int member; private: int hidden(); }; }"))
        .found();
  };
  EXPECT_EQ(found("lib::number"), Strings{"bad-expose 2:1"});
  EXPECT_EQ(found("lib::pointer"), Strings{"bad-expose 2:1"});
  EXPECT_EQ(found("7"), Strings{"bad-expose 2:12"});
  EXPECT_EQ(found("[](int a) { return a; }"), Strings{"bad-expose 2:12"});
  EXPECT_EQ(found("&lib::S::member"), Strings{"bad-expose 2:12"});
  EXPECT_EQ(found("&lib::S::hidden"), Strings{"bad-expose 2:21"});
  EXPECT_EQ(found("lib::v"), Strings{"tool-variadic 2:1"});
  EXPECT_EQ(found("true ? lib::f : lib::g"), Strings{"bad-expose 2:12"});
}

TEST(Expose, leaves_misspelt_names_to_clang) {
  const Scanned scanned(included("MCP_EXPOSE(lib::are);\nMCP_EXPOSE(lib::over);"),
                        with_header("namespace lib { int area(int); void over(int); void over(double); }"));
  ASSERT_EQ(scanned.sink.all().size(), 2U) << scanned.diagnostics;
  EXPECT_NE(scanned.diagnostics.find("did you mean 'area'?"), std::string::npos) << scanned.diagnostics;
  EXPECT_EQ(scanned.sink.all()[0].at.line, 2U);
  EXPECT_EQ(scanned.sink.all()[1].at.line, 3U);
}

TEST(Expose, puts_every_problem_at_the_macro) {
  const Generated generated(included("MCP_EXPOSE(lib::f);"),
                            with_header("namespace lib { struct Own { int* p; }; int f(Own own, void* v); }"));
  ASSERT_EQ(generated.sink.all().size(), 2U) << generated.diagnostics;
  EXPECT_TRUE(generated.sink.all()[0].at.file.ends_with("lib.hpp")) << "the member itself";
  EXPECT_EQ(generated.sink.all()[1].at, (Location{generated.source, 2, 1, 10}));
}

TEST(Expose, warns_of_missing_texts_and_says_where_they_go) {
  const Generated generated(included("MCP_EXPOSE(lib::f);"), with_header("namespace lib { int f(int a); }"));
  EXPECT_NE(generated.diagnostics.find("describe it in `.params`"), std::string::npos) << generated.diagnostics;
}

TEST(Describe, stands_for_the_annotation_of_a_member) {
  const Generated generated(included(R"(MCP_DESCRIBE(&lib::Order::total, .title = "Sum", .minimum = 0);
    MCP_DESCRIBE(&lib::Entity::id, .description = "Its number", .name = "order_id");
    MCP_DESCRIBE(&lib::Page<int>::next, .description = "Of ints");
    MCP_DESCRIBE(&lib::Order::tags, .max_items = 3);
    MCP_TOOL() void f(lib::Order a, lib::Page<int> b, lib::Page<char> c);)"),
                            with_header(R"(#include <string>
    #include <vector>
    namespace lib {
    struct Entity { int id; };
    struct Order : Entity { double total; std::vector<std::string> tags; };
    template <class T> struct Page { T item; /** The next one */ std::string next; };
    })"));
  EXPECT_EQ(generated.problems(), "");
  EXPECT_EQ(Json::parse(generated.parameter("a"))["properties"].dump(),
            R"({"order_id":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"Its number"},)"
            R"("total":{"type":"number","minimum":0,"title":"Sum"},)"
            R"("tags":{"type":"array","items":{"type":"string"},"maxItems":3}})");
  EXPECT_EQ(Json::parse(generated.parameter("b"))["properties"]["next"]["description"], "Of ints");
  EXPECT_EQ(Json::parse(generated.parameter("c"))["properties"]["next"]["description"], "The next one");
}

TEST(Describe, counts_wherever_it_can_be_seen) {
  const Generated generated(
      "#include \"texts.hpp\"\nMCP_TOOL() void f(lib::Order a);",
      {.others = {{"lib.hpp", "#pragma once\nnamespace lib { struct Order { int id; }; }"},
                  {"texts.hpp",
                   "#include \"lib.hpp\"\nnamespace texts { MCP_DESCRIBE(&lib::Order::id, .title = \"Number\"); }"}}});
  EXPECT_EQ(generated.problems(), "");
  EXPECT_EQ(Json::parse(generated.parameter("a"))["properties"]["id"]["title"], "Number");
}

TEST(Describe, names_enumerators) {
  const std::string header =
      "namespace lib { enum Rotation { rotate_0, rotate_90 }; enum class Side { left, right }; }";
  const Generated generated(
      included("MCP_DESCRIBE(lib::rotate_90, .name = \"90\", .title = \"Quarter\");\n"
               "MCP_DESCRIBE(lib::Side::left, .name = \"l\");\nMCP_TOOL() void turn(lib::Rotation by, lib::Side to);"),
      with_header(header));
  EXPECT_EQ(generated.problems(), "");
  EXPECT_EQ(generated.parameter("by"),
            R"({"type":"string","oneOf":[{"const":"rotate_0"},{"const":"90","title":"Quarter"}]})");
  EXPECT_EQ(generated.parameter("to"), R"({"type":"string","enum":["l","right"]})");
  const Scanned refused(included("MCP_DESCRIBE(lib::rotate_0, .minimum = 1);\nMCP_DESCRIBE(lib::Side::left);\n"
                                 "MCP_DESCRIBE(lib::Side::left, .name = \"l\");"),
                        with_header(header));
  EXPECT_EQ(refused.found(), (Strings{"unknown-option 2:29", "duplicate-annotation 4:1"})) << refused.diagnostics;
}

TEST(Describe, reaches_a_member_once) {
  const auto found = [](const std::string& snippet) {
    return Scanned("struct S { int a; MCP_FIELD(.title = \"b\") int b; };\n" + snippet + "\nMCP_TOOL() void f(S s);")
        .found();
  };
  EXPECT_EQ(found("MCP_DESCRIBE(&S::a, .minimum = 0); MCP_DESCRIBE(&S::a);"), Strings{"duplicate-annotation 2:36"});
  EXPECT_EQ(found("MCP_DESCRIBE(&S::b, .minimum = 0);"), Strings{"duplicate-annotation 2:1"});
  EXPECT_EQ(found("MCP_DESCRIBE(&S::a); MCP_FIELD(.title = \"x\") int y;"), Strings{"misplaced-annotation 2:22"});
}

TEST(Describe, refuses_what_is_no_data_member) {
  const auto found = [](const std::string& named) {
    return Scanned("struct S { int a; static int shared; void method(); };\nint global;\nMCP_DESCRIBE(" + named +
                   ", .title = \"x\");\nMCP_TOOL() void f(S s);")
        .found();
  };
  EXPECT_EQ(found("&S::shared"), Strings{"bad-describe 3:14"});
  EXPECT_EQ(found("&S::method"), Strings{"bad-describe 3:14"});
  EXPECT_EQ(found("&global"), Strings{"bad-describe 3:14"});
  EXPECT_EQ(found("nullptr"), Strings{"bad-describe 3:14"});
  EXPECT_EQ(found("&S::a"), Strings{});
}

TEST(Describe, of_a_member_that_was_renamed_is_an_error_of_clang) {
  const Scanned scanned("struct S { int total; };\nMCP_DESCRIBE(&S::totl, .minimum = 0);\nMCP_TOOL() void f(S s);");
  ASSERT_EQ(scanned.sink.all().size(), 1U) << scanned.diagnostics;
  EXPECT_EQ(scanned.sink.all()[0].at.line, 2U);
  EXPECT_NE(scanned.diagnostics.find("did you mean 'total'?"), std::string::npos) << scanned.diagnostics;
}

}  // namespace scan_expose_test
}  // namespace mcpgen::test
