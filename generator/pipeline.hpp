// The steps of the generator, each from its inputs to its written outputs.
#pragma once

#include <string>
#include <vector>

#include "diagnostics/warning_options.hpp"
#include "diff/manifest_difference.hpp"
#include "emit/server_unit.hpp"
#include "scan/scan.hpp"
#include "server/server_model.hpp"

namespace mcpgen {

/// `mcpgen scan`: from one source file to its model and its generated code.
struct ScanStep {
  ScanRequest request;
  std::string unit;     // namespace of the generated code
  std::string model;    // output; "-" is standard output, empty: none
  std::string code;     // output; empty: none
  std::string depfile;  // output; empty: none
  std::string stamp;    // output, touched on success; empty: none
  WarningOptions warnings;
};

/// `mcpgen link`: from the models of a server's sources to the server unit and the manifest.
struct LinkStep {
  /// A model that `mcpgen scan` wrote.
  struct ModelFile {
    std::string path;
    std::string prefix;  // prefix of the names of its tools
  };

  ServerRequest request;
  std::vector<ModelFile> models;
  ServerUnitOptions options;
  std::string code;
  std::string manifest;
  std::string stamp;
  WarningOptions warnings;
};

/// `mcpgen diff`: compares two manifests.
struct DiffStep {
  std::string old_manifest;
  std::string new_manifest;
};

/// Run a step. The first two store the rendered diagnostics in `report` and return false if there were errors; then
/// they write no output except the depfile. All throw std::runtime_error if a file cannot be read or written.
[[nodiscard]] bool run(const ScanStep& step, std::string& report);
[[nodiscard]] bool run(const LinkStep& step, std::string& report);
[[nodiscard]] ManifestDifference run(const DiffStep& step);

}  // namespace mcpgen
