// Durations, times and dates, and defaults of each.
#include <mcp/annotations.hpp>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plan {

using namespace std::chrono_literals;
namespace chrono = std::chrono;

/// Something that happens.
struct Event {
  chrono::sys_seconds start;
  chrono::seconds length = 90min;
  chrono::milliseconds lead = 1500ms;
  chrono::duration<double, std::ratio<60>> rounded = chrono::duration<double, std::ratio<60>>(2.5);
  std::optional<chrono::system_clock::time_point> end;
  chrono::year_month_day day = chrono::year(2026) / 1 / 31;
  std::vector<chrono::sys_days> holidays;
  std::map<std::string, chrono::hours> shifts;
};

}  // namespace plan

/// Move an event.
/// @param event What to move
/// @param by    How far
/// @param grace How late it may be
/// @param until The last day
/// @param after The first moment
MCP_TOOL()
plan::Event move_event(plan::Event event, std::chrono::minutes by = std::chrono::hours(25),
                       std::chrono::microseconds grace = std::chrono::microseconds(-1),
                       std::chrono::sys_days until = std::chrono::sys_days(std::chrono::days(20000)),
                       std::chrono::sys_seconds after = std::chrono::sys_seconds(std::chrono::seconds(1000000000))) {
  event.start += by;
  if (grace.count() < 0 && after < until) event.lead = {};
  return event;
}

/// How long until something.
MCP_TOOL()
std::chrono::nanoseconds wait_time() { return std::chrono::nanoseconds(1); }
