// Runs the whole generator over each case and compares its outputs with the files beside the input.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "output.hpp"
#include "pipeline.hpp"

namespace mcpgen {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(GOLDEN_DIR)) {
    if (fs::exists(entry.path() / "input.cpp")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Golden : public testing::TestWithParam<std::string> {
 protected:
  // Paths in models are as given on the command line: run where the input is.
  void SetUp() override { fs::current_path(fs::path(GOLDEN_DIR) / GetParam()); }
};

/// Scans and links the case in the current directory into `out`; returns what the user reads.
std::string generate(const std::string& name, const fs::path& out, const std::vector<std::string>& more_flags) {
  fs::remove_all(out);
  ScanStep scan;
  scan.request = {.source = "input.cpp", .named = {"input.cpp"}, .flags = {"-std=c++20", "-I" RUNTIME_INCLUDE_DIR}};
  scan.request.flags.insert(scan.request.flags.end(), more_flags.begin(), more_flags.end());
  scan.unit = name + "_input";
  scan.model = (out / "model.json").string();
  scan.code = (out / "generated.inc").string();
  std::string report;
  if (!run(scan, report)) return report;

  LinkStep link;
  link.request = {.target = name, .name = name, .version = "1.0.0"};
  link.models = {{.path = scan.model, .prefix = {}}};
  link.options.page_size = name == "pages" ? 2 : 100;
  link.code = (out / "server.cpp").string();
  link.manifest = (out / "manifest.json").string();
  // One of its classes must be bound: what that means is no concern of this test.
  if (name == "members") {
    EXPECT_EQ(link.warnings.add("-Wno-mcp-unmakeable-class"), "");
  }
  std::string link_report;
  EXPECT_TRUE(run(link, link_report));
  return report + link_report;
}

TEST_P(Golden, outputs_are_current) {
  const fs::path out = fs::path(testing::TempDir()) / ("golden_" + GetParam());
  ASSERT_EQ(generate(GetParam(), out, {}), "");
  for (const char* name : {"model.json", "generated.inc", "server.cpp", "manifest.json"}) {
    const std::string made = read_file((out / name).string());
    if (std::getenv("UPDATE_GOLDEN") != nullptr) write_if_changed(name, made);
    EXPECT_EQ(made, read_file(name)) << name << " is not current; UPDATE_GOLDEN=1 writes it anew";
  }
}

TEST_P(Golden, manifests_do_not_depend_on_the_standard_library) {
  const fs::path out = fs::path(testing::TempDir()) / ("golden_libcxx_" + GetParam());
  // libc++ 19 keeps std::stop_token behind the second flag.
  const std::string report = generate(GetParam(), out, {"-stdlib=libc++", "-fexperimental-library"});
  if (report.find("file not found") != std::string::npos) GTEST_SKIP() << "libc++ is not installed";
  ASSERT_EQ(report, "");
  EXPECT_EQ(read_file((out / "manifest.json").string()), read_file("manifest.json"));
}

INSTANTIATE_TEST_SUITE_P(Cases, Golden, testing::ValuesIn(cases()), [](const auto& name) { return name.param; });

}  // namespace
}  // namespace mcpgen
