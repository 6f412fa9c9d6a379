// Tables of members, as generated code makes them.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <boost/pfr/core.hpp>

#include <mcp/codec/object.hpp>

#include "codec/round_trip.hpp"

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

struct Retry {
  int times = 3;
  int wait = 1;
};

/// As generated code says it of members whose default is not that of their type.
struct Job {
  Retry retry = {.times = 5};
  std::array<Retry, 2> both = {{{.times = 5}, {.wait = 6}}};
  Retry row[2] = {{.times = 5}, {.wait = 6}};
};

/// A value that no other can be assigned to.
struct Fixed {
  Fixed() = default;
  Fixed(const Fixed&) = delete;
  Fixed& operator=(const Fixed&) = delete;

  std::string text = "fresh, and longer than a short string";
};

}  // namespace object_test

template <>
struct codec<object_test::Retry> : detail::ObjectCodec<object_test::Retry> {
  static constexpr detail::Member kMembers[] = {
      detail::optional<int>("\"times\":", offsetof(object_test::Retry, times)),
      detail::optional<int>("\"wait\":", offsetof(object_test::Retry, wait))};
  static constexpr detail::Object kObject{kMembers, 2};
};
template <>
struct codec<object_test::Job> : detail::ObjectCodec<object_test::Job> {
  static constexpr detail::Member kMembers[] = {
      detail::optional_afresh<object_test::Retry>("\"retry\":", offsetof(object_test::Job, retry)),
      detail::optional_afresh<std::array<object_test::Retry, 2>>("\"both\":", offsetof(object_test::Job, both)),
      detail::optional_afresh<object_test::Retry[2]>("\"row\":", offsetof(object_test::Job, row))};
  static constexpr detail::Object kObject{kMembers, 3};
};

namespace object_test {

TEST(ObjectTable, objects_that_are_given_start_from_the_defaults_of_their_own_type) {
  EXPECT_EQ(testing_support::round_trip<Job>("{}"),
            R"({"retry":{"times":5,"wait":1},"both":[{"times":5,"wait":1},{"times":3,"wait":6}],)"
            R"("row":[{"times":5,"wait":1},{"times":3,"wait":6}]})");
  EXPECT_EQ(testing_support::round_trip<Job>(R"({"retry":{"wait":2},"both":[{},{"times":9}],"row":[{"wait":4},{}]})"),
            R"({"retry":{"times":3,"wait":2},"both":[{"times":3,"wait":1},{"times":9,"wait":1}],)"
            R"("row":[{"times":3,"wait":4},{"times":3,"wait":1}]})");
}

TEST(ObjectTable, begins_values_afresh_that_cannot_be_assigned) {
  Fixed fixed;
  fixed.text = "changed, and longer than a short string";
  detail::reset_to_default(fixed);
  EXPECT_EQ(fixed.text, "fresh, and longer than a short string");
}

}  // namespace object_test
}  // namespace mcp
