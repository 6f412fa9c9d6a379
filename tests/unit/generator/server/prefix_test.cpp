#include <gtest/gtest.h>

#include <stdexcept>

#include "server/server_model.hpp"
#include "validate/tool_name.hpp"

namespace mcpgen {
namespace prefix_test {

model::Model unit_with(const std::string& unit, const std::string& tool) {
  model::Model made;
  made.unit = unit;
  made.tools.emplace_back();
  made.tools[0].name = tool;
  made.tools[0].at = {unit + ".cpp", 1, 1, 1};
  return made;
}

TEST(Prefix, stands_in_front_of_every_name) {
  Sink sink;
  model::Model unit = unit_with("a", "find");
  add_prefix(unit, "geo_", sink);
  EXPECT_EQ(unit.tools[0].name, "geo_find");
  add_prefix(unit, "", sink);
  EXPECT_EQ(unit.tools[0].name, "geo_find");
  EXPECT_TRUE(sink.all().empty());
}

TEST(Prefix, must_leave_a_name_that_clients_accept) {
  for (const std::string& prefix : {std::string("geo/"), std::string("geo "), std::string(125, 'x')}) {
    Sink sink;
    model::Model unit = unit_with("a", "find");
    add_prefix(unit, prefix, sink);
    ASSERT_EQ(sink.all().size(), 1U) << prefix;
    EXPECT_EQ(sink.all()[0].slug, "bad-tool-name");
    EXPECT_EQ(sink.all()[0].at.file, "a.cpp");
    ASSERT_EQ(sink.all()[0].notes.size(), 1U);
    EXPECT_NE(sink.all()[0].notes[0].text.find("PREFIX"), std::string::npos);
  }
  Sink sink;
  model::Model unit = unit_with("a", "find");
  add_prefix(unit, std::string(124, 'x'), sink);
  EXPECT_TRUE(sink.all().empty());
}

TEST(Prefix, counts_when_names_clash) {
  Sink sink;
  model::Model prefixed = unit_with("a", "find");
  add_prefix(prefixed, "geo_", sink);
  EXPECT_TRUE(join({prefixed, unit_with("b", "find")}, {"t", "n", "1"}, sink));
  EXPECT_FALSE(join({prefixed, unit_with("b", "geo_find")}, {"t", "n", "1"}, sink));
  ASSERT_EQ(sink.all().size(), 1U);
  EXPECT_EQ(sink.all()[0].slug, "duplicate-tool");
  EXPECT_NE(sink.all()[0].message.find("`geo_find`"), std::string::npos);
  EXPECT_EQ(sink.all()[0].at.file, "b.cpp");
  EXPECT_EQ(sink.all()[0].notes.at(0).at.file, "a.cpp");
}

TEST(UnitNames, must_be_distinct_and_another_than_the_server) {
  EXPECT_NO_THROW(check_unit_names({unit_with("a", "x"), unit_with("b", "y")}, "t"));
  EXPECT_THROW(check_unit_names({unit_with("a", "x"), unit_with("a", "y")}, "t"), std::runtime_error);
  EXPECT_THROW(check_unit_names({unit_with("t", "x")}, "t"), std::runtime_error);
}

}  // namespace prefix_test
}  // namespace mcpgen
