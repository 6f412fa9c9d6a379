// What functions ask the client for, and keep: forms, values, logging, tasks.
#include <mcp/mcp.hpp>
#include <mcp/prompt.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

enum class Size { small, large };
enum class Color {
  red MCP_VALUE(.title = "Red"),
  blue MCP_VALUE(.title = "Blue"),
  green,
};

/// Every kind of field.
struct Everything {
  MCP_FIELD(.title = "Name", .min_length = 1, .max_length = 80)
  std::string name = "John Doe";  ///< As on the door
  MCP_FIELD(.format = "email")
  std::optional<std::string> mail;
  MCP_FIELD(.minimum = 0, .maximum = 150)
  int age = 30;
  double score = 95.5;
  std::int64_t big;
  std::uint8_t little = 1;
  bool verified = true;
  char grade = 'a';
  Size size = Size::large;
  Color color = Color::blue;
  MCP_FIELD(.legacy_titles = true)
  Color legacy = Color::red;
  std::optional<Color> other;
  std::chrono::year_month_day day;
  std::chrono::sys_seconds moment;
  std::filesystem::path file = "a.txt";
  MCP_FIELD(.min_items = 1, .max_items = 2)
  std::vector<Size> sizes = {Size::small};
  std::set<Color> colors;
};

namespace {

/// Nothing but a yes.
struct Consent {
  bool agreed;  ///< To all of it
};

struct Draft {
  std::map<std::string, int> counts;
};

}  // namespace

namespace app {

struct Place {
  std::string street;
};

template <class T>
std::string ask_for(mcp::Context& ctx) {
  return ctx.elicit<T>("place", "Where to?").value().street;
}

}  // namespace app

/// Fill in a form.
MCP_TOOL()
std::string fill(mcp::Context& ctx) {
  const auto form = ctx.elicit<Everything>("all", "All of it");
  return form ? form->name : std::string();
}

/// Ask twice at once.
MCP_TOOL(.task = mcp::TaskSupport::Required, .single_use = true)
bool confirm(mcp::Context& ctx) {
  ctx.start_task();
  const auto [consent, roots] = ctx.ask(mcp::form<Consent>("consent", "May I?"), mcp::list_roots("roots"));
  return consent && consent->agreed && !roots.empty();
}

/// Keep what was counted.
/// @param what What to count
MCP_TOOL(.task = mcp::TaskSupport::Optional)
int count(const std::string& what, mcp::Context& ctx) {
  const Draft draft = ctx.once("draft", [&] { return Draft{{{what, 3}}}; });
  const int more = ctx.once("more", [] { return 4; });
  ctx.log(mcp::LogLevel::Info, "counted");
  return draft.counts.at(what) + more;
}

/// A letter to a place.
MCP_PROMPT()
std::string letter(mcp::Context& ctx) { return app::ask_for<app::Place>(ctx); }
