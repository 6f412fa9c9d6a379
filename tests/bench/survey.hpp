// The large payload: one set of types four times, without checks and with each kind of them, and what the tool that
// takes it does.
#pragma once

#include <mcp/annotations.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

#define BENCH_BOUNDS(...)
#define BENCH_UNIQUE()
#define BENCH_PATTERN(...)
namespace plain {
#include "survey_types.inc"
}

#undef BENCH_BOUNDS
#define BENCH_BOUNDS(...) MCP_FIELD(__VA_ARGS__)
namespace bounded {
#include "survey_types.inc"
}
#undef BENCH_BOUNDS
#define BENCH_BOUNDS(...)

#undef BENCH_UNIQUE
#define BENCH_UNIQUE() MCP_FIELD(.unique_items = true)
namespace unique {
#include "survey_types.inc"
}
#undef BENCH_UNIQUE
#define BENCH_UNIQUE()

#undef BENCH_PATTERN
#define BENCH_PATTERN(...) MCP_FIELD(__VA_ARGS__)
namespace patterned {
#include "survey_types.inc"
}
#undef BENCH_PATTERN
#undef BENCH_UNIQUE
#undef BENCH_BOUNDS

/// A survey as it was filed, with what was computed from it.
struct Filed {
  std::string reference;
  std::map<std::string, double> means;  ///< By the code of the station
  std::vector<std::int64_t> qualities;  ///< How many readings have each quality
  plain::Survey survey;
};

[[nodiscard]] inline Filed filed(plain::Survey survey) {
  Filed result{"S-2026-0117", {}, std::vector<std::int64_t>(4), std::move(survey)};
  for (const plain::Station& station : result.survey.stations) {
    double sum = 0;
    for (const plain::Reading& reading : station.readings) {
      sum += reading.value;
      ++result.qualities[static_cast<std::size_t>(reading.quality)];
    }
    result.means[station.code] = station.readings.empty() ? 0 : sum / static_cast<double>(station.readings.size());
  }
  return result;
}

}  // namespace bench
