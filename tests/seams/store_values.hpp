// How times and optional numbers travel between the tests' stores and their clients.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include <mcp/json.hpp>

namespace seams {

using TimePoint = std::chrono::system_clock::time_point;

inline mcp::json time_json(TimePoint time) { return time.time_since_epoch().count(); }
inline TimePoint time_of(const mcp::json& count) { return TimePoint(TimePoint::duration(count.get<TimePoint::rep>())); }

inline mcp::json number_json(const std::optional<std::uint64_t>& value) {
  return value ? mcp::json(*value) : mcp::json(nullptr);
}
inline std::optional<std::uint64_t> number_of(const mcp::json& number) {
  return number.is_null() ? std::nullopt : std::optional(number.get<std::uint64_t>());
}

}  // namespace seams
