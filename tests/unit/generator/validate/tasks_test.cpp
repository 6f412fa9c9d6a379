// Tools that return mcp::Task.
#include "generated.hpp"

namespace mcpgen::test {
namespace tasks_test {

constexpr const char* kHeaders =
    "#include <mcp/task.hpp>\n#include <mcp/result.hpp>\n#include <string>\n#include <vector>\n";

TEST(Tasks, have_the_schema_of_their_result) {
  const Generated generated(std::string(kHeaders) + R"(
    struct S { int x; };
    MCP_TOOL() mcp::Task<S> one();
    MCP_TOOL() S same();
    MCP_TOOL() mcp::Task<> none(int a);
    using Alias = mcp::Task<mcp::Result<std::vector<int>>>;
    MCP_TOOL() Alias may_fail() noexcept;
    MCP_TOOL() mcp::Task<mcp::Result<void>> may_fail_with_nothing();)");
  EXPECT_EQ(generated.problems(), "");
  EXPECT_EQ(generated.output("one"), generated.output("same"));
  EXPECT_TRUE(generated.made("one").is_task);
  EXPECT_FALSE(generated.made("same").is_task);
  EXPECT_TRUE(generated.output("none").is_null());
  EXPECT_EQ(generated.output("may_fail")["properties"]["result"]["type"], "array");
  EXPECT_TRUE(generated.output("may_fail_with_nothing").is_null());
  const std::string code = unit_code(*generated.model, "snippet.cpp");
  EXPECT_NE(code.find("#include <mcp/task.hpp>"), std::string::npos);
  EXPECT_EQ(unit_code({}, "snippet.cpp").find("task"), std::string::npos) << "who has none does not pay";
}

TEST(Tasks, of_what_no_tool_returns_are_refused) {
  const Generated generated(std::string(kHeaders) + R"(
    MCP_TOOL() mcp::Task<void*> pointer();
    MCP_TOOL() mcp::Task<int&> reference();
    MCP_TOOL() mcp::Task<mcp::Task<int>> twice();
    MCP_TOOL() mcp::Result<mcp::Task<int>> inside_out();
    MCP_TOOL() std::vector<mcp::Task<int>> many();
    MCP_TOOL() void parameter(mcp::Task<int> task);
    struct S { mcp::Task<int> task; };
    MCP_TOOL() void member(S s);)");
  const std::string all = generated.problems();
  for (const char* reason :
       {"the result of tool `pointer` must have a type that JSON can carry, not `void *`",
        "a task owns its result; make it a value", "await the inner one in the outer one",
        "it is the other way round: mcp::Task<mcp::Result<T>>", "`result[]` of tool `many`",
        "parameter `task` of tool `parameter`", "a task is the whole result of a tool, and nothing else"}) {
    EXPECT_NE(all.find(reason), std::string::npos) << reason << '\n' << all;
  }
}

}  // namespace tasks_test
}  // namespace mcpgen::test
