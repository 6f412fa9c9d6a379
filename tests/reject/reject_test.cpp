// Walks the table of diagnostics: for each slug an example that is answered with it, and a section of the docs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "diagnostics/slugs.hpp"
#include "output.hpp"
#include "pipeline.hpp"

namespace mcpgen {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> slugs() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < slug_count(); ++i) names.emplace_back(slug_at(i).name);
  return names;
}

class Reject : public testing::TestWithParam<std::string> {};

/// Scans every .cpp of the current directory, then links them if all are sound; returns what the user reads.
std::string generate(const fs::path& out, bool& good) {
  std::vector<std::string> sources;
  for (const fs::directory_entry& entry : fs::directory_iterator(".")) {
    if (entry.path().extension() == ".cpp") sources.push_back(entry.path().filename().string());
  }
  std::sort(sources.begin(), sources.end());

  good = true;
  std::string all;
  LinkStep link;
  const bool has_version = out.filename() != "reject_unversioned-server";
  link.request = {.target = "rejected", .name = "rejected", .version = has_version ? "1.0.0" : ""};
  for (const std::string& source : sources) {
    ScanStep scan;
    scan.request = {.source = source, .named = sources, .flags = {"-std=c++20", "-I" RUNTIME_INCLUDE_DIR}};
    scan.unit = fs::path(source).stem().string();
    scan.model = (out / (source + ".json")).string();
    scan.code = (out / (source + ".inc")).string();
    std::string report;
    const bool scanned = run(scan, report);
    EXPECT_EQ(scanned, fs::exists(scan.model) && fs::exists(scan.code))
        << "outputs are written without errors, and only then";
    good = good && scanned;
    all += report;
    link.models.push_back({.path = scan.model, .prefix = {}});
  }
  if (good) {
    link.code = (out / "server.cpp").string();
    std::string report;
    good = run(link, report);
    EXPECT_EQ(good, fs::exists(link.code));
    all += report;
  }
  return all;
}

TEST_P(Reject, is_answered_with_its_slug) {
  const fs::path folder = fs::path(REJECT_DIR) / GetParam();
  ASSERT_TRUE(fs::exists(folder / "input.cpp")) << "every slug needs a rejected example";
  fs::current_path(folder);
  const fs::path out = fs::path(testing::TempDir()) / ("reject_" + GetParam());
  fs::remove_all(out);

  bool good = false;
  const std::string said = generate(out, good);
  const bool is_warning = find_slug(GetParam())->severity == Severity::Warning;
  EXPECT_EQ(good, is_warning) << said;
  EXPECT_NE(said.find((is_warning ? "[-Wmcp-" : "[") + GetParam() + ']'), std::string::npos) << said;
  if (std::getenv("UPDATE_GOLDEN") != nullptr) write_if_changed("expected.txt", said);
  ASSERT_TRUE(fs::exists("expected.txt"));
  EXPECT_EQ(said, read_file("expected.txt"));
}

TEST_P(Reject, is_explained_in_the_docs) {
  const std::string page = read_file(DIAGNOSTICS_PAGE);
  const std::size_t section = page.find("\n## " + GetParam() + "\n");
  ASSERT_NE(section, std::string::npos);
  const std::string text = page.substr(section, page.find("\n## ", section + 1) - section);

  // The page leaves out the line that all programs have.
  std::string program = read_file((fs::path(REJECT_DIR) / GetParam() / "input.cpp").string());
  const std::string common = "#include <mcp/annotations.hpp>\n";
  if (const std::size_t at = program.find(common); at != std::string::npos) program.erase(at, common.size());
  program.erase(0, program.find_first_not_of('\n'));
  EXPECT_NE(text.find(program), std::string::npos) << "the page must show the program of tests/reject";
}

INSTANTIATE_TEST_SUITE_P(Slugs, Reject, testing::ValuesIn(slugs()), [](const auto& slug) {
  std::string name = slug.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(RejectFolder, holds_nothing_but_examples_of_known_slugs) {
  for (const fs::directory_entry& entry : fs::directory_iterator(REJECT_DIR)) {
    if (!entry.is_directory()) continue;
    EXPECT_NE(find_slug(entry.path().filename().string()), nullptr) << entry.path().filename();
  }
}

}  // namespace
}  // namespace mcpgen
