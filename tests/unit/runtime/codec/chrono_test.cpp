#include <mcp/codec/chrono.hpp>

#include "codec/round_trip.hpp"

namespace mcp {
namespace chrono_test {

using namespace testing_support;
using namespace std::chrono;
using namespace std::chrono_literals;

TEST(DurationCodec, whole_seconds_and_longer_are_strings) {
  EXPECT_EQ(decoded<seconds>("\"PT90S\""), 90s);
  EXPECT_EQ(decoded<seconds>("\"P1DT2H\""), 26h);
  EXPECT_EQ(decoded<hours>("\"P2W\""), 336h);
  EXPECT_EQ(decoded<minutes>("\"PT1H0M60S\""), 61min);
  EXPECT_EQ(decoded<seconds>("\"P0D\""), 0s);
  EXPECT_EQ(decoded<seconds>("\"P1DT3S\""), 86403s);
  EXPECT_EQ(decoded<seconds>("\"PT0000000000000000000000000000000000000000000001S\""), 1s);
}

TEST(DurationCodec, other_spellings_are_refused) {
  for (const std::string text :
       {"",      "P",       "PT",    "P1",    "1S",     "PT1",    "PTS",       "P1S",    "P1H",
        "PT1D",  "P1WT1H",  "P1W1D", "P1D1W", "PT1S1M", "PT1H1S", "P1DT",      "PT1.5S", "-PT1S",
        "PT-1S", "PT1ST1S", "pt1s",  "PT1s",  " PT1S",  "PT1S ",  "P1DT1HT1M", "P1D1D"}) {
    EXPECT_EQ(problems<seconds>('"' + text + '"'),
              "$: expected duration (RFC 3339) such as PT90S, PT1H0M5S, P1DT2H or P2W, got \"" + text + '"');
  }
  EXPECT_EQ(problems<seconds>("90"), "$: expected string with a duration such as PT90S or P1DT2H, got 90");
  EXPECT_EQ(problems<seconds>("null"), "$: expected string with a duration such as PT90S or P1DT2H, got null");
}

TEST(DurationCodec, years_and_months_have_no_length) {
  for (const std::string text : {"P1Y", "P1M", "P1Y2M3DT4H5M6S", "P0Y"}) {
    EXPECT_EQ(problems<seconds>('"' + text + '"'),
              "$: expected duration without years and months, whose length varies, got \"" + text + '"');
  }
  EXPECT_NE(problems<seconds>("\"P1Y1D\""), "");
}

TEST(DurationCodec, nothing_is_rounded_away) {
  EXPECT_EQ(problems<minutes>("\"PT90S\""), "$: expected duration of whole minutes, got \"PT90S\"");
  EXPECT_EQ(problems<days>("\"PT25H\""), "$: expected duration of whole days, got \"PT25H\"");
  using Odd = duration<int, std::ratio<7>>;
  EXPECT_EQ(problems<Odd>("\"PT8S\""), "$: expected duration of whole times 7 seconds, got \"PT8S\"");
  EXPECT_EQ(decoded<Odd>("\"PT14S\"").count(), 2);
}

TEST(DurationCodec, what_overflows_is_refused) {
  using Small = duration<std::int8_t>;
  EXPECT_EQ(decoded<Small>("\"PT127S\"").count(), 127);
  EXPECT_EQ(problems<Small>("\"PT128S\""), "$: expected duration of at most PT2M7S, got \"PT128S\"");
  EXPECT_EQ(decoded<seconds>("\"PT9223372036854775807S\""), seconds::max());
  EXPECT_EQ(problems<seconds>("\"PT9223372036854775808S\""),
            "$: expected duration of at most P106751991167300DT15H30M7S, got \"PT9223372036854775808S\"");
  EXPECT_NE(problems<seconds>("\"P" + std::string(200, '9') + "W\""), "");
  using Weeks = duration<std::uint64_t, weeks::period>;
  EXPECT_EQ(decoded<Weeks>("\"P18446744073709551615W\"").count(), 18446744073709551615U);
  EXPECT_NE(problems<Weeks>("\"P18446744073709551616W\""), "");
}

TEST(DurationCodec, one_spelling_is_written) {
  EXPECT_EQ(encoded(0s), "\"PT0S\"");
  EXPECT_EQ(encoded(93784s), "\"P1DT2H3M4S\"");
  EXPECT_EQ(encoded(3605s), "\"PT1H0M5S\"") << "a part between two others may not be left out";
  EXPECT_EQ(encoded(86405s), "\"P1DT5S\"");
  EXPECT_EQ(encoded(weeks(2)), "\"P14D\"");
  EXPECT_EQ(encoded(60min), "\"PT1H\"");
  EXPECT_EQ(encoded(61s), "\"PT1M1S\"");
  EXPECT_EQ(encoded(-1s), "failed: $ is negative, which a duration in JSON cannot be");
  EXPECT_EQ(decoded<hours>(encoded(hours(1000000))), hours(1000000));
  EXPECT_EQ(decoded<seconds>(encoded(seconds::max())), seconds::max());
}

TEST(DurationCodec, finer_ones_are_numbers_of_seconds) {
  EXPECT_EQ(decoded<milliseconds>("1.5"), 1500ms);
  EXPECT_EQ(decoded<milliseconds>("2"), 2s);
  EXPECT_EQ(decoded<milliseconds>("-0.25"), -250ms);
  EXPECT_EQ(decoded<milliseconds>("-0"), 0ms);
  EXPECT_EQ(decoded<milliseconds>("1e-3"), 1ms);
  EXPECT_EQ(decoded<milliseconds>("0.0015"), 2ms) << "rounded to the nearest";
  EXPECT_EQ(decoded<milliseconds>("0.00149"), 1ms);
  EXPECT_EQ(decoded<milliseconds>("-0.0016"), -2ms);
  EXPECT_EQ(decoded<nanoseconds>("9223372036"), 9223372036s);
  EXPECT_EQ(encoded(1500ms), "1.5");
  EXPECT_EQ(encoded(-1ms), "-0.001");
  EXPECT_EQ(encoded(0ns), "0");
  EXPECT_EQ(encoded(1700000000123456789ns), "1700000000.123456789") << "exact, more than a double has";
  EXPECT_EQ(encoded(nanoseconds::min()), "-9223372036.854775808");
  using Thirds = duration<int, std::ratio<1, 3>>;
  EXPECT_EQ(decoded<Thirds>("0.33").count(), 1);
  EXPECT_EQ(encoded(Thirds(1)), "0.3333333333333333");
  EXPECT_EQ(round_trip<milliseconds>("\"PT1S\""), "$: expected number of seconds, got \"PT1S\"");
}

TEST(DurationCodec, finer_ones_keep_their_range) {
  EXPECT_EQ(problems<nanoseconds>("9223372037"),
            "$: expected number of seconds between -9223372036.854775808 and 9223372036.854775807, got 9223372037");
  EXPECT_EQ(problems<nanoseconds>("1e300"),
            "$: expected number of seconds between -9223372036.854775808 and 9223372036.854775807, got 1e+300");
  EXPECT_NE(problems<nanoseconds>("1e400"), "");
  EXPECT_NE(problems<nanoseconds>("18446744073709551615"), "");
  EXPECT_NE(problems<nanoseconds>("18446744073709551616"), "");
  using Unsigned = duration<unsigned, std::milli>;
  EXPECT_EQ(problems<Unsigned>("-1"), "$: expected number of seconds between 0 and 4294967.295, got -1");
  EXPECT_EQ(encoded(duration<std::uint64_t, std::milli>(18446744073709551615U)), "failed: $ is out of range");
}

TEST(DurationCodec, floating_ones_are_numbers_of_seconds) {
  EXPECT_EQ((decoded<duration<double>>("1.25").count()), 1.25);
  EXPECT_EQ((decoded<duration<double, std::ratio<60>>>("90").count()), 1.5);
  EXPECT_EQ((encoded(duration<double, std::ratio<60>>(1.5))), "90");
  EXPECT_EQ((encoded(duration<float>(1e30F * 1e30F))), "failed: $ is not a finite number");
  EXPECT_EQ((problems<duration<float>>("1e39")), "$: expected number of seconds that the duration can hold, got 1e+39");
  EXPECT_EQ((problems<duration<double>>("1e400")), "$: expected number that a double can hold, got 1e400");
  EXPECT_EQ((problems<duration<double>>("true")), "$: expected number of seconds, got true");
}

TEST(DateTimeCodec, instants_are_read_in_every_offset) {
  const sys_seconds noon = sys_days(2026y / January / 31) + 12h;
  for (const char* text :
       {"2026-01-31T12:00:00Z", "2026-01-31t12:00:00z", "2026-01-31T13:00:00+01:00", "2026-01-31T00:30:00-11:30",
        "2026-02-01T11:59:00+23:59", "2026-01-31T12:00:00-00:00", "2026-01-31T12:00:00.999999999999999999999999Z"}) {
    EXPECT_EQ(decoded<sys_seconds>('"' + std::string(text) + '"'), noon) << text;
  }
}

TEST(DateTimeCodec, fractions_are_cut_to_the_tick) {
  using Millis = sys_time<milliseconds>;
  EXPECT_EQ(round_trip<Millis>("\"2026-01-31T12:00:00.1239Z\""), "\"2026-01-31T12:00:00.123Z\"");
  EXPECT_EQ(round_trip<Millis>("\"1969-12-31T23:59:59.9999Z\""), "\"1969-12-31T23:59:59.999Z\"");
  EXPECT_EQ(round_trip<Millis>("\"2026-01-31T12:00:00.100Z\""), "\"2026-01-31T12:00:00.1Z\"");
  EXPECT_EQ(round_trip<system_clock::time_point>("\"2026-01-31T12:00:00.123456789Z\""),
            "\"2026-01-31T12:00:00.123456789Z\"");
  EXPECT_EQ(round_trip<sys_time<hours>>("\"2026-01-31T12:59:59Z\""), "\"2026-01-31T12:00:00Z\"");
  EXPECT_EQ(round_trip<sys_time<minutes>>("\"1969-12-31T23:59:59Z\""), "\"1969-12-31T23:59:00Z\"");
}

TEST(DateTimeCodec, the_leap_second_is_the_next_one) {
  EXPECT_EQ(round_trip<sys_seconds>("\"2016-12-31T23:59:60Z\""), "\"2017-01-01T00:00:00Z\"");
  EXPECT_EQ(round_trip<sys_seconds>("\"1990-12-31T15:59:60-08:00\""), "\"1991-01-01T00:00:00Z\"");
  EXPECT_NE(problems<sys_seconds>("\"2016-12-31T23:58:60Z\""), "");
  EXPECT_NE(problems<sys_seconds>("\"2016-12-31T23:59:60+01:00\""), "");
  EXPECT_NE(problems<sys_seconds>("\"2016-12-31T23:59:61Z\""), "");
}

TEST(DateTimeCodec, whatever_is_no_instant_is_refused) {
  for (const std::string text :
       {"", "2026-01-31", "2026-01-31T12:00:00", "2026-02-29T12:00:00Z", "2026-13-01T12:00:00Z", "2026-01-31 12:00:00Z",
        "2026-01-31T24:00:00Z", "2026-01-31T12:60:00Z", "2026-01-31T12:00Z", "2026-01-31T12:00:00.Z",
        "2026-01-31T12:00:00+0100", "2026-01-31T12:00:00+24:00", "2026-01-31T12:00:00Z ", "26-01-31T12:00:00Z",
        "+2026-01-31T12:00:00Z", "2026-1-31T12:00:00Z", "2026-01-31T12:00:00,5Z", "2026-01-31T12:00:00ZZ"}) {
    EXPECT_EQ(problems<sys_seconds>('"' + text + '"'),
              "$: expected date-time (RFC 3339) such as 2026-01-31T12:00:00Z, got \"" + text + '"');
  }
  EXPECT_EQ(problems<sys_seconds>("0"), "$: expected date-time (RFC 3339) such as 2026-01-31T12:00:00Z, got 0");
}

TEST(DateTimeCodec, what_could_not_be_written_is_refused) {
  for (const std::string text : {"9999-12-31T23:59:59-00:01", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:60Z"}) {
    EXPECT_EQ(problems<sys_seconds>('"' + text + '"'),
              "$: expected date-time within the years 0000 to 9999 of UTC, got \"" + text + '"');
  }
  EXPECT_EQ(round_trip<sys_seconds>("\"9999-12-31T23:59:59+00:01\""), "\"9999-12-31T23:58:59Z\"");
}

TEST(DateTimeCodec, what_the_type_cannot_hold_is_refused) {
  EXPECT_EQ(problems<sys_time<nanoseconds>>("\"2263-01-01T00:00:00Z\""),
            "$: expected date-time between 1677-09-21T00:12:43.145224192Z and 2262-04-11T23:47:16.854775807Z, got "
            "\"2263-01-01T00:00:00Z\"");
  EXPECT_EQ(problems<sys_time<duration<std::uint64_t>>>("\"1969-12-31T23:59:59Z\""),
            "$: expected date-time that the server can hold, got \"1969-12-31T23:59:59Z\"");
  EXPECT_EQ(round_trip<sys_seconds>("\"9999-12-31T23:59:59Z\""), "\"9999-12-31T23:59:59Z\"");
  EXPECT_EQ(round_trip<sys_seconds>("\"0000-01-01T00:00:00Z\""), "\"0000-01-01T00:00:00Z\"");
  EXPECT_EQ(encoded(sys_seconds(253402300800s)),
            "failed: $ is out of the years 0000 to 9999 that a date in JSON can have");
  EXPECT_EQ(encoded(sys_seconds::min()), "failed: $ is out of the years 0000 to 9999 that a date in JSON can have");
  EXPECT_EQ(encoded(sys_time<hours>::max()), "failed: $ is out of the years 0000 to 9999 that a date in JSON can have");
}

TEST(DateCodec, dates_exist) {
  EXPECT_EQ(decoded<year_month_day>("\"2024-02-29\""), 2024y / February / 29);
  EXPECT_EQ(decoded<sys_days>("\"1969-12-31\""), sys_days(1969y / December / 31));
  EXPECT_EQ(round_trip<sys_days>("\"0000-01-01\""), "\"0000-01-01\"");
  for (const std::string text : {"2026-02-29", "2026-00-01", "2026-01-00", "2026-01-32", "20260131", "2026-1-1", "",
                                 "2026-01-31T00:00:00Z", "2026-01-31 ", "-001-01-01"}) {
    EXPECT_EQ(problems<year_month_day>('"' + text + '"'),
              "$: expected date (RFC 3339) such as 2026-01-31, got \"" + text + '"');
    EXPECT_NE(problems<sys_days>('"' + text + '"'), "");
  }
  EXPECT_EQ(problems<sys_days>("5"), "$: expected date (RFC 3339) such as 2026-01-31, got 5");
}

TEST(DateCodec, dates_that_do_not_exist_are_not_written) {
  EXPECT_EQ(encoded(2026y / February / 30), "failed: $ is not a date that exists");
  EXPECT_EQ(encoded(year_month_day()), "failed: $ is not a date that exists");
  EXPECT_EQ(encoded(10000y / January / 1), "failed: $ is out of the years 0000 to 9999 that a date in JSON can have");
  EXPECT_EQ(encoded(year(-1) / January / 1), "failed: $ is out of the years 0000 to 9999 that a date in JSON can have");
  EXPECT_EQ(encoded(sys_days(days(100000000))),
            "failed: $ is out of the years 0000 to 9999 that a date in JSON can have");
}

}  // namespace chrono_test
}  // namespace mcp
