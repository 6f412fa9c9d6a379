// Validation, from declarations made by hand: what the scan cannot be brought to produce is tested here, what a user
// can write is tested by tests/reject and tests/golden.
#include <gtest/gtest.h>

#include "diagnostics/render.hpp"
#include "server/server_model.hpp"
#include "validate/validate.hpp"

namespace mcpgen {
namespace validate_test {

declared::Type type_of(declared::TypeKind kind) {
  declared::Type type;
  type.kind = kind;
  type.bits = 32;
  type.is_signed = true;
  type.spelling = "T";
  return type;
}

declared::Type optional_of(const declared::Type& inner) {
  declared::Type type = type_of(declared::TypeKind::Optional);
  type.arguments = {inner};
  return type;
}

declared::Parameter parameter(const std::string& name, const declared::Type& type) {
  declared::Parameter made;
  made.name = name;
  made.type = type;
  return made;
}

declared::Declarations one_tool(std::vector<declared::Parameter> parameters) {
  declared::Function function;
  function.name = function.cpp_name = "f";
  function.pointer = "&::f";
  function.parameters = std::move(parameters);
  function.result = type_of(declared::TypeKind::Void);
  declared::Declarations declarations;
  declarations.tools = {function};
  return declarations;
}

declared::Annotation annotation(const std::vector<std::pair<std::string, nlohmann::ordered_json>>& options) {
  declared::Annotation made;
  for (const auto& [name, value] : options) {
    declared::Option& option = made.options.emplace_back();
    option.name = name;
    option.value = value;
  }
  return made;
}

std::string problems(const declared::Declarations& declarations) {
  Sink sink;
  (void)validate(declarations, "unit", sink);
  std::string all;
  for (const Diagnostic& diagnostic : sink.all()) {
    if (diagnostic.slug.starts_with("undescribed-")) continue;  // declarations made by hand have no texts
    all += diagnostic.slug + ": " + diagnostic.message + '\n';
  }
  return all;
}

TEST(Validate, refuses_an_optional_of_an_optional) {
  const auto twice = optional_of(optional_of(type_of(declared::TypeKind::Boolean)));
  EXPECT_EQ(
      problems(one_tool({parameter("p", twice)})),
      "unsupported-type: parameter `p` of tool `f` must have a type that JSON can carry, not `T`: null could mean "
      "either level; use one optional\n");
}

TEST(Validate, names_the_path_to_a_type) {
  declared::Declarations declarations = one_tool({});
  declared::Type order = type_of(declared::TypeKind::Struct);
  order.key = "::Order";
  declared::Type item = order;
  item.key = "::Item";
  declared::Type items = type_of(declared::TypeKind::List);
  items.arguments = {item};
  declared::Member bad;
  bad.name = "price";
  bad.type.spelling = "money*";
  bad.type.reason = "use a value";
  declared::Member list;
  list.name = "items";
  list.type = items;
  declarations.structs["::Item"].name = "Item";
  declarations.structs["::Item"].members = {bad};
  declarations.structs["::Order"].name = "Order";
  declarations.structs["::Order"].members = {list};
  declarations.tools[0].parameters = {parameter("order", order)};
  EXPECT_EQ(problems(declarations),
            "unsupported-type: `Order.items[].price` of tool `f` must have a type that JSON can carry, not `money*`: "
            "use a value\n");
}

TEST(Validate, keeps_the_tighter_of_type_and_annotation) {
  declared::Declarations declarations = one_tool({parameter("p", type_of(declared::TypeKind::Integer))});
  declarations.tools[0].parameters[0].annotation =
      annotation({{"minimum", -5000000000}, {"maximum", 7.5}, {"exclusive_maximum", 8}});
  Sink sink;
  const auto model = validate(declarations, "unit", sink);
  ASSERT_TRUE(model) << render(sink);
  EXPECT_EQ(model->tools[0].parameters[0].constraints.dump(), R"({"maximum":7.5,"exclusiveMaximum":8})");
}

TEST(Validate, compares_bounds_of_64_bits_exactly) {
  declared::Type wide = type_of(declared::TypeKind::Integer);
  wide.bits = 64;
  declared::Declarations declarations = one_tool({parameter("p", wide)});
  declarations.tools[0].parameters[0].annotation =
      annotation({{"minimum", 9007199254740993}, {"maximum", 9007199254740992}});
  EXPECT_TRUE(problems(declarations).starts_with("empty-range: ")) << problems(declarations);
}

TEST(Validate, knows_that_integers_are_whole) {
  const auto range = [](const std::vector<std::pair<std::string, nlohmann::ordered_json>>& options,
                        declared::TypeKind kind) {
    declared::Declarations declarations = one_tool({parameter("p", type_of(kind))});
    declarations.tools[0].parameters[0].annotation = annotation(options);
    return problems(declarations).substr(0, 11);
  };
  const auto integer = declared::TypeKind::Integer;
  const auto floating = declared::TypeKind::Floating;
  EXPECT_EQ(range({{"minimum", 0.2}, {"maximum", 0.8}}, integer), "empty-range");
  EXPECT_EQ(range({{"minimum", 0.2}, {"maximum", 0.8}}, floating), "");
  EXPECT_EQ(range({{"exclusive_minimum", 0}, {"exclusive_maximum", 1}}, integer), "empty-range");
  EXPECT_EQ(range({{"exclusive_minimum", 0}, {"exclusive_maximum", 2}}, integer), "");
  EXPECT_EQ(range({{"minimum", 3000000000}}, integer), "empty-range") << "the type ends at 2147483647";
  EXPECT_EQ(range({{"minimum", 1e300}}, floating), "empty-range") << "a float ends at 3.4e38";
}

TEST(Validate, wants_finite_bounds_and_whole_counts) {
  declared::Declarations declarations = one_tool({parameter("p", type_of(declared::TypeKind::Floating))});
  declarations.tools[0].parameters[0].annotation = annotation({{"maximum", std::numeric_limits<double>::infinity()}});
  EXPECT_TRUE(problems(declarations).starts_with("constraint-mismatch")) << problems(declarations);
  declarations = one_tool({parameter("p", type_of(declared::TypeKind::String))});
  declarations.tools[0].parameters[0].annotation = annotation({{"max_length", 1e3}});
  EXPECT_EQ(problems(declarations), "");
}

TEST(Validate, reports_everything_at_once) {
  declared::Declarations declarations = one_tool(
      {parameter("", type_of(declared::TypeKind::Boolean)), parameter("q", type_of(declared::TypeKind::Unsupported))});
  declarations.tools[0].name = "not a name";
  const std::string all = problems(declarations);
  EXPECT_NE(all.find("unnamed-parameter"), std::string::npos) << all;
  EXPECT_NE(all.find("unsupported-type"), std::string::npos) << all;
  EXPECT_NE(all.find("bad-tool-name"), std::string::npos) << all;
}

model::Model unit_with(const std::string& unit, const std::string& tool, const std::string& file) {
  model::Model made;
  made.unit = unit;
  made.tools.emplace_back();
  made.tools[0].name = tool;
  made.tools[0].at = {file, 1, 1, 1};
  return made;
}

TEST(Join, sorts_tools_and_fills_in_the_server) {
  Sink sink;
  const auto server = join({unit_with("a", "z", "a.cpp"), unit_with("b", "m", "b.cpp")}, {"t", "name", "1.2"}, sink);
  ASSERT_TRUE(server);
  EXPECT_EQ(server->server.name, "name");
  EXPECT_EQ(server->server.version, "1.2");
  EXPECT_EQ(server->tool(server->tools[0]).name, "m");
  EXPECT_EQ(server->unit_of(server->tools[1]).unit, "a");
}

TEST(Join, shows_both_places_of_a_clash) {
  Sink sink;
  EXPECT_FALSE(join({unit_with("a", "x", "a.cpp"), unit_with("b", "x", "b.cpp")}, {"t", "n", "1"}, sink));
  ASSERT_EQ(sink.all().size(), 1U);
  EXPECT_EQ(sink.all()[0].slug, "duplicate-tool");
  EXPECT_EQ(sink.all()[0].at.file, "b.cpp");
  ASSERT_EQ(sink.all()[0].notes.size(), 1U);
  EXPECT_EQ(sink.all()[0].notes[0].at.file, "a.cpp");
}

model::Model unit_with_struct(const std::string& unit, const std::string& key, const std::string& member,
                              const std::string& description) {
  model::Model made = unit_with(unit, "tool_of_" + unit, unit + ".cpp");
  model::Struct type;
  type.name = "Item";
  type.cpp_name = "::Item";
  type.description = description;
  type.members.emplace_back();
  type.members[0].name = type.members[0].cpp_name = member;
  made.structs.emplace(key, type);
  return made;
}

TEST(Join, refuses_one_name_for_two_types) {
  Sink sink;
  EXPECT_FALSE(join({unit_with_struct("a", "::Item", "x", ""), unit_with_struct("b", "::Item", "y", "")},
                    {"t", "n", "1"}, sink));
  ASSERT_EQ(sink.all().size(), 1U);
  EXPECT_EQ(sink.all()[0].slug, "type-clash");
}

TEST(Join, takes_a_type_of_a_shared_header_and_types_of_anonymous_namespaces) {
  Sink sink;
  EXPECT_TRUE(join({unit_with_struct("a", "::Item", "x", "one text"), unit_with_struct("b", "::Item", "x", "another")},
                   {"t", "n", "1"}, sink));
  EXPECT_TRUE(
      join({unit_with_struct("a", "(anonymous)::Item", "x", ""), unit_with_struct("b", "(anonymous)::Item", "y", "")},
           {"t", "n", "1"}, sink));
}

TEST(Join, allows_one_server_annotation) {
  model::Model first = unit_with("a", "x", "a.cpp");
  model::Model second = unit_with("b", "y", "b.cpp");
  first.server.emplace().at = {"a.cpp", 2, 1, 1};
  second.server.emplace().at = {"b.cpp", 2, 1, 1};
  Sink sink;
  EXPECT_FALSE(join({first, second}, {"t", "n", "1"}, sink));
  EXPECT_EQ(sink.all()[0].slug, "duplicate-server");
}

TEST(Join, warns_of_a_server_without_tools) {
  Sink sink;
  EXPECT_TRUE(join({}, {"t", "n", "1"}, sink));
  ASSERT_EQ(sink.all().size(), 1U);
  EXPECT_EQ(sink.all()[0].slug, "empty-server");
}

}  // namespace validate_test
}  // namespace mcpgen
