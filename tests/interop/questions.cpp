// What the example everything does not ask: that the user open an address, and a model that may use tools. Beside it a
// prompt whose arguments complete themselves.
#include <mcp/mcp.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace {

enum class Season { spring, summer, autumn, winter };

std::string name_of(Season season) {
  switch (season) {
    case Season::spring:
      return "spring";
    case Season::summer:
      return "summer";
    case Season::autumn:
      return "autumn";
    case Season::winter:
      return "winter";
  }
  return "";
}

}  // namespace

/// Have the user sign in on a page.
MCP_TOOL()
static std::string sign_in(mcp::Context& ctx) {
  switch (ctx.elicit_url("page", "Please sign in.", "https://example.com/sign-in?for=interop")) {
    case mcp::ElicitAction::Accept:
      return "The user went there.";
    case mcp::ElicitAction::Decline:
      return "The user did not want to.";
    case mcp::ElicitAction::Cancel:
      return "The user did not answer.";
  }
  return "";
}

/// Have the client's model say how warm it is, with a tool to find out.
/// @param city Where
MCP_TOOL()
static std::string temperature(const std::string& city, mcp::Context& ctx) {
  constexpr std::size_t kRounds = 3;
  mcp::SampleRequest request{
      .messages = {mcp::user("How warm is it in " + city + "?")},
      .max_tokens = 100,
      .tools = {{.name = "thermometer",
                 .description = "Degrees Celsius in a city.",
                 .input_schema = {
                     {"type", "object"}, {"properties", {{"city", {{"type", "string"}}}}}, {"required", {"city"}}}}}};
  for (std::size_t round = 0; round < kRounds; ++round) {
    const mcp::SampleResult answer = ctx.sample(mcp::key("answer", round), request);
    const std::vector<mcp::ToolUse> uses = answer.tool_uses();
    if (uses.empty()) return answer.text();
    std::vector<mcp::ToolOutcome> outcomes;
    for (const mcp::ToolUse& use : uses) {
      outcomes.push_back({.tool_use_id = use.id, .content = {mcp::Text{use.input.value("city", "") + ": 21"}}});
    }
    request.messages.push_back(answer.message());
    request.messages.push_back(mcp::outcomes(std::move(outcomes)));
  }
  return "The model came to no end.";
}

/// Plan a day.
/// @param season   When
/// @param outdoors Whether under the sky
MCP_PROMPT()
static std::string plan_day(Season season, bool outdoors = false) {
  return "Plan a day in " + name_of(season) + (outdoors ? ", outdoors." : ", indoors.");
}
