#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <mcp/annotations.hpp>

#include "weights.hpp"

namespace {

enum class Speed { normal, express };

/// What a parcel weighs.
struct Weight {
  double kilograms;                  ///< In all
  std::vector<std::int64_t> grams;   ///< Of each piece
  std::optional<std::string> notes;  ///< What to look out for
};

}  // namespace

/// Weigh a parcel.
/// @param pieces How many pieces are in it
/// @param speed  How soon it must be there
MCP_TOOL(.read_only = true)
Weight weigh(std::uint32_t pieces, Speed speed = Speed::normal) {
  Weight weight{.kilograms = kilograms_of(pieces), .grams = {}, .notes = std::nullopt};
  for (std::uint32_t i = 0; i < pieces; ++i) weight.grams.push_back(250);
  if (speed == Speed::express) weight.notes = "by air";
  return weight;
}
