#include "scanned.hpp"

namespace mcpgen::test {
namespace scan_docs_test {

TEST(Docs, split_into_description_parameters_and_result) {
  const Scanned scanned(
      "/// Adds two numbers,\n/// slowly.\n///\n/// Second paragraph.\n"
      "/// @param a The first\n///   of them\n/// \\param wrong nothing\n/// @return the sum\n/// @throws never\n"
      "MCP_TOOL() int add(int a, int b);");
  const declared::Doc& doc = scanned.tool().doc;
  EXPECT_EQ(doc.description, "Adds two numbers, slowly.\n\nSecond paragraph.\n\nThrows never");
  EXPECT_EQ(doc.returns, "the sum");
  ASSERT_EQ(doc.parameters.size(), 2U);
  EXPECT_EQ(doc.parameters[0].name, "a");
  EXPECT_EQ(doc.parameters[0].text, "The first of them");
  EXPECT_EQ(doc.parameters[1].name, "wrong");
  EXPECT_EQ(doc.parameters[1].at, (Location{scanned.source, 7, 12, 5}));
  EXPECT_EQ(scanned.diagnostics, "");
}

TEST(Docs, come_in_every_style) {
  EXPECT_EQ(Scanned("/** Block\n * text */ MCP_TOOL() int f();").tool().doc.description, "Block text");
  EXPECT_EQ(Scanned("//! Qt\nMCP_TOOL() int f();").tool().doc.description, "Qt");
  EXPECT_EQ(Scanned("/// @brief Short.\n/// @details Long.\nMCP_TOOL() int f();").tool().doc.description,
            "Short.\n\nLong.");
  EXPECT_EQ(Scanned("// no doc\nMCP_TOOL() int f();").tool().doc.description, "");
}

TEST(Docs, keep_lists_code_and_unknown_commands) {
  const Scanned scanned(
      "/// Uses @c code, `ticks`, <b>tags</b>, vector<int> and me @home:\n/// - one\n///   more\n/// - two\nMCP_TOOL() "
      "int f();");
  EXPECT_EQ(scanned.tool().doc.description,
            "Uses code, `ticks`, <b>tags</b>, vector<int> and me @home:\n- one more\n- two");
}

class DocTrap : public testing::TestWithParam<std::string> {};

TEST_P(DocTrap, survives_in_options) {
  const std::string options = "(.title = \"x" + GetParam() + "y\")";
  const Scanned scanned("struct S {\n/// Member.\nMCP_FIELD" + options + "\nint m;\nMCP_FIELD" + options +
                        "\nint n; ///< Trailing.\n};\n/// Other.\nint other;\n/// Tool.\n/// @param a A\nMCP_TOOL" +
                        options + "\nS f(int a);\nMCP_TOOL" + options + "\nint undocumented();");
  EXPECT_EQ(scanned.tool("f").doc.description, "Tool.");
  EXPECT_EQ(scanned.tool("f").doc.parameters.size(), 1U);
  EXPECT_EQ(scanned.tool("undocumented").doc.description, "");
  EXPECT_EQ(scanned.record("::S").members[0].description, "Member.");
  EXPECT_EQ(scanned.record("::S").members[1].description, "Trailing.");
}

INSTANTIATE_TEST_SUITE_P(Characters, DocTrap, testing::Values(";", "{", "}", "#", "@", "{x}; # @"));

TEST(Docs, of_enumerators_do_not_leak_to_the_next) {
  const Scanned scanned(
      "/// Units.\nenum class U {\n  /// Leading.\n  a,\n  b,\n  c, ///< Trailing.\n  d\n};\nMCP_TOOL() U f();");
  const declared::Enum& units = scanned.enumeration("::U");
  EXPECT_EQ(units.description, "Units.");
  EXPECT_EQ(units.enumerators[0].description, "Leading.");
  EXPECT_EQ(units.enumerators[1].description, "");
  EXPECT_EQ(units.enumerators[2].description, "Trailing.");
  EXPECT_EQ(units.enumerators[3].description, "");
}

TEST(Docs, may_stand_on_another_declaration) {
  const Scanned scanned(
      "/// From the first.\nint f(int a);\nint g(int a);\nMCP_TOOL(.title = \"{}\")\nint f(int a) { return a; }");
  EXPECT_EQ(scanned.tool().doc.description, "From the first.");
}

TEST(Docs, prefer_the_annotated_declaration) {
  const Scanned scanned("/// First.\nint f(int a);\n/// Annotated.\nMCP_TOOL()\nint f(int a) { return a; }");
  EXPECT_EQ(scanned.tool().doc.description, "Annotated.");
}

TEST(Docs, of_templates_reach_their_instances) {
  const Scanned scanned(
      "/// A page.\ntemplate <class T> struct Page {\n  /// Items.\n  T item;\n};\nMCP_TOOL() Page<int> f();");
  EXPECT_EQ(scanned.record("::Page<int>").description, "A page.");
  EXPECT_EQ(scanned.record("::Page<int>").members[0].description, "Items.");
}

TEST(Docs, of_system_headers_count) {
  TemporaryDirectory directory;
  const std::string header = directory.write("shared.hpp", "struct S { int x; ///< From outside.\n};\n");
  const Scanned scanned("#include <shared.hpp>\nMCP_TOOL() S f();",
                        {.flags = {"-isystem", header.substr(0, header.rfind('/'))}});
  EXPECT_EQ(scanned.record("::S").members[0].description, "From outside.");
}

TEST(Docs, take_commands_at_the_start_of_a_line_only) {
  const Scanned scanned(
      "/// Mail user@example.com about C:\\new\\dir, 5 % of @todo items and `@param x`.\n"
      "/// The @return of it.\nMCP_TOOL() int f(int a);");
  EXPECT_EQ(scanned.tool().doc.description,
            "Mail user@example.com about C:\\new\\dir, 5 % of @todo items and `@param x`. The @return of it.");
  EXPECT_TRUE(scanned.tool().doc.parameters.empty());
}

TEST(Docs, keep_what_conditions_and_exceptions_say) {
  const Scanned scanned(
      "/// Text.\n/// @pre n > 0\n///   always\n/// @post done\n/// @throws std::range_error if not\n/// @since 2.0\n"
      "/// @home is no command\n/// @todo nobody's business\n/// @tparam T neither\nMCP_TOOL() int f(int n);");
  EXPECT_EQ(scanned.tool().doc.description,
            "Text.\n\nPrecondition: n > 0 always\n\nPostcondition: done\n\nThrows std::range_error if not\n\nSince 2.0 "
            "@home is no command");
}

TEST(Docs, leave_out_internal_notes_groups_and_files) {
  const Scanned scanned(
      "/** @file\n * The file.\n */\nMCP_TOOL() int a();\n/// @{\nMCP_TOOL() int b();\n/// @}\n"
      "/// Public.\n/// @internal\n/// Secret.\n///\n/// More.\n/// @endinternal\n/// Again.\nMCP_TOOL() int c();");
  EXPECT_EQ(scanned.tool("a").doc.description, "");
  EXPECT_EQ(scanned.tool("b").doc.description, "");
  EXPECT_EQ(scanned.tool("c").doc.description, "Public.\n\nAgain.");
}

TEST(Docs, keep_the_lines_of_code) {
  const Scanned scanned(
      "/** Before.\n * ```cpp\n * if (a)\n *   @param();\n *\n * b();\n * ```\n * @code\n *   x\n *     y\n * "
      "@endcode\n * After. */\nMCP_TOOL() int f();");
  EXPECT_EQ(scanned.tool().doc.description, "Before.\n\n```cpp\nif (a)\n  @param();\n\nb();\n```\n\nx\n  y\n\nAfter.");
}

TEST(Docs, that_are_no_utf_8_are_repaired) {
  const Scanned scanned("/// Gr\xfc\xdf\x65 \xc3\xa4.\n/// @param a \xff\n/// @return \xfe\nMCP_TOOL() int f(int a);");
  EXPECT_EQ(scanned.tool().doc.description, "Gr\uFFFD\uFFFD\x65 \u00e4.");
  EXPECT_EQ(scanned.tool().doc.parameters.at(0).text, "\uFFFD");
  EXPECT_EQ(scanned.tool().doc.returns, "\uFFFD");
}

TEST(Docs, may_stand_behind_functions_and_parameters) {
  const Scanned scanned(
      "MCP_TOOL() int f(int a,  ///< the a\n                 int b = 2  ///< the b\n);  ///< Does it.\n"
      "/// Leading.\nMCP_TOOL() int g(int a); ///< Trailing.\nMCP_TOOL() int h() { return 1; } ///< Defined.\n"
      "/// @param a from above\nMCP_TOOL() int k(int a ///< from behind\n);\nMCP_TOOL() int m();");
  EXPECT_EQ(scanned.tool("f").doc.description, "Does it.");
  ASSERT_EQ(scanned.tool("f").doc.parameters.size(), 2U);
  EXPECT_EQ(scanned.tool("f").doc.parameters[0].name, "a");
  EXPECT_EQ(scanned.tool("f").doc.parameters[0].text, "the a");
  EXPECT_EQ(scanned.tool("f").doc.parameters[1].text, "the b");
  EXPECT_EQ(scanned.tool("g").doc.description, "Leading.");
  EXPECT_EQ(scanned.tool("h").doc.description, "Defined.");
  ASSERT_EQ(scanned.tool("k").doc.parameters.size(), 1U);
  EXPECT_EQ(scanned.tool("k").doc.parameters[0].text, "from above");
  EXPECT_EQ(scanned.tool("m").doc.description, "");
}

TEST(Docs, of_another_declaration_name_its_parameters) {
  const Scanned scanned(
      "/// @param x first\n/// @param b second\nint f(int x, int b);\nMCP_TOOL() int f(int a, int) { return 1; }");
  const auto& parameters = scanned.tool().doc.parameters;
  ASSERT_EQ(parameters.size(), 2U);
  EXPECT_EQ(parameters[0].name, "a");
  EXPECT_EQ(parameters[0].text, "first");
  EXPECT_EQ(parameters[1].name, "b");
  EXPECT_EQ(scanned.tool().parameters[1].name, "b");
}

TEST(Docs, decode_entities_and_drop_commands_that_are_not_for_readers) {
  const auto description = [](const std::string& comment) {
    return Scanned(comment + "\nMCP_TOOL() int f();").tool().doc.description;
  };
  EXPECT_EQ(description("/// Says &quot;yes&quot;, &lt;b&gt; &amp;amp; &#39;no&#x27; &mdash; `&lt;`, AT&T; &bogus;"),
            "Says \"yes\", <b> &amp; 'no' \xE2\x80\x94 `&lt;`, AT&T; &bogus;");
  EXPECT_EQ(description("/// Short. @hideinitializer\n/// @hideinitializer\n/// @callgraph\n/// Long."),
            "Short.\n\nLong.");
  EXPECT_EQ(description("/// Short.\n/// @ouralias\n/// \\other{a, b}\n/// @see g"), "Short.\n\nSee g");
  EXPECT_EQ(description("/// Draws.\n/// @dot\n/// digraph { a -> b }\n/// @enddot\n/// Done."), "Draws.\n\nDone.");
  EXPECT_EQ(description("/// One of\n/// @li first\n/// @li second"), "One of\n- first\n- second");
}

}  // namespace scan_docs_test
}  // namespace mcpgen::test
