#include "emit/mirrored.hpp"
#include "generated.hpp"

namespace mcpgen::test {
namespace mirrored_test {

/// "Header path.to.value Kind", line by line.
std::string text_of(const std::vector<MirroredArgument>& all) {
  std::string text;
  for (const MirroredArgument& each : all) {
    std::string path;
    for (const std::string& name : each.path) path += (path.empty() ? "" : ".") + name;
    text += each.header + ' ' + path + ' ' + std::string(each.kind) + '\n';
  }
  return text;
}

std::string mirrored(const std::string& snippet) {
  const Generated generated("#include <optional>\n#include <string>\n#include <vector>\n" + snippet);
  if (const std::string problems = generated.problems(); !problems.empty()) return problems;
  return text_of(mirrored_arguments(generated.made(), *generated.model));
}

TEST(Mirrored, are_sorted_without_regard_to_case) {
  EXPECT_EQ(mirrored("MCP_TOOL() void f(MCP_PARAM(.header = \"b\") int one, MCP_PARAM(.header = \"C\") bool two, "
                     "MCP_PARAM(.header = \"A\", .name = \"3rd\") std::string three, int four);"),
            "A 3rd String\nb one Integer\nC two Boolean\n");
  EXPECT_EQ(mirrored("MCP_TOOL() void f(int a);"), "");
}

TEST(Mirrored, are_found_in_structs_of_structs) {
  EXPECT_EQ(mirrored("struct Inner { MCP_FIELD(.header = \"Deep\") std::optional<int> deep; };\n"
                     "struct Outer { Inner inner; MCP_FIELD(.name = \"self\") std::vector<Outer> others; };\n"
                     "MCP_TOOL() void f(const Outer& outer);"),
            "Deep outer.inner.deep Integer\n");
  EXPECT_EQ(mirrored("enum class E { x }; MCP_TOOL() void f(MCP_PARAM(.header = \"E\") E e);"), "E e String\n");
}

TEST(Mirrored, of_a_schema_of_its_own_stand_in_it) {
  model::Tool tool;
  tool.raw_input_schema = Json::parse(R"({"type": "object", "properties": {
      "b": {"properties": {"c": {"type": "integer", "x-mcp-header": "C"}}},
      "a": {"type": "boolean", "x-mcp-header": "a"}}})");
  EXPECT_EQ(text_of(mirrored_arguments(tool, {})), "a a Boolean\nC b.c Integer\n");
}

}  // namespace mirrored_test
}  // namespace mcpgen::test
