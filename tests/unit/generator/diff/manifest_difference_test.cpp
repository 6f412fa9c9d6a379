#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "diff/manifest_difference.hpp"
#include "output.hpp"

namespace mcpgen {
namespace manifest_difference_test {

std::string manifest(const std::string& rest) { return R"({"manifest": 1, "name": "s")" + rest + "}"; }
std::string with_tools(const std::string& tools) { return manifest(R"(, "tools": [)" + tools + "]"); }
std::string with_hints(const std::string& hints) {
  return with_tools(R"({"name": "t", "annotations": )" + hints + "}");
}

ManifestDifference compare(const std::string& before, const std::string& after) {
  return compare_manifests(before, "old.json", after, "new.json");
}
std::string text(const std::string& before, const std::string& after) { return compare(before, after).text; }

TEST(ManifestDifference, is_none_for_identical_manifests) {
  const std::string golden = read_file(std::string(GOLDEN_DIR) + "/weather/manifest.json");
  const ManifestDifference difference = compare(golden, golden);
  EXPECT_EQ(difference.worst, Difference::None);
  EXPECT_EQ(difference.text, "");
}

TEST(ManifestDifference, is_as_bad_as_its_worst_change_and_tells_that_first) {
  const std::string before = with_tools(R"({"name": "a", "description": "one"}, {"name": "b"})");
  const ManifestDifference difference =
      compare(before, with_tools(R"({"name": "a", "description": "two"}, {"name": "c"})"));
  EXPECT_EQ(difference.worst, Difference::Breaking);
  EXPECT_EQ(difference.text,
            "breaking: tool `b` was removed\n"
            "compatible: tool `c` was added\n"
            "wording: tool `a` has `description` \"two\", was \"one\"\n");
  EXPECT_EQ(compare(before, with_tools(R"({"name": "a", "description": "one"}, {"name": "b"}, {"name": "c"})")).worst,
            Difference::Compatible);
  EXPECT_EQ(compare(before, with_tools(R"({"name": "a"}, {"name": "b"})")).worst, Difference::Wording);
}

TEST(ManifestDifference, knows_the_server_by_its_name) {
  EXPECT_EQ(text(R"({"manifest": 1, "name": "a"})", R"({"manifest": 1, "name": "b"})"),
            "breaking: the server has `name` \"b\", was \"a\"\n");
  EXPECT_EQ(text(manifest(R"(, "title": "A", "version": "1", "instructions": "I", "website": "w", "icons": [])"),
                 manifest(R"(, "version": "2")")),
            "wording: the server no longer has `title` \"A\"\n"
            "wording: the server has `version` \"2\", was \"1\"\n"
            "wording: the server no longer has `instructions` \"I\"\n"
            "wording: the server no longer has `website` \"w\"\n"
            "wording: the server no longer has `icons` []\n");
}

TEST(ManifestDifference, compares_both_schemas_of_a_tool) {
  const auto tool = [](const std::string& input, const std::string& output) {
    return with_tools(R"({"name": "t", "inputSchema": {"properties": {"a": )" + input +
                      R"(}}, "outputSchema": {"properties": {"a": )" + output + "}}}");
  };
  EXPECT_EQ(text(tool(R"({"minimum": 1})", R"({"minimum": 1})"), tool(R"({"minimum": 0})", R"({"minimum": 0})")),
            "breaking: tool `t`: output `a` has `minimum` 0, was 1\n"
            "compatible: tool `t`: argument `a` has `minimum` 0, was 1\n");
  EXPECT_EQ(text(with_tools(R"({"name": "t"})"), with_tools(R"({"name": "t", "outputSchema": {}})")),
            "compatible: tool `t` now has an output schema\n");
  EXPECT_EQ(text(with_tools(R"({"name": "t", "outputSchema": {}})"), with_tools(R"({"name": "t"})")),
            "breaking: tool `t` no longer has an output schema\n");
}

TEST(ManifestDifference, takes_a_withdrawn_hint_for_breaking) {
  const char* const cases[][2] = {{R"({"readOnlyHint": true})", R"({"readOnlyHint": false})"},
                                  {R"({"destructiveHint": false})", R"({"destructiveHint": true})"},
                                  {R"({"idempotentHint": true})", "{}"},
                                  {R"({"openWorldHint": false})", "{}"}};
  for (const auto& [safer, riskier] : cases) {
    EXPECT_EQ(compare(with_hints(safer), with_hints(riskier)).worst, Difference::Breaking) << safer;
    EXPECT_EQ(compare(with_hints(riskier), with_hints(safer)).worst, Difference::Compatible) << safer;
  }
  EXPECT_EQ(text(with_hints(R"({"readOnlyHint": true})"), with_tools(R"({"name": "t"})")),
            "breaking: tool `t`: `readOnlyHint` is now false\n");
}

TEST(ManifestDifference, knows_what_hints_mean_that_are_not_given) {
  // The specification's own defaults, spelt out.
  EXPECT_EQ(text(with_hints("{}"), with_hints(R"({"destructiveHint": true})")),
            "wording: tool `t`: now has `destructiveHint` true\n");
  // A tool that only reads destroys nothing, whatever the hint says.
  EXPECT_EQ(compare(with_hints(R"({"readOnlyHint": true, "destructiveHint": false})"),
                    with_hints(R"({"readOnlyHint": true, "destructiveHint": true})"))
                .worst,
            Difference::Wording);
  EXPECT_EQ(text(with_hints("{}"), with_hints(R"({"title": "T", "x": 1})")),
            "breaking: tool `t`: now has `x` 1\nwording: tool `t`: now has `title` \"T\"\n");
}

TEST(ManifestDifference, takes_unknown_fields_for_promises) {
  EXPECT_EQ(
      text(with_tools(R"({"name": "t", "execution": {"taskSupport": "optional"}})"), with_tools(R"({"name": "t"})")),
      "breaking: tool `t` no longer has `execution` {\"taskSupport\":\"optional\"}\n");
  EXPECT_EQ(text(manifest(""), manifest(R"(, "more": 1)")), "breaking: the server now has `more` 1\n");
}

TEST(ManifestDifference, compares_other_lists_of_named_things) {
  const std::string before = manifest(R"(, "prompts": [{"name": "p", "arguments":
    [{"name": "a", "required": true}, {"name": "b"}, {"name": "c", "description": "C"}]}],
    "resources": [{"uri": "file:///a", "mimeType": "text/plain"}])");
  const std::string after = manifest(R"(, "prompts": [{"name": "p", "arguments":
    [{"name": "a", "required": false}, {"name": "b", "required": true}, {"name": "c"}, {"name": "d"},
     {"name": "e", "required": true}]}, {"name": "q"}],
    "resources": [{"uri": "file:///a", "mimeType": "text/html"}], "resourceTemplates": [{"uriTemplate": "x:{a}"}])");
  EXPECT_EQ(text(before, after),
            "breaking: prompt `p`: argument `b` is now required\n"
            "breaking: prompt `p`: argument `e` was added\n"
            "breaking: resource `file:///a` has `mimeType` \"text/html\", was \"text/plain\"\n"
            "compatible: prompt `p`: argument `a` is no longer required\n"
            "compatible: prompt `p`: argument `d` was added\n"
            "compatible: prompt `q` was added\n"
            "compatible: resource template `x:{a}` was added\n"
            "wording: prompt `p`: argument `c` no longer has `description` \"C\"\n");
  EXPECT_EQ(compare(after, before).worst, Difference::Breaking);
}

TEST(ManifestDifference, knows_resources_by_their_uris) {
  const auto with = [](const std::string& entries) { return manifest(R"(, "resources": [)" + entries + "]"); };
  EXPECT_EQ(text(with(R"({"uri": "x:1", "name": "n", "size": 1}, {"uri": "x:2", "name": "n"})"),
                 with(R"({"uri": "x:1", "name": "m", "annotations": {"priority": 1}}, {"uri": "x:3", "name": "n"})")),
            "breaking: resource `x:2` was removed\n"
            "compatible: resource `x:3` was added\n"
            "wording: resource `x:1` has `name` \"m\", was \"n\"\n"
            "wording: resource `x:1` no longer has `size` 1\n"
            "wording: resource `x:1` now has `annotations` {\"priority\":1}\n");
}

TEST(ManifestDifference, compares_what_is_completed) {
  const auto with = [](const std::string& entries) { return manifest(R"(, "completions": [)" + entries + "]"); };
  const std::string before = with(R"({"prompt": "p", "argument": "a", "values": ["x", "y"]},
    {"prompt": "p", "argument": "b", "values": ["x"]}, {"resource": "r:{a}", "argument": "a"},
    {"prompt": "p", "argument": "c", "values": ["x", "y"]})");
  EXPECT_EQ(text(before, with(R"({"prompt": "p", "argument": "a", "values": ["y", "z"]},
    {"prompt": "p", "argument": "b"}, {"prompt": "p", "argument": "c", "values": ["y", "x"]})")),
            "breaking: completion `p: a` no longer has the value \"x\"\n"
            "breaking: completion `r:{a}: a` was removed\n"
            "compatible: completion `p: a` now has the value \"z\"\n"
            "compatible: completion `p: b` is completed by a function now\n"
            "wording: completion `p: c` has its values in another order\n");
  EXPECT_EQ(
      text(with(R"({"prompt": "p", "argument": "b"})"), with(R"({"prompt": "p", "argument": "b", "values": ["x"]})")),
      "compatible: completion `p: b` is completed by itself now\n");
}

TEST(ManifestDifference, takes_a_required_task_for_breaking) {
  const auto with = [](const std::string& more) { return with_tools(R"({"name": "t")" + more + "}"); };
  const std::string optional = R"(, "taskSupport": "optional")";
  const std::string required = R"(, "taskSupport": "required")";
  EXPECT_EQ(text(with(""), with(optional)), "compatible: tool `t` now has `taskSupport` \"optional\"\n");
  EXPECT_EQ(text(with(optional), with(required)),
            "breaking: tool `t` has `taskSupport` \"required\", was \"optional\"\n");
  EXPECT_EQ(text(with(required), with("")), "compatible: tool `t` no longer has `taskSupport` \"required\"\n");
}

TEST(ManifestDifference, tells_a_difference_of_order_alone) {
  const std::string before = with_tools(R"({"name": "t", "title": "T"})");
  EXPECT_EQ(text(before, before + "\n"), "wording: only the order or the layout differs\n");
  EXPECT_EQ(text(before, with_tools(R"({"title": "T", "name": "t"})")),
            "wording: only the order or the layout differs\n");
}

TEST(ManifestDifference, refuses_what_is_no_manifest) {
  for (const std::string bad : {"", "[]", "{", R"({"name": "s"})", R"({"manifest": 2})"}) {
    EXPECT_THROW((void)compare(bad, manifest("")), std::runtime_error) << bad;
    EXPECT_THROW((void)compare(manifest(""), bad), std::runtime_error) << bad;
  }
  for (const std::string& bad :
       {with_tools("{}"), with_tools("7"), with_tools(R"({"name": 7})"), manifest(R"(, "tools": 7)"),
        with_tools(R"({"name": "t", "inputSchema": {"required": [1]}})"), with_hints("7"),
        with_hints(R"({"readOnlyHint": 7})")}) {
    EXPECT_THROW((void)compare(bad, with_tools(R"({"name": "t", "inputSchema": {}, "annotations": {}})")),
                 std::runtime_error)
        << bad;
  }
  try {
    (void)compare(manifest(""), R"({"manifest": 2})");
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()), "`new.json` is a manifest of version 2; this mcpgen knows version 1");
  }
}

}  // namespace manifest_difference_test
}  // namespace mcpgen
