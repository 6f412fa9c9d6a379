// The codec of a month of a year: a string, "2026-07".
#pragma once

#include <charconv>
#include <chrono>
#include <string>

#include <mcp/codec/codec.hpp>

namespace mcp {

template <>
struct codec<std::chrono::year_month> {
  static constexpr detail::Shape kShape = detail::kStringShape;

  static bool decode(Value from, std::chrono::year_month& to, Decoder& problems) {
    std::string text;
    if (!codec<std::string>::decode(from, text, problems)) return false;
    int year = 0;
    unsigned month = 0;
    const char* const end = text.data() + text.size();
    const bool is_month = text.size() == 7 && text[4] == '-' &&
                          std::from_chars(text.data(), text.data() + 4, year).ptr == text.data() + 4 &&
                          std::from_chars(text.data() + 5, end, month).ptr == end && month >= 1 && month <= 12;
    if (!is_month) return problems.fail("expected a month as in 2026-07");
    to = std::chrono::year(year) / std::chrono::month(month);
    return true;
  }
  static void encode(const std::chrono::year_month& from, Writer& to) {
    const std::string month = std::to_string(unsigned{from.month()});
    to.string(std::to_string(int{from.year()}) + (month.size() == 1 ? "-0" : "-") + month);
  }
};

}  // namespace mcp
