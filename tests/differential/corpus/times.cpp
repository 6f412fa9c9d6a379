// Durations, points in time and dates.
#include <mcp/mcp.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <ratio>
#include <set>
#include <vector>

namespace times {

struct Appointment {
  std::chrono::sys_seconds start;
  std::chrono::minutes length = std::chrono::minutes(30);
  std::optional<std::chrono::year_month_day> until;
  MCP_FIELD(.minimum = 0, .maximum = 600.5)
  std::chrono::milliseconds reminder = std::chrono::milliseconds(1500);
};

}  // namespace times

/// Whole seconds.
MCP_TOOL()
std::chrono::seconds time_seconds(std::chrono::seconds value) { return value; }

/// Whole minutes.
MCP_TOOL()
std::chrono::minutes time_minutes(std::chrono::minutes value) { return value; }

/// Whole hours of few bits.
MCP_TOOL()
std::chrono::duration<std::uint8_t, std::ratio<3600>> time_hours(
    std::chrono::duration<std::uint8_t, std::ratio<3600>> value) {
  return value;
}

/// Whole days.
MCP_TOOL()
std::chrono::days time_days(std::chrono::days value) { return value; }

/// Thousandths of a second.
MCP_TOOL()
std::chrono::milliseconds time_milliseconds(std::chrono::milliseconds value) { return value; }

/// Few thousandths of a second.
MCP_TOOL()
std::chrono::duration<std::int16_t, std::milli> time_short(std::chrono::duration<std::int16_t, std::milli> value) {
  return value;
}

/// Billionths of a second.
MCP_TOOL()
std::chrono::nanoseconds time_nanoseconds(std::chrono::nanoseconds value) { return value; }

/// Any number of seconds.
MCP_TOOL()
std::chrono::duration<double> time_real(std::chrono::duration<double> value) { return value; }

/// To the nanosecond.
MCP_TOOL()
std::chrono::system_clock::time_point time_point(std::chrono::system_clock::time_point value) { return value; }

/// To the second.
MCP_TOOL()
std::chrono::sys_seconds time_point_seconds(std::chrono::sys_seconds value) { return value; }

/// To the millisecond.
MCP_TOOL()
std::chrono::sys_time<std::chrono::milliseconds> time_point_milliseconds(
    std::chrono::sys_time<std::chrono::milliseconds> value) {
  return value;
}

/// A day.
MCP_TOOL()
std::chrono::sys_days time_day(std::chrono::sys_days value) { return value; }

/// Dates.
MCP_TOOL()
std::vector<std::chrono::year_month_day> time_dates(std::vector<std::chrono::year_month_day> value) { return value; }

/// No date twice.
MCP_TOOL()
std::set<std::chrono::sys_days> time_holidays(std::set<std::chrono::sys_days> value) { return value; }

/// All of it.
MCP_TOOL()
times::Appointment time_appointment(times::Appointment value) { return value; }
