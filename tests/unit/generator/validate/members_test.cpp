// What is said of members that nothing can be decoded into.
#include "generated.hpp"

namespace mcpgen::test {
namespace members_test {

TEST(Members, that_are_references_or_constants_are_named) {
  const std::string tool = "\nMCP_TOOL() void f(S a);";
  EXPECT_EQ(
      Generated("struct S { int& a; int b; };" + tool).problems(),
      "unsupported-type: `S.a` of tool `f` must have a type that JSON can carry, not `int &`: a reference member owns "
      "nothing; make it a value\n");
  EXPECT_EQ(Generated("struct S { const int a; int b; };" + tool).problems(),
            "const-member: `S.a` of tool `f` must not be const: decoding assigns to it\n");
  EXPECT_EQ(Generated("struct S { S(int); int a; };" + tool).problems(),
            "unsupported-type: parameter `a` of tool `f` must have a type that JSON can carry, not `S`: it must be "
            "default-constructible, since members are decoded into it\n");
}

TEST(Parameters, of_types_of_the_library_without_a_mapping_get_advice) {
  const auto problem = [](const std::string& type) {
    return Generated("#include <functional>\n#include <initializer_list>\n#include <queue>\nMCP_TOOL() void f(" + type +
                     " a);")
        .problems();
  };
  EXPECT_TRUE(problem("std::function<void()>").ends_with("take a value that says what to do, an enum for instance\n"));
  EXPECT_TRUE(problem("std::initializer_list<int>")
                  .ends_with("std::initializer_list has no mapping to JSON; use std::vector\n"));
  EXPECT_TRUE(problem("std::queue<int>").ends_with("use std::vector\n"));
}

TEST(Annotations, that_clang_refuses_hide_no_error_of_another) {
  const std::string found = Generated(
                                "MCP_TOOL(.nonsense = true) int a(int x);\n"
                                "MCP_TOOL(.name = \"two words\") int b(MCP_PARAM(.minimun = 3) int x);\n"
                                "MCP_TOOL() int c(MCP_PARAM(.minimum = 5, .maximum = 4) int x);\n"
                                "MCP_PROMPT(.nonsense = true) int d();\n"
                                "MCP_RESOURCE(.uri = \"relative\") int e();")
                                .problems();
  for (const char* slug : {"unknown-option: ", "bad-tool-name: ", "empty-range: ", "bad-uri: "}) {
    EXPECT_NE(found.find(slug), std::string::npos) << slug << " is missing in\n" << found;
  }
}

}  // namespace members_test
}  // namespace mcpgen::test
