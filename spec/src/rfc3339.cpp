#include <mcp/spec/rfc3339.hpp>

#include <cstddef>

#include <mcp/spec/text.hpp>

namespace mcp::spec {

namespace {

/// Reads from the front of a text and removes what it read. After a failed step all later ones fail.
class Reader {
 public:
  explicit Reader(std::string_view text) noexcept : text_(text) {}

  /// A number of exactly `digits` digits, within [minimum, maximum].
  int number(std::size_t digits, int minimum, int maximum) noexcept {
    if (text_.size() < digits) return fail();
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      if (!is_digit(text_[i])) return fail();
      value = value * 10 + (text_[i] - '0');
    }
    text_.remove_prefix(digits);
    return value < minimum || value > maximum ? fail() : value;
  }
  void expect(char c) noexcept {
    if (!take(c)) fail();
  }
  bool take(char c) noexcept {
    if (text_.empty() || text_[0] != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  std::string_view digits() noexcept {
    std::size_t size = 0;
    while (size < text_.size() && is_digit(text_[size])) ++size;
    const std::string_view found = text_.substr(0, size);
    text_.remove_prefix(size);
    if (found.empty()) fail();
    return found;
  }

  [[nodiscard]] bool good() const noexcept { return good_; }
  [[nodiscard]] bool done() const noexcept { return good_ && text_.empty(); }

 private:
  int fail() noexcept {
    good_ = false;
    text_ = {};
    return 0;
  }

  std::string_view text_;
  bool good_ = true;
};

struct Time {
  std::int64_t seconds = 0;  // of the day in UTC, so it may be negative or beyond the day
  std::string_view fraction{};
};

std::optional<Time> read_time(Reader& reader) {
  Time time;
  const int hour = reader.number(2, 0, 23);
  reader.expect(':');
  const int minute = reader.number(2, 0, 59);
  reader.expect(':');
  const int second = reader.number(2, 0, 60);
  if (reader.take('.')) time.fraction = reader.digits();
  int offset = 0;
  if (!reader.take('Z') && !reader.take('z')) {
    const bool east = reader.take('+');
    if (!east) reader.expect('-');
    const int hours = reader.number(2, 0, 23);
    reader.expect(':');
    const int minutes = reader.number(2, 0, 59);
    offset = (hours * 60 + minutes) * (east ? 60 : -60);
  }
  if (!reader.done()) return std::nullopt;
  time.seconds = hour * 3600 + minute * 60 + second - offset;
  constexpr std::int64_t kDay = 86400;
  const bool ends_a_utc_day = (time.seconds % kDay + kDay) % kDay == 0;
  if (second == 60 && !ends_a_utc_day) return std::nullopt;
  return time;
}

std::optional<std::chrono::year_month_day> read_date(Reader& reader) {
  const int year = reader.number(4, 0, 9999);
  reader.expect('-');
  const int month = reader.number(2, 1, 12);
  reader.expect('-');
  const int day = reader.number(2, 1, 31);
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!reader.good() || !date.ok()) return std::nullopt;
  return date;
}

void append_padded(unsigned number, std::size_t digits, std::string& to) {
  const std::string text = std::to_string(number);
  if (text.size() < digits) to.append(digits - text.size(), '0');
  to += text;
}

}  // namespace

std::optional<std::chrono::year_month_day> parse_date(std::string_view text) noexcept {
  Reader reader(text);
  const auto date = read_date(reader);
  return reader.done() ? date : std::nullopt;
}

std::optional<Instant> parse_date_time(std::string_view text) noexcept {
  Reader reader(text);
  const auto date = read_date(reader);
  if (!date) return std::nullopt;
  if (!reader.take('t')) reader.expect('T');
  const auto time = read_time(reader);
  if (!time) return std::nullopt;
  const auto days = std::chrono::sys_days(*date).time_since_epoch().count();
  return Instant{std::int64_t{days} * 86400 + time->seconds, time->fraction};
}

bool is_time(std::string_view text) noexcept {
  Reader reader(text);
  return read_time(reader).has_value();
}

std::optional<DurationParts> parse_duration(std::string_view text) noexcept {
  if (!text.starts_with('P')) return std::nullopt;
  text.remove_prefix(1);
  // In the order they may be written. Each part must follow the one before without a gap, but for the start of the time
  // of day, and weeks stand alone.
  constexpr std::string_view kUnits = "WYMDHMS";
  constexpr std::uint64_t kSeconds[] = {604800, 0, 0, 86400, 3600, 60, 1};
  constexpr std::size_t kWeek = 0, kMonth = 2, kDay = 3, kHour = 4;
  constexpr std::size_t kNone = kUnits.size();

  DurationParts parts;
  bool time = false;
  std::size_t last = kNone;
  while (!text.empty()) {
    bool enters_time = false;
    if (!time && text[0] == 'T') {
      text.remove_prefix(1);
      time = enters_time = true;
    }
    if (last == kWeek) return std::nullopt;
    UnsignedWide count = 0;
    std::size_t size = 0;
    constexpr UnsignedWide kMost = UnsignedWide{1} << 96;  // times a week still no overflow
    for (; size < text.size() && is_digit(text[size]); ++size) {
      if (count < kMost) count = count * 10 + static_cast<unsigned>(text[size] - '0');
    }
    if (size == 0 || size == text.size()) return std::nullopt;
    const std::size_t unit = kUnits.find(text[size], time ? kHour : 0);
    if (unit == std::string_view::npos || (!time && unit > kDay)) return std::nullopt;
    const bool in_order = last == kNone || enters_time || unit == last + 1;
    if (!in_order) return std::nullopt;
    if (count >= kMost) parts.overflow = true;
    if (unit != kWeek && unit <= kMonth) parts.has_years_or_months = true;
    if (count < kMost) parts.seconds += count * kSeconds[unit];
    last = unit;
    text.remove_prefix(size + 1);
  }
  if (last == kNone) return std::nullopt;
  return parts;
}

std::string date_text(const std::chrono::year_month_day& date) {
  std::string text;
  append_padded(static_cast<unsigned>(static_cast<int>(date.year())), 4, text);
  text += '-';
  append_padded(static_cast<unsigned>(date.month()), 2, text);
  text += '-';
  append_padded(static_cast<unsigned>(date.day()), 2, text);
  return text;
}

std::string second_text(std::chrono::sys_seconds time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::hh_mm_ss clock(time - day);
  std::string text = date_text(day);
  text += 'T';
  append_padded(static_cast<unsigned>(clock.hours().count()), 2, text);
  text += ':';
  append_padded(static_cast<unsigned>(clock.minutes().count()), 2, text);
  text += ':';
  append_padded(static_cast<unsigned>(clock.seconds().count()), 2, text);
  return text;
}

std::string digits_of(UnsignedWide number) {
  std::string text;
  do {
    text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
    number /= 10;
  } while (number != 0);
  return text;
}

std::string duration_text(UnsignedWide seconds) {
  constexpr std::uint64_t kMinute = 60, kHour = 3600, kDay = 86400;
  std::string text = "P";
  if (seconds >= kDay) text += digits_of(seconds / kDay) + 'D';
  const auto rest = static_cast<std::uint64_t>(seconds % kDay);
  if (rest == 0) return seconds == 0 ? "PT0S" : text;
  const std::uint64_t hours = rest / kHour, minutes = rest / kMinute % 60, last = rest % kMinute;
  text += 'T';
  if (hours != 0) text += std::to_string(hours) + 'H';
  // A part between two others may not be left out (RFC 3339, appendix A).
  if (minutes != 0 || (hours != 0 && last != 0)) text += std::to_string(minutes) + 'M';
  if (last != 0) text += std::to_string(last) + 'S';
  return text;
}

}  // namespace mcp::spec
