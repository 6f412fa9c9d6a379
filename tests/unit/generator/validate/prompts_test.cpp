// Functions behind MCP_PROMPT and MCP_COMPLETE.
#include "emit/listing.hpp"
#include "generated.hpp"
#include "model/model_json.hpp"
#include "server/completions.hpp"
#include "server/server_model.hpp"
#include "validate/tool_name.hpp"

namespace mcpgen::test {
namespace prompts_test {

using mcp::Revision;
using mcp::spec::traits_of;

constexpr const char* kHeaders =
    "#include <mcp/completion.hpp>\n#include <mcp/prompt.hpp>\n#include <mcp/result.hpp>\n#include <mcp/task.hpp>\n"
    "#include <mcp/resource.hpp>\n#include <array>\n#include <filesystem>\n#include <optional>\n#include <string>\n"
    "#include <string_view>\n#include <variant>\n#include <vector>\n";

Generated scanned(const std::string& snippet) { return Generated(kHeaders + snippet); }

/// What linking the snippet says.
std::string link_problems(const std::string& snippet) {
  const Generated generated = scanned(snippet);
  if (!generated.model) return generated.diagnostics;
  Sink sink;
  (void)join({*generated.model}, {"t", "n", "1"}, sink);
  std::string all;
  for (const Diagnostic& each : sink.all()) all += each.slug + ": " + each.message + '\n';
  return all;
}

ServerModel linked(const std::string& snippet) {
  const Generated generated = scanned(snippet);
  if (!generated.model) throw std::runtime_error(generated.diagnostics);
  Sink sink;
  std::optional<ServerModel> server = join({*generated.model}, {"t", "n", "1"}, sink);
  if (!server) throw std::runtime_error(sink.all().front().message);
  return *std::move(server);
}

TEST(Prompts, may_return_what_becomes_messages) {
  for (const char* type :
       {"std::string", "std::string_view", "const char*", "mcp::Text", "mcp::EmbeddedResource", "mcp::Content",
        "std::vector<mcp::Content>", "std::array<mcp::Image, 2>", "mcp::PromptMessage", "mcp::PromptResult",
        "std::vector<mcp::PromptMessage>", "mcp::Result<std::string>", "mcp::Task<mcp::Result<mcp::PromptResult>>"}) {
    EXPECT_EQ(scanned("MCP_PROMPT() " + std::string(type) + " f();").problems(), "") << type;
  }
  for (const char* type : {"int", "void", "std::filesystem::path", "std::variant<mcp::Text, mcp::Image>",
                           "std::vector<std::string>", "std::optional<mcp::Text>", "std::vector<mcp::PromptResult>"}) {
    EXPECT_TRUE(scanned("MCP_PROMPT() " + std::string(type) + " f();").problems().starts_with("bad-result: ")) << type;
  }
}

TEST(Prompts, have_names_that_a_server_takes_at_run_time_too) {
  const auto named = [](std::size_t size) {
    return scanned("MCP_PROMPT(.name = \"" + std::string(size, 'x') + "\") std::string f();").problems();
  };
  EXPECT_EQ(named(128), "");
  EXPECT_EQ(named(129), "bad-name: the name of a prompt must have 1 to 128 bytes\n");
}

TEST(Prompts, are_listed_with_the_fields_each_revision_knows) {
  const Generated generated = scanned(R"(
    /// What it is.
    /// @param a First
    MCP_PROMPT(.name = "p", .title = "T", .icons = {{.src = "data:,"}}, .meta = "{\"a\": 1}")
    std::string f(MCP_PARAM(.title = "A") int a, std::optional<bool> b, std::string c = "d");)");
  ASSERT_EQ(generated.problems(), "");
  EXPECT_EQ(generated.diagnostics.find("undescribed-tool"), std::string::npos);
  EXPECT_NE(generated.diagnostics.find("parameters `b`, `c` of prompt `p` should say what they mean"),
            std::string::npos);
  const model::Prompt& prompt = generated.model->prompts[0];
  EXPECT_EQ(
      prompt_json(prompt, traits_of(Revision::V2025_03_26)).dump(),
      R"({"name":"p","description":"What it is.","arguments":[{"name":"a","description":"First","required":true},)"
      R"({"name":"b","required":false},{"name":"c","required":false}]})");
  EXPECT_EQ(prompt_json(prompt, traits_of(Revision::V2025_06_18))["arguments"][0].dump(),
            R"({"name":"a","title":"A","description":"First","required":true})");
  EXPECT_FALSE(prompt_json(prompt, traits_of(Revision::V2025_06_18)).contains("icons"));
  EXPECT_EQ(prompt_json(prompt, traits_of(Revision::V2026_07_28))["_meta"].dump(), R"({"a":1})");
}

TEST(Prompts, read_arguments_from_text_by_their_types) {
  const Generated generated = scanned(R"(
    #include <chrono>
    enum class E { a };
    namespace mcp { template <class T> struct codec; }
    struct Count {}; struct Share {}; struct Flag {}; struct Word {};
    template <> struct mcp::codec<Count> { static constexpr const char* schema = R"_({"type": "integer"})_"; };
    template <> struct mcp::codec<Share> { static constexpr const char* schema = R"_({"type": "number"})_"; };
    template <> struct mcp::codec<Flag> { static constexpr const char* schema = R"_({"type": "boolean"})_"; };
    template <> struct mcp::codec<Word> { static constexpr const char* schema = R"_({"type": "string"})_"; };
    MCP_PROMPT() std::string f(std::string_view a, int b, double c, bool d, E e, std::filesystem::path g, char h,
                               std::chrono::seconds i, std::chrono::milliseconds j, std::optional<bool> k,
                               Count l, Share m, Flag n, Word o);)");
  ASSERT_EQ(generated.problems(), "");
  const std::string code = unit_code(*generated.model, "snippet.cpp");
  std::string kinds;
  for (std::size_t at = code.find("Argument::Kind::"); at != std::string::npos;
       at = code.find("Argument::Kind::", at + 1)) {
    kinds += code[at + 16];
  }
  EXPECT_EQ(kinds, "TNNBTTTTNBNNBT");
}

TEST(Completions, of_enums_and_bools_come_by_themselves_unless_a_function_does_them) {
  const ServerModel server = linked(R"(
    enum class Tone { warm, cold MCP_VALUE(.name = "icy") };
    MCP_PROMPT() std::string p(Tone tone, std::optional<bool> loud, std::string text, Tone other);
    MCP_RESOURCE(.uri = "x:{tone}") std::string r(Tone tone);
    MCP_RESOURCE(.uri = "y:{name}") std::string n(std::string name);
    MCP_COMPLETE(.prompt = "p", .argument = "other") std::vector<std::string> others(std::string_view typed);
    MCP_COMPLETE(.resource = "y:{name}", .argument = "name") mcp::Completion names(const std::string& typed);)");
  std::string all;
  for (const ListedCompletion& each : completions_of(server)) {
    all += (each.is_of_prompt ? "prompt " : "") + each.ref + ' ' + each.argument;
    for (const std::string& value : each.values) all += ' ' + value;
    all += each.function ? " f\n" : "\n";
  }
  EXPECT_EQ(
      all,
      "prompt p loud true false\nprompt p other f\nprompt p tone warm icy\nx:{tone} tone warm icy\ny:{name} name f\n");
}

TEST(Completions, must_be_for_what_exists) {
  const std::string prompt = "MCP_PROMPT() std::string p(std::string city);\n";
  const auto said = [&](const std::string& options, const std::string& more = {}) {
    return link_problems(prompt + "MCP_COMPLETE(" + options + ") std::vector<std::string> f(std::string_view typed" +
                         more + ");");
  };
  EXPECT_EQ(said(".prompt = \"p\", .argument = \"city\""), "");
  EXPECT_EQ(said(".prompt = \"q\", .argument = \"city\""),
            "unknown-completion: completion `f` must be for a prompt of the server, not for `q`; there is `p`\n");
  EXPECT_EQ(said(".resource = \"x:{a}\", .argument = \"a\""),
            "unknown-completion: completion `f` must be for a template of the server, not for `x:{a}`: it has none\n");
  EXPECT_EQ(said(".prompt = \"p\", .argument = \"citi\""),
            "unknown-completion: completion `f` must be for an argument of prompt `p`, not for `citi`; did you mean "
            "`city`?\n");
  EXPECT_NE(said(".prompt = \"p\", .argument = \"city\"", ", std::optional<std::string> city")
                .find("must be another argument than the one that is completed"),
            std::string::npos);
}

TEST(Completions, take_a_text_first) {
  for (const char* parameters : {"", "int typed", "mcp::Context& ctx", "std::optional<std::string> typed",
                                 "std::string_view typed = \"\"", "std::filesystem::path typed"}) {
    EXPECT_NE(
        scanned("MCP_COMPLETE(.prompt = \"p\", .argument = \"a\") mcp::Completion f(" + std::string(parameters) + ");")
            .problems()
            .find("must take the typed text as its first parameter"),
        std::string::npos)
        << parameters;
  }
}

TEST(Capabilities, follow_from_what_is_offered) {
  const auto of = [](const std::string& snippet, Revision revision) {
    return capabilities(linked(snippet), traits_of(revision)).dump();
  };
  EXPECT_EQ(of("MCP_TOOL() int f();", Revision::V2025_11_25), R"({"tools":{"listChanged":true}})");
  EXPECT_EQ(of("MCP_RESOURCE_LIST() std::vector<mcp::Resource> f();", Revision::V2024_11_05),
            R"({"resources":{"subscribe":true,"listChanged":true}})");
  const std::string embedded = R"({"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true}})";
  for (const char* result : {"mcp::EmbeddedResource", "std::vector<mcp::EmbeddedResource>", "std::vector<mcp::Content>",
                             "mcp::Result<mcp::EmbeddedResource>", "std::variant<mcp::Text, mcp::EmbeddedResource>"}) {
    EXPECT_EQ(of("MCP_TOOL() " + std::string(result) + " f();", Revision::V2025_11_25), embedded) << result;
  }
  EXPECT_EQ(of("MCP_TOOL() std::vector<mcp::Image> f();", Revision::V2025_11_25), R"({"tools":{"listChanged":true}})");
  const char* prompt = "MCP_PROMPT() std::string f(bool b);";
  EXPECT_EQ(of(prompt, Revision::V2024_11_05), R"({"prompts":{"listChanged":true}})");
  EXPECT_EQ(of(prompt, Revision::V2025_03_26), R"({"prompts":{"listChanged":true},"completions":{}})");
  const char* task = "MCP_TOOL(.task = mcp::TaskSupport::Optional) int f();";
  EXPECT_EQ(of(task, Revision::V2025_11_25), R"({"tools":{"listChanged":true}})");
  EXPECT_EQ(of(task, Revision::V2026_07_28),
            R"({"tools":{"listChanged":true},"extensions":{"io.modelcontextprotocol/tasks":{}}})");
}

TEST(Prefix, leaves_prompts_and_resources_alone) {
  const Generated generated = scanned(R"(
    MCP_TOOL() int t();
    MCP_PROMPT() std::string p();
    MCP_RESOURCE(.uri = "x:1") std::string r();)");
  model::Model unit = *generated.model;
  Sink sink;
  add_prefix(unit, "geo_", sink);
  EXPECT_EQ(unit.tools[0].name, "geo_t");
  EXPECT_EQ(unit.prompts[0].name, "p");
  EXPECT_EQ(unit.resources[0].name, "r");
}

TEST(ModelJson, keeps_every_kind_of_handler) {
  const Generated generated = scanned(R"(
    struct Shop { MCP_PROMPT(.title = "T", .scopes = "a b", .timeout_ms = 5, .executor = "gui") std::string p(int a = 3); };
    MCP_TOOL(.task = mcp::TaskSupport::Required) mcp::Task<> t();
    MCP_RESOURCE(.uri = "x:{a}", .audience = {mcp::Role::User}, .priority = 0.5, .icons = {{.src = "data:,"}},
                 .cache_ttl_ms = 7, .cache_scope = mcp::CacheScope::Public)
    std::string r(int a);
    MCP_RESOURCE(.uri = "x:1", .size = 9, .last_modified = "2026-01-01T00:00:00Z", .meta = "{}") std::string s();
    MCP_RESOURCE_LIST(.timeout_ms = 9) std::vector<mcp::Resource> l();
    MCP_COMPLETE(.resource = "x:{a}", .argument = "a") mcp::Completion c(std::string typed);)");
  ASSERT_EQ(generated.problems(), "");
  const std::string text = to_json_text(*generated.model);
  const model::Model read = model_from_json_text(text);
  EXPECT_EQ(to_json_text(read), text);
  EXPECT_EQ(unit_code(read, "snippet.cpp"), unit_code(*generated.model, "snippet.cpp"));
  EXPECT_TRUE(read.resources[0].is_cached_for_all);
  EXPECT_EQ(read.resource_lists[0].timeout_ms, 9U);
}

}  // namespace prompts_test
}  // namespace mcpgen::test
