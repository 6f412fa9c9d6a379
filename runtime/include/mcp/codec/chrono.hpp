// Codecs of durations, times and dates.
//
//   duration of whole seconds or longer   string, format duration: PT90S, P1DT2H, P2W (RFC 3339, appendix A, without
//                                         years and months, whose length varies); written as P1DT2H3M4S, never negative
//   any other duration                    number of seconds, rounded to the nearest tick
//   time_point of system_clock            string, format date-time (RFC 3339), cut to the tick; written in UTC
//   sys_days, year_month_day              string, format date
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include <mcp/codec/codec.hpp>
#include <mcp/export.hpp>

namespace mcp {

namespace detail {

/// The time point that many ticks behind that of its clock's begin.
template <class TimePoint>
[[nodiscard]] constexpr TimePoint time_of(typename TimePoint::rep ticks) {
  return TimePoint(typename TimePoint::duration(ticks));
}

/// A tick in seconds.
struct Tick {
  std::int64_t num;
  std::int64_t den;
};

MCP_EXPORT bool decode_duration(Value from, std::uint64_t& ticks, std::uint64_t seconds_a_tick, std::uint64_t most,
                                Decoder& problems);
MCP_EXPORT void encode_duration(std::uint64_t ticks, std::uint64_t seconds_a_tick, Writer& to);

MCP_EXPORT bool decode_seconds(Value from, std::int64_t& ticks, Tick tick, std::int64_t minimum, std::int64_t maximum,
                               Decoder& problems);
/// Reads a number of ticks in -`most` … `most`.
MCP_EXPORT bool decode_seconds(Value from, double& ticks, Tick tick, double most, Decoder& problems);
MCP_EXPORT void encode_seconds(std::int64_t ticks, Tick tick, Writer& to);
MCP_EXPORT void encode_seconds(double ticks, Tick tick, Writer& to);

/// Ticks since 1970-01-01T00:00:00Z.
MCP_EXPORT bool decode_date_time(Value from, std::int64_t& ticks, Tick tick, std::int64_t minimum, std::int64_t maximum,
                                 Decoder& problems);
MCP_EXPORT void encode_date_time(std::int64_t ticks, Tick tick, Writer& to);

template <std::integral Rep>
inline constexpr std::int64_t kLeastTick = std::in_range<std::int64_t>(std::numeric_limits<Rep>::min())
                                               ? static_cast<std::int64_t>(std::numeric_limits<Rep>::min())
                                               : std::numeric_limits<std::int64_t>::min();
template <std::integral Rep>
inline constexpr std::int64_t kMostTick = std::in_range<std::int64_t>(std::numeric_limits<Rep>::max())
                                              ? static_cast<std::int64_t>(std::numeric_limits<Rep>::max())
                                              : std::numeric_limits<std::int64_t>::max();

/// Fails `to` and returns false if only an unsigned 64-bit representation can hold the count.
template <std::integral Rep>
bool fits_ticks(Rep ticks, Writer& to) {
  if (std::in_range<std::int64_t>(ticks)) return true;
  to.fail("is out of range");
  return false;
}

}  // namespace detail

/// Durations with ticks of whole seconds or longer; written as a string.
template <std::integral Rep, class Period>
  requires(Period::den == 1)
struct codec<std::chrono::duration<Rep, Period>> {
  using Duration = std::chrono::duration<Rep, Period>;
  static constexpr detail::Shape kShape = detail::kStringShape;

  static bool decode(Value from, Duration& to, Decoder& problems) {
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<Rep>::max());
    std::uint64_t ticks = 0;
    if (!detail::decode_duration(from, ticks, static_cast<std::uint64_t>(Period::num), kMost, problems)) return false;
    to = Duration(static_cast<Rep>(ticks));
    return true;
  }
  static void encode(const Duration& from, Writer& to) {
    if (from < Duration::zero()) return to.fail("is negative, which a duration in JSON cannot be");
    detail::encode_duration(static_cast<std::uint64_t>(from.count()), static_cast<std::uint64_t>(Period::num), to);
  }
};

/// Durations with any other tick, for example milliseconds; written as a number of seconds.
template <std::integral Rep, class Period>
  requires(Period::den != 1)
struct codec<std::chrono::duration<Rep, Period>> {
  using Duration = std::chrono::duration<Rep, Period>;
  static constexpr detail::Shape kShape = detail::kNumberShape;

  static bool decode(Value from, Duration& to, Decoder& problems) {
    std::int64_t ticks = 0;
    if (!detail::decode_seconds(from, ticks, {Period::num, Period::den}, detail::kLeastTick<Rep>,
                                detail::kMostTick<Rep>, problems)) {
      return false;
    }
    to = Duration(static_cast<Rep>(ticks));
    return true;
  }
  static void encode(const Duration& from, Writer& to) {
    if (!detail::fits_ticks(from.count(), to)) return;
    detail::encode_seconds(static_cast<std::int64_t>(from.count()), {Period::num, Period::den}, to);
  }
};

template <std::floating_point Rep, class Period>
struct codec<std::chrono::duration<Rep, Period>> {
  using Duration = std::chrono::duration<Rep, Period>;
  static constexpr detail::Shape kShape = detail::kNumberShape;

  static bool decode(Value from, Duration& to, Decoder& problems) {
    constexpr double kMost = sizeof(Rep) < sizeof(double) ? static_cast<double>(std::numeric_limits<Rep>::max())
                                                          : std::numeric_limits<double>::max();
    double ticks = 0;
    if (!detail::decode_seconds(from, ticks, {Period::num, Period::den}, kMost, problems)) return false;
    to = Duration(static_cast<Rep>(ticks));
    return true;
  }
  static void encode(const Duration& from, Writer& to) {
    detail::encode_seconds(static_cast<double>(from.count()), detail::Tick{Period::num, Period::den}, to);
  }
};

template <std::integral Rep, class Period>
struct codec<std::chrono::sys_time<std::chrono::duration<Rep, Period>>> {
  using Duration = std::chrono::duration<Rep, Period>;
  static constexpr detail::Shape kShape = detail::kStringShape;

  static bool decode(Value from, std::chrono::sys_time<Duration>& to, Decoder& problems) {
    std::int64_t ticks = 0;
    if (!detail::decode_date_time(from, ticks, {Period::num, Period::den}, detail::kLeastTick<Rep>,
                                  detail::kMostTick<Rep>, problems)) {
      return false;
    }
    to = std::chrono::sys_time<Duration>(Duration(static_cast<Rep>(ticks)));
    return true;
  }
  static void encode(const std::chrono::sys_time<Duration>& from, Writer& to) {
    const Rep ticks = from.time_since_epoch().count();
    if (!detail::fits_ticks(ticks, to)) return;
    detail::encode_date_time(static_cast<std::int64_t>(ticks), {Period::num, Period::den}, to);
  }
};

template <>
struct codec<std::chrono::sys_days> {
  static constexpr detail::Shape kShape = detail::kStringShape;
  static bool decode(Value from, std::chrono::sys_days& to, Decoder& problems);
  static void encode(const std::chrono::sys_days& from, Writer& to);
};

template <>
struct MCP_EXPORT codec<std::chrono::year_month_day> {
  static constexpr detail::Shape kShape = detail::kStringShape;
  static bool decode(Value from, std::chrono::year_month_day& to, Decoder& problems);
  static void encode(const std::chrono::year_month_day& from, Writer& to);
};

}  // namespace mcp
