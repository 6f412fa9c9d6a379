// A server with something for every method of the protocol.
#include <mcp/mcp.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

enum class Colour { red, green };

struct Name {
  std::string name;                  ///< Your name
  std::vector<Colour> colours = {};  ///< What you like
};

struct Reading {
  double celsius = 0;
};

/// Measure the temperature.
/// @param place Where
MCP_TOOL(.title = "Measure", .read_only = true)
static Reading measure(const std::string& place) { return {.celsius = static_cast<double>(place.size())}; }

/// Greet somebody.
MCP_TOOL()
static std::string greet(mcp::Context& ctx) {
  ctx.progress(1, 2, "asking");
  ctx.log(mcp::LogLevel::Warning, "about to ask");
  const auto form = ctx.elicit<Name>("name", "Who are you?");
  return form ? "Hello, " + form->name : "Hello, stranger";
}

/// Change a resource.
MCP_TOOL()
static std::string touch(mcp::Context& ctx) {
  ctx.server().resource_updated("memo:///note");
  return "touched";
}

/// Work until it is cancelled.
MCP_TOOL(.task = mcp::TaskSupport::Optional)
static mcp::Task<std::string> work(mcp::Context& ctx) {
  co_await ctx.sleep_for(std::chrono::hours(1));
  co_return "done";
}

/// Write a letter.
/// @param to Who gets it
MCP_PROMPT(.title = "Letter")
static std::string letter(const std::string& to) { return "Dear " + to; }

MCP_COMPLETE(.prompt = "letter", .argument = "to")
static std::vector<std::string> complete_to(std::string_view typed) { return {std::string(typed) + "a"}; }

/// A note.
MCP_RESOURCE(.uri = "memo:///note", .mime_type = "text/plain")
static std::string note() { return "a note"; }

/// A note by its number.
MCP_RESOURCE(.uri = "memo:///{number}", .mime_type = "text/plain")
static std::string numbered(int number) { return "note " + std::to_string(number); }
