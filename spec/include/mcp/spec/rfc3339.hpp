// Dates, times of day, instants and durations of RFC 3339: read and written.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::spec {

__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

/// "2026-01-31", a date that exists.
[[nodiscard]] std::optional<std::chrono::year_month_day> parse_date(std::string_view text) noexcept;

/// Seconds since 1970 and the digits of the fraction.
struct Instant {
  std::int64_t seconds;
  std::string_view fraction;
};
/// "2026-01-31T12:00:00.5+01:00"; t and z may be small. The leap second 23:59:60Z is the second after.
[[nodiscard]] std::optional<Instant> parse_date_time(std::string_view text) noexcept;

/// "12:00:00.5+01:00"
[[nodiscard]] bool is_time(std::string_view text) noexcept;

struct DurationParts {
  bool has_years_or_months = false;
  bool overflow = false;     // of `seconds`
  UnsignedWide seconds = 0;  // of weeks, days, hours, minutes and seconds
};
/// "P1Y2M3DT4H5M6S", "P2W": whole numbers, no part left out between two others.
[[nodiscard]] std::optional<DurationParts> parse_duration(std::string_view text) noexcept;

// The texts that are written. Years are those from 0 to 9999.

/// "2026-01-31"
[[nodiscard]] std::string date_text(const std::chrono::year_month_day& date);
/// "2026-01-31T12:00:00", of UTC: without the fraction and the offset.
[[nodiscard]] std::string second_text(std::chrono::sys_seconds time);
/// The decimal digits of a whole number.
[[nodiscard]] std::string digits_of(UnsignedWide number);
/// "P1DT2H3M4S", "PT0S"
[[nodiscard]] std::string duration_text(UnsignedWide seconds);

}  // namespace mcp::spec
