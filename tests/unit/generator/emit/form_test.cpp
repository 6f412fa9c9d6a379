#include "emit/form.hpp"
#include "emit/contract.hpp"
#include "generated.hpp"
#include "model/model_json.hpp"
#include "validate/secrets.hpp"

namespace mcpgen::test {
namespace form_test {

using mcp::Revision;

constexpr const char* kHeaders =
    "#include <mcp/context.hpp>\n#include <chrono>\n#include <cstdint>\n#include <map>\n#include <optional>\n"
    "#include <set>\n#include <string>\n#include <vector>\n";

/// The form with these members.
Generated asking(const std::string& members, const std::string& before = {}) {
  return Generated(kHeaders + before + "struct Form { " + members +
                   " };\nMCP_TOOL() void f(mcp::Context& ctx) { (void)ctx.elicit<Form>(\"a\", \"b\"); }");
}

Json form(const Generated& generated, Revision revision = Revision::V2025_11_25) {
  if (!generated.model) throw std::runtime_error(generated.diagnostics);
  return form_json(generated.model->asked.at(0), *generated.model, mcp::spec::traits_of(revision).forms);
}

/// The schema of the member `a`.
std::string field(const std::string& member, Revision revision = Revision::V2025_11_25) {
  static const std::string kEnums =
      "enum class Plain { x, y };\nenum class Titled { x MCP_VALUE(.title = \"X\"), y };\n";
  return form(asking(member, kEnums), revision)["properties"]["a"].dump();
}

TEST(Form, has_the_keywords_that_elicitation_knows) {
  EXPECT_EQ(field("MCP_FIELD(.title = \"T\", .min_length = 1, .max_length = 2) std::string a; ///< D\n"),
            R"({"type":"string","minLength":1,"maxLength":2,"title":"T","description":"D"})");
  EXPECT_EQ(field("MCP_FIELD(.format = \"uri\") std::string a = \"x:y\";"),
            R"({"type":"string","format":"uri","default":"x:y"})");
  EXPECT_EQ(field("std::int64_t a = 3;"), R"({"type":"integer","default":3})");
  EXPECT_EQ(field("MCP_FIELD(.minimum = 1) int a;"), R"({"type":"integer","minimum":1,"maximum":2147483647})");
  EXPECT_EQ(field("float a = 0.5;"), R"({"type":"number","default":0.5})");
  EXPECT_EQ(field("std::optional<bool> a = true;"), R"({"type":"boolean","default":true})");
  EXPECT_EQ(field("std::optional<int> a = std::nullopt;"),
            R"({"type":"integer","minimum":-2147483648,"maximum":2147483647})");
  EXPECT_EQ(field("std::chrono::year_month_day a;"), R"({"type":"string","format":"date"})");
  EXPECT_EQ(field("MCP_FIELD(.examples = \"[1]\", .deprecated = true) double a;"), R"({"type":"number"})");
}

TEST(Form, offers_enums_as_choices) {
  EXPECT_EQ(field("Plain a = Plain::y;"), R"({"type":"string","enum":["x","y"],"default":"y"})");
  EXPECT_EQ(field("Titled a;"), R"({"type":"string","oneOf":[{"const":"x","title":"X"},{"const":"y","title":"y"}]})");
  EXPECT_EQ(field("MCP_FIELD(.legacy_titles = true) Titled a;"),
            R"({"type":"string","enum":["x","y"],"enumNames":["X","y"]})");
  EXPECT_EQ(field("MCP_FIELD(.min_items = 1, .max_items = 2) std::vector<Plain> a = {Plain::x};"),
            R"({"type":"array","items":{"type":"string","enum":["x","y"]},"minItems":1,"maxItems":2,"default":["x"]})");
  EXPECT_EQ(field("std::set<Titled> a;"),
            R"({"type":"array","items":{"anyOf":[{"const":"x","title":"X"},{"const":"y","title":"y"}]}})");
}

TEST(Form, keeps_to_what_2025_06_18_knows) {
  constexpr Revision kOld = Revision::V2025_06_18;
  EXPECT_EQ(field("std::int64_t a = 3;", kOld), R"({"type":"integer"})");
  EXPECT_EQ(field("bool a = true;", kOld), R"({"type":"boolean","default":true})");
  EXPECT_EQ(field("Titled a;", kOld), R"({"type":"string","enum":["x","y"],"enumNames":["X","y"]})");
  EXPECT_TRUE(form(asking("enum class E { x }; std::vector<E> a;"), kOld).is_null());
  EXPECT_TRUE(form(asking("int a;"), Revision::V2025_03_26).is_null());
}

TEST(Form, is_an_object_of_its_fields_alone) {
  EXPECT_EQ(form(asking("MCP_FIELD(.name = \"A\") bool a; std::optional<bool> b; bool c = false;")).dump(),
            R"({"type":"object","properties":{"A":{"type":"boolean"},"b":{"type":"boolean"},)"
            R"("c":{"type":"boolean","default":false}},"required":["A"]})");
  EXPECT_EQ(form(asking("")).dump(), R"({"type":"object","properties":{}})");
}

TEST(Form, must_be_flat) {
  for (const char* member :
       {"struct S { int b; }; S a;", "std::vector<int> a;", "std::map<std::string, int> a;", "std::set<std::string> a;",
        "std::vector<std::byte> a;", "std::chrono::seconds a;", "std::vector<std::optional<bool>> a;"}) {
    EXPECT_TRUE(asking(member).problems().starts_with("form-type: `Form.a` must have a type that forms support"))
        << member << asking(member).problems();
  }
  EXPECT_TRUE(Generated(kHeaders + std::string("void f(mcp::Context& ctx) { (void)ctx.elicit<int>(\"a\", \"b\"); }"))
                  .problems()
                  .starts_with("form-type: a form must be a struct"));
  EXPECT_TRUE(asking("void* a;").problems().starts_with("unsupported-type: `Form.a` of Context::elicit() must"));
}

TEST(Form, must_not_state_what_clients_do_not_check) {
  for (const char* member : {"MCP_FIELD(.pattern = \"a\") std::string a;", "MCP_FIELD(.multiple_of = 2) int a;",
                             "MCP_FIELD(.exclusive_minimum = 2) int a;", "MCP_FIELD(.exclusive_maximum = 2) double a;",
                             "MCP_FIELD(.format = \"uuid\") std::string a;"}) {
    EXPECT_TRUE(asking(member).problems().starts_with("form-keyword: ")) << member;
  }
  EXPECT_EQ(asking("MCP_FIELD(.legacy_titles = true) int a;").problems(),
            "constraint-mismatch: `.legacy_titles` of `Form.a` of Context::elicit() must stand on an enum\n");
}

TEST(Form, must_not_ask_for_secrets) {
  for (const char* member : {"std::string password;", "std::string apiKey;", "std::string access_token;",
                             "MCP_FIELD(.title = \"Card number\") std::string a;", "MCP_FIELD(.name = \"cvv\") int a;",
                             "int pin;", "int a; ///< Your secret\n", "std::string pass;", "std::string db_pw;",
                             "std::string pwd;", "int totp;", "std::string iban;", "std::string ssn;"}) {
    EXPECT_TRUE(asking(member).problems().starts_with("form-secret: ")) << member;
  }
  EXPECT_EQ(asking("int pins; int shopping; std::string keyboard; ///< Any key\n").problems(), "");
  EXPECT_EQ(asking("std::string boarding_pass; int passed; std::string mountain_pass_name;").problems(), "");
}

TEST(Form, must_not_ask_for_secrets_in_its_message) {
  const auto problems = [](const std::string& members, const std::string& question) {
    return Generated(kHeaders + std::string("struct Form { ") + members +
                     " };\nMCP_TOOL() void f(mcp::Context& ctx) { (void)" + question + "; }")
        .problems();
  };
  EXPECT_TRUE(problems("std::string a;", "ctx.elicit<Form>(\"a\", \"Your password?\")").starts_with("form-secret: "));
  EXPECT_TRUE(problems("std::optional<int> a;", "ctx.ask(mcp::form<Form>(\"a\", std::string(\"The PIN\")))")
                  .starts_with("form-secret: "));
  // Nothing can be typed into it; nothing is said of what is no literal.
  EXPECT_EQ(problems("bool sure;", "ctx.elicit<Form>(\"a\", \"Revoke the token?\")"), "");
  EXPECT_EQ(problems("std::string a;", "ctx.elicit<Form>(\"a\", std::to_string(4) + \"password\")"), "");
}

TEST(Secrets, are_words_of_a_text) {
  for (const char* text : {"Your PIN, please", "credit-card", "The API key", "cardNumber", "CVV", "one token"}) {
    EXPECT_TRUE(speaks_of_secret(text)) << text;
  }
  for (const char* text : {"", "opinion", "pinned", "secretary", "a card", "the number of cards", "tokenizer"}) {
    EXPECT_FALSE(speaks_of_secret(text)) << text;
  }
}

TEST(Asked, may_be_kept_without_being_a_form) {
  const Generated generated(kHeaders + std::string(R"(
    struct Draft { std::map<std::string, int> counts; };
    MCP_TOOL() int f(mcp::Context& ctx) { return ctx.once("a", [] { return Draft(); }).counts.size(); })"));
  ASSERT_EQ(generated.problems(), "");
  const std::string code = unit_code(*generated.model, "snippet.cpp");
  EXPECT_NE(code.find(".ops = &detail::ops_of<::Draft>,\n        .name = \"Draft\",\n    },"), std::string::npos);
  EXPECT_NE(code.find("struct codec<::Draft> :"), std::string::npos);
  EXPECT_TRUE(Generated(kHeaders + std::string("void f(mcp::Context& ctx) { struct S { int a; }; ctx.once(\"a\", [] { "
                                               "return S(); }); }"))
                  .problems()
                  .find("move it to namespace scope") != std::string::npos);
  EXPECT_TRUE(Generated("#include <mcp/context.hpp>\n"
                        "void f(mcp::Context& ctx) { ctx.once(\"a\", [] { return std::string_view(); }); }")
                  .problems()
                  .starts_with("unsupported-type: the value of Context::once() must be kept"));
}

TEST(Asked, may_be_stored) {
  const std::string stored = kHeaders + std::string(R"(#include <mcp/stored_handles.hpp>
    struct Draft { std::map<std::string, int> counts; };
    mcp::StoredHandles<Draft> drafts;
    MCP_TOOL() int f(std::string id, mcp::Context& ctx) { return drafts.find(id, ctx)->counts.size(); })");
  const Generated generated(stored);
  ASSERT_EQ(generated.problems(), "");
  const model::Model read = model_from_json_text(to_json_text(*generated.model));
  EXPECT_TRUE(read.asked.at(0).is_stored);
  const std::string code = unit_code(read, "snippet.cpp");
  EXPECT_NE(code.find(".name = \"Draft\",\n        .is_stored = true,\n    },"), std::string::npos) << code;
  EXPECT_NE(code.find("struct codec<::Draft> :"), std::string::npos);
  EXPECT_EQ(
      Generated(stored + "int g(mcp::Context& ctx) { return ctx.once(\"a\", [] { return Draft(); }).counts.size(); }")
          .model->asked.at(0)
          .is_stored,
      false);
  EXPECT_NE(Generated("#include <mcp/stored_handles.hpp>\n#include <mutex>\n"
                      "struct Locked { std::mutex mutex; };\nmcp::StoredHandles<Locked> all;\n"
                      "void f(mcp::Context& ctx) { (void)all.find(\"id\", ctx); }")
                .problems()
                .find("mcp::StoredHandles"),
            std::string::npos);
}

TEST(Asked, survives_a_round_trip) {
  const Generated generated = asking("int a;", "void g(mcp::Context& ctx) { ctx.log(mcp::LogLevel::Info, \"a\"); }\n");
  const std::string text = to_json_text(*generated.model);
  const model::Model read = model_from_json_text(text);
  EXPECT_EQ(to_json_text(read), text);
  EXPECT_TRUE(read.asked.at(0).is_form);
  EXPECT_TRUE(read.logs);
}

TEST(Contract, changes_with_what_the_manifest_says_and_with_forms) {
  const auto contract = [](const std::string& snippet) {
    const Generated generated(kHeaders + snippet);
    return contract_of(generated.made(), *generated.model);
  };
  const std::string form = "struct F { int a; };\n";
  const std::string asks = "void g(mcp::Context& ctx) { (void)ctx.elicit<F>(\"a\", \"b\"); }\n";
  EXPECT_EQ(contract("MCP_TOOL() void f(int a);"), contract("MCP_TOOL() void f(int a);"));
  EXPECT_NE(contract("MCP_TOOL() void f(int a);"), contract("MCP_TOOL() void f(long a);"));
  EXPECT_NE(contract("MCP_TOOL() void f(mcp::Context& ctx);"),
            contract(form + asks + "MCP_TOOL() void f(mcp::Context& ctx);"));
  EXPECT_NE(contract("struct F { int b; };\n" + asks + "MCP_TOOL() void f(mcp::Context& ctx);"),
            contract(form + asks + "MCP_TOOL() void f(mcp::Context& ctx);"));
  EXPECT_EQ(contract("MCP_TOOL() void f();"), contract(form + asks + "MCP_TOOL() void f();"))
      << "who has no Context asks for nothing";
}

}  // namespace form_test
}  // namespace mcpgen::test
