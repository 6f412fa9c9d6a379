// Prompts, and how their arguments and those of templates are completed.
#include <mcp/completion.hpp>
#include <mcp/mcp.hpp>
#include <mcp/prompt.hpp>
#include <mcp/resource.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

enum class Tone { formal, Friendly MCP_VALUE(.name = "friendly") };

/// Ask for a review of some code.
/// @param code     What to review
/// @param language Which language it is in
/// @param strict   Whether to be strict
MCP_PROMPT(.name = "code_review", .title = "Review", .icons = {{.src = "https://example.com/review.png"}},
           .meta = R"({"com.example/team": "code"})", .scopes = "code:read", .timeout_ms = 2000)
std::string code_review(MCP_PARAM(.title = "Code", .max_length = 10'000) const std::string& code,
                        std::optional<std::string> language, bool strict = false) {
  std::string text = strict ? "Strictly review this " : "Review this ";
  text.append(language.value_or("code")).append(": ").append(code);
  return text;
}

/// A letter.
/// @param tone How it sounds
/// @param pages How long it is
MCP_PROMPT()
std::vector<mcp::PromptMessage> letter(Tone tone, MCP_PARAM(.minimum = 1, .maximum = 9) int pages, mcp::Context& ctx) {
  (void)ctx;
  return {{mcp::Role::User, mcp::Text{tone == Tone::formal ? "Dear" : "Hi"}},
          {mcp::Role::Assistant, mcp::Text{std::to_string(pages)}}};
}

MCP_PROMPT()
mcp::PromptResult plain() { return {.messages = {}, .description = "Nothing"}; }

MCP_PROMPT()
mcp::Image picture() { return {.data = {}, .mime_type = "image/png"}; }

MCP_PROMPT()
mcp::Task<mcp::Result<std::vector<mcp::Content>>> blocks() { co_return std::vector<mcp::Content>{mcp::Text{"one"}}; }

MCP_COMPLETE(.prompt = "code_review", .argument = "language")
std::vector<std::string> languages(std::string_view typed, std::optional<std::string> code) {
  return {std::string(typed) + (code ? "++" : "")};
}

/// A note.
MCP_RESOURCE(.uri = "notes://{folder}/{name}")
std::string note(const std::string& folder, const std::string& name) { return folder + name; }

namespace {

MCP_COMPLETE(.resource = "notes://{folder}/{name}", .argument = "name", .timeout_ms = 500)
mcp::Completion names(const std::string&, mcp::Context& ctx, std::string folder = "inbox") {
  return {.values = {folder}, .total = 7, .has_more = !ctx.cancelled()};
}

MCP_COMPLETE(.resource = "notes://{folder}/{name}", .argument = "folder")
mcp::Result<std::vector<std::string>> folders(std::string typed) { return std::vector{typed}; }

}  // namespace
