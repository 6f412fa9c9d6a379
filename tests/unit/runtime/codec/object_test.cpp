// Tables of members, as generated code makes them.
#include <mcp/codec/object.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <boost/pfr/core.hpp>

namespace mcp {
namespace object_test {

struct Parcel {
  bool fragile = false;
  std::string label;
  std::optional<double> weight;
  char code = 'x';
  std::vector<int> stops;
};

TEST(ObjectTable, members_by_offset_are_those_that_boost_pfr_finds_by_index) {
  constexpr std::array offsets = {offsetof(Parcel, fragile), offsetof(Parcel, label), offsetof(Parcel, weight),
                                  offsetof(Parcel, code), offsetof(Parcel, stops)};
  ASSERT_EQ(boost::pfr::tuple_size_v<Parcel>, offsets.size());
  Parcel parcel;
  boost::pfr::for_each_field(parcel, [&](const auto& field, std::size_t index) {
    EXPECT_EQ(reinterpret_cast<const char*>(&field) - reinterpret_cast<const char*>(&parcel),
              static_cast<std::ptrdiff_t>(offsets[index]));
  });
}

}  // namespace object_test
}  // namespace mcp
