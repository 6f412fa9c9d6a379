// Scans a snippet: tests state only what matters to them.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/render.hpp"
#include "scan/scan.hpp"

namespace mcpgen::test {

/// A directory that lives as long as the object.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "mcpgen-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary directory");
    path_ = pattern;
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }

  [[nodiscard]] std::string write(const std::string& name, std::string_view text) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }

 private:
  std::filesystem::path path_;
};

struct Options {
  std::string name = "snippet.cpp";
  std::vector<std::string> flags = {};
  std::vector<std::pair<std::string, std::string>> others = {};  // further files: name and text
  std::vector<std::string> also_named = {};                      // of those, the ones in HEADERS
};

/// What the scan of a snippet found. The annotation macros are included before its first line.
class Scanned {
 public:
  explicit Scanned(std::string_view snippet, const Options& options = {}) {
    source = directory_.write(options.name, snippet);
    for (const auto& [name, text] : options.others) {
      const std::string file = directory_.write(name, text);
      if (std::ranges::find(options.also_named, name) != options.also_named.end()) named_.push_back(file);
    }
    named_.push_back(source);
    std::vector<std::string> flags = {"-I" MCP_TEST_RUNTIME_INCLUDE, "-include", "mcp/annotations.hpp"};
#ifdef MCP_TEST_PREAMBLE
    if (options.flags.empty()) {  // others read other headers
      flags.insert(flags.end(), {"-fpch-instantiate-templates", "-include-pch", MCP_TEST_PREAMBLE});
    }
#endif
    flags.insert(flags.end(), options.flags.begin(), options.flags.end());
    ok = scan({.source = source, .named = named_, .flags = flags}, result, sink);
    diagnostics = render(sink);
  }

  [[nodiscard]] const declared::Function& tool(std::string_view name = {}) const {
    for (const declared::Function& tool : result.declarations.tools) {
      if (name.empty() || tool.name == name) return tool;
    }
    throw std::runtime_error("no tool of that name; diagnostics: " + diagnostics);
  }
  [[nodiscard]] const declared::Struct& record(const std::string& key) const {
    return result.declarations.structs.at(key);
  }
  [[nodiscard]] const declared::Enum& enumeration(const std::string& key) const {
    return result.declarations.enums.at(key);
  }
  /// "slug line:column", in the order of the text.
  [[nodiscard]] std::vector<std::string> found() const {
    std::vector<std::string> all;
    for (const Diagnostic& diagnostic : sink.all()) {
      all.push_back(diagnostic.slug + ' ' + std::to_string(diagnostic.at.line) + ':' +
                    std::to_string(diagnostic.at.column));
    }
    return all;
  }

 private:
  TemporaryDirectory directory_;
  std::vector<std::string> named_;

 public:
  std::string source;
  ScanResult result;
  Sink sink;
  std::string diagnostics;
  bool ok = false;
};

using Strings = std::vector<std::string>;

}  // namespace mcpgen::test
