// The grammar of RFC 3339: dates, times of day, instants and durations.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
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

}  // namespace mcp::spec
