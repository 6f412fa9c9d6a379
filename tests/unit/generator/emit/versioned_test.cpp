#include "emit/versioned.hpp"

#include <gtest/gtest.h>

namespace mcpgen {
namespace versioned_test {

using Json = nlohmann::ordered_json;
using mcp::spec::kRevisions;
using mcp::spec::RevisionTraits;

/// "name [since, until) …": the rows by number, a range that is open without its end.
std::string ranges(const ObjectOfRevision& object) {
  std::string text;
  for (const VersionedMembers& members : versioned(object)) {
    text += (text.empty() ? "" : " ") + members.json + " [" + std::to_string(members.since) + ", " +
            (members.until ? std::to_string(*members.until) : "") + ")";
  }
  return text;
}

std::size_t row_of(const RevisionTraits& revision) { return static_cast<std::size_t>(&revision - kRevisions.data()); }

TEST(Versioned, has_what_all_revisions_share_once) {
  EXPECT_EQ(ranges([](const RevisionTraits&) { return Json{{"a", 1}, {"b", {2}}}; }), R"("a":1,"b":[2] [0, ))");
  EXPECT_EQ(ranges([](const RevisionTraits&) { return Json::object(); }), "");
}

TEST(Versioned, leaves_ranges_open_that_the_newest_revision_is_in) {
  const auto titled = [](const RevisionTraits& revision) {
    Json json = {{"name", "n"}};
    if (revision.titles) json["title"] = "t";
    json["end"] = revision.titles ? 1 : 0;
    return json;
  };
  EXPECT_EQ(ranges(titled), R"("name":"n" [0, ) "title":"t" [2, ) "end":0 [0, 2) "end":1 [2, ))");
}

TEST(Versioned, has_a_member_twice_that_goes_and_comes_back) {
  const auto odd = [](const RevisionTraits& revision) {
    return row_of(revision) % 2 == 1 ? Json{{"odd", true}} : Json::object();
  };
  EXPECT_EQ(ranges(odd), R"("odd":true [1, 2) "odd":true [3, 4))");
}

TEST(Versioned, makes_the_object_of_each_revision) {
  const auto object = [](const RevisionTraits& revision) {
    Json json = {{"name", "n"}};
    if (revision.titles) json["title"] = "t";
    if (revision.tool_annotations) json["annotations"] = revision.titles ? Json{{"x", 1}} : Json{{"title", "t"}};
    if (!revision.batches) json["single"] = row_of(revision);
    json["end"] = nullptr;
    return json;
  };
  for (std::size_t row = 0; row < kRevisions.size(); ++row) {
    std::string text;
    for (const VersionedMembers& members : versioned(object)) {
      if (row >= members.since && row < members.until.value_or(row + 1))
        text += (text.empty() ? "" : ",") + members.json;
    }
    EXPECT_EQ('{' + text + '}', object(kRevisions[row]).dump()) << kRevisions[row].name;
  }
}

TEST(Versioned, is_written_with_the_names_of_revisions) {
  const auto title = [](const RevisionTraits& revision) {
    return revision.titles ? Json{{"title", "t"}} : revision.batches ? Json{{"other", 1}} : Json::object();
  };
  const std::vector<std::string> elements = versioned_elements(title);
  ASSERT_EQ(elements.size(), 2U);
  EXPECT_EQ(elements[0], R"__({R"("title":"t")"sv, Revision::V2025_06_18},)__");
  EXPECT_EQ(elements[1], R"__({R"("other":1)"sv, Revision::V2025_03_26, Revision::V2025_06_18},)__");
}

}  // namespace versioned_test
}  // namespace mcpgen
