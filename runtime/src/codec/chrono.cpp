#include <mcp/codec/chrono.hpp>

#include <charconv>
#include <cmath>
#include <string>

#include <mcp/spec/rfc3339.hpp>

#include "codec/exact_number.hpp"
#include "codec/text.hpp"

namespace mcp {

namespace detail {

namespace {

using spec::digits_of;
using spec::duration_text;
using spec::UnsignedWide;
using spec::Wide;

/// The years 0000 to 9999, all that four digits can write.
constexpr std::int64_t kFirstSecond = -62167219200;
constexpr std::int64_t kLastSecond = 253402300799;
constexpr std::string_view kOutOfYears = "is out of the years 0000 to 9999 that a date in JSON can have";

constexpr std::uint64_t kMinute = 60, kHour = 3600, kDay = 86400, kWeek = 604800;

Wide floor_divided(Wide a, Wide b) {
  const Wide quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

/// Half away from zero.
Wide rounded_divided(Wide a, Wide b) {
  const Wide quotient = a / b;
  const Wide rest = a % b < 0 ? -(a % b) : a % b;
  if (rest < b - rest) return quotient;
  return a < 0 ? quotient - 1 : quotient + 1;
}

/// Whether 1 / den has a finite decimal expansion.
bool is_decimal(std::int64_t den) {
  while (den % 2 == 0) den /= 2;
  while (den % 5 == 0) den /= 5;
  return den == 1;
}

/// ".5" for 1/2, "" for 0. An infinite expansion is cut to nanoseconds.
std::string fraction(UnsignedWide rest, std::int64_t den) {
  std::string text;
  std::size_t most = is_decimal(den) ? 64 : 9;
  for (; rest != 0 && most != 0; --most) {
    rest *= 10;
    text += static_cast<char>('0' + static_cast<int>(rest / static_cast<UnsignedWide>(den)));
    rest %= static_cast<UnsignedWide>(den);
  }
  while (text.ends_with('0')) text.pop_back();
  return text.empty() ? text : '.' + text;
}

std::string unit_text(std::uint64_t seconds) {
  switch (seconds) {
    case kMinute:
      return "minutes";
    case kHour:
      return "hours";
    case kDay:
      return "days";
    case kWeek:
      return "weeks";
    default:
      return "times " + std::to_string(seconds) + " seconds";
  }
}

/// Seconds as a decimal number, exact if its expansion is finite.
std::string seconds_text(std::int64_t ticks, Tick tick) {
  const Wide total = static_cast<Wide>(ticks) * tick.num;
  if (!is_decimal(tick.den)) {
    char text[32];
    const auto end =
        std::to_chars(text, text + sizeof text, static_cast<double>(static_cast<long double>(total) / tick.den));
    return {text, end.ptr};
  }
  const auto size = static_cast<UnsignedWide>(total < 0 ? -total : total);
  const auto den = static_cast<UnsignedWide>(tick.den);
  return (total < 0 ? "-" : "") + digits_of(size / den) + fraction(size % den, tick.den);
}

/// Empty if the year is not in 0000 to 9999.
std::string date_time_text(std::int64_t ticks, Tick tick) {
  const Wide total = static_cast<Wide>(ticks) * tick.num;
  const Wide seconds = floor_divided(total, tick.den);
  if (seconds < kFirstSecond || seconds > kLastSecond) return {};
  return spec::second_text(std::chrono::sys_seconds(std::chrono::seconds(static_cast<std::int64_t>(seconds)))) +
         fraction(static_cast<UnsignedWide>(total - seconds * tick.den), tick.den) + 'Z';
}

/// floor(0.fraction * den), exact for every den that is a power of ten.
Wide fraction_ticks(std::string_view digits, std::int64_t den) {
  Wide value = 0;
  Wide scale = 1;
  for (const char digit : digits.substr(0, 18)) {
    value = value * 10 + (digit - '0');
    scale *= 10;
  }
  return value * den / scale;
}

}  // namespace

bool decode_duration(Value from, std::uint64_t& ticks, std::uint64_t seconds_a_tick, std::uint64_t most,
                     Decoder& problems) {
  if (from.kind() != JsonKind::String) {
    return problems.expected("string with a duration such as PT90S or P1DT2H", from);
  }
  const auto parts = spec::parse_duration(from.string());
  if (!parts) return problems.expected("duration (RFC 3339) such as PT90S, PT1H0M5S, P1DT2H or P2W", from);
  if (parts->has_years_or_months) {
    return problems.expected("duration without years and months, whose length varies", from);
  }
  if (parts->overflow || parts->seconds / seconds_a_tick > most) {
    return problems.expected("duration of at most " + duration_text(static_cast<UnsignedWide>(most) * seconds_a_tick),
                             from);
  }
  if (parts->seconds % seconds_a_tick != 0) {
    return problems.expected("duration of whole " + unit_text(seconds_a_tick), from);
  }
  ticks = static_cast<std::uint64_t>(parts->seconds / seconds_a_tick);
  return true;
}

void encode_duration(std::uint64_t ticks, std::uint64_t seconds_a_tick, Writer& to) {
  to.raw('"');
  to.raw(duration_text(static_cast<UnsignedWide>(ticks) * seconds_a_tick));
  to.raw('"');
}

bool decode_seconds(Value from, std::int64_t& ticks, Tick tick, std::int64_t minimum, std::int64_t maximum,
                    Decoder& problems) {
  Wide rounded = 0;
  bool good = true;
  if (from.kind() == JsonKind::Integer) {
    rounded = rounded_divided(static_cast<Wide>(from.integer()) * tick.den, tick.num);
  } else if (from.kind() == JsonKind::Unsigned) {
    rounded = rounded_divided(static_cast<Wide>(from.unsigned_integer()) * tick.den, tick.num);
  } else {
    double seconds = 0;
    good = internal::is_number(from);
    if (from.kind() == JsonKind::Real) seconds = from.real();
    if (from.kind() == JsonKind::BigNumber) seconds = std::strtod(std::string(from.number_text()).c_str(), nullptr);
    const long double exact = static_cast<long double>(seconds) * tick.den / tick.num;
    constexpr long double kBeyond = 1e20L;
    good = good && exact > -kBeyond && exact < kBeyond;
    if (good) rounded = static_cast<Wide>(std::round(exact));
  }
  if (good && rounded >= minimum && rounded <= maximum) {
    ticks = static_cast<std::int64_t>(rounded);
    return true;
  }
  if (!internal::is_number(from)) return problems.expected("number of seconds", from);
  return problems.expected(
      "number of seconds between " + seconds_text(minimum, tick) + " and " + seconds_text(maximum, tick), from);
}

bool decode_seconds(Value from, double& ticks, Tick tick, double most, Decoder& problems) {
  double seconds = 0;
  if (!internal::is_number(from)) return problems.expected("number of seconds", from);
  if (!decode_real(from, seconds, problems)) return false;
  ticks = static_cast<double>(static_cast<long double>(seconds) * tick.den / tick.num);
  if (ticks >= -most && ticks <= most) return true;
  return problems.expected("number of seconds that the duration can hold", from);
}

void encode_seconds(std::int64_t ticks, Tick tick, Writer& to) { to.raw(seconds_text(ticks, tick)); }

void encode_seconds(double ticks, Tick tick, Writer& to) {
  to.real(static_cast<double>(static_cast<long double>(ticks) * tick.num / tick.den));
}

bool decode_date_time(Value from, std::int64_t& ticks, Tick tick, std::int64_t minimum, std::int64_t maximum,
                      Decoder& problems) {
  std::optional<spec::Instant> instant;
  if (from.kind() == JsonKind::String) instant = spec::parse_date_time(from.string());
  if (!instant) return problems.expected("date-time (RFC 3339) such as 2026-01-31T12:00:00Z", from);
  const Wide floor = floor_divided(
      static_cast<Wide>(instant->seconds) * tick.den + fraction_ticks(instant->fraction, tick.den), tick.num);
  if (floor >= minimum && floor <= maximum) {
    // Applying the offset may give a year in UTC that cannot be written.
    const Wide second = floor_divided(floor * tick.num, tick.den);
    if (second < kFirstSecond || second > kLastSecond) {
      return problems.expected("date-time within the years 0000 to 9999 of UTC", from);
    }
    ticks = static_cast<std::int64_t>(floor);
    return true;
  }
  const std::string first = date_time_text(minimum, tick), last = date_time_text(maximum, tick);
  if (first.empty() || last.empty()) return problems.expected("date-time that the server can hold", from);
  return problems.expected("date-time between " + first + " and " + last, from);
}

void encode_date_time(std::int64_t ticks, Tick tick, Writer& to) {
  const std::string text = date_time_text(ticks, tick);
  if (text.empty()) return to.fail(kOutOfYears);
  to.raw('"');
  to.raw(text);
  to.raw('"');
}

}  // namespace detail

bool codec<std::chrono::year_month_day>::decode(Value from, std::chrono::year_month_day& to, Decoder& problems) {
  std::optional<std::chrono::year_month_day> date;
  if (from.kind() == JsonKind::String) date = spec::parse_date(from.string());
  if (!date) return problems.expected("date (RFC 3339) such as 2026-01-31", from);
  to = *date;
  return true;
}

void codec<std::chrono::year_month_day>::encode(const std::chrono::year_month_day& from, Writer& to) {
  if (!from.ok()) return to.fail("is not a date that exists");
  const int year = static_cast<int>(from.year());
  if (year < 0 || year > 9999) return to.fail(detail::kOutOfYears);
  to.raw('"');
  to.raw(spec::date_text(from));
  to.raw('"');
}

bool codec<std::chrono::sys_days>::decode(Value from, std::chrono::sys_days& to, Decoder& problems) {
  std::chrono::year_month_day date;
  if (!codec<std::chrono::year_month_day>::decode(from, date, problems)) return false;
  to = date;
  return true;
}

void codec<std::chrono::sys_days>::encode(const std::chrono::sys_days& from, Writer& to) {
  // Checked first, because year_month_day would wrap around.
  const std::int64_t days = from.time_since_epoch().count();
  constexpr std::int64_t kDay = 86400;
  if (days < detail::kFirstSecond / kDay || days > detail::kLastSecond / kDay) return to.fail(detail::kOutOfYears);
  codec<std::chrono::year_month_day>::encode(from, to);
}

}  // namespace mcp
