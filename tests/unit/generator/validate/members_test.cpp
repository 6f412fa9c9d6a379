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
            "const-member: `S.a` of tool `f` must not be const: it is decoded into\n");
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

}  // namespace members_test
}  // namespace mcpgen::test
