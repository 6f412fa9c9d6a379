// The two steps of the generator, each from inputs to written outputs.
#pragma once

#include <string>
#include <vector>

#include "diagnostics/warning_options.hpp"
#include "diff/manifest_difference.hpp"
#include "emit/server_unit.hpp"
#include "scan/scan.hpp"
#include "server/server_model.hpp"

namespace mcpgen {

/// `mcpgen scan`: one source file to its model and its generated part.
struct ScanStep {
  ScanRequest request;
  std::string unit;     // namespace of the generated code
  std::string model;    // output; "-" is standard output, empty: none
  std::string code;     // output; empty: none
  std::string depfile;  // output; empty: none
  std::string stamp;    // output, touched on success; empty: none
  WarningOptions warnings;
};

/// `mcpgen link`: the models of a server's sources to the server unit and the manifest.
struct LinkStep {
  /// What `mcpgen scan` wrote about a source.
  struct ModelFile {
    std::string path;
    std::string prefix;  // stands in front of the names of its tools
  };

  ServerRequest request;
  std::vector<ModelFile> models;
  ServerUnitOptions options;
  std::string code;
  std::string manifest;
  std::string stamp;
  WarningOptions warnings;
};

/// `mcpgen diff`: what a new manifest means to clients that know the old one.
struct DiffStep {
  std::string old_manifest;
  std::string new_manifest;
};

/// These return the diagnostics of the step, rendered, in `report` and false when there were errors: no output is
/// written then, but for the depfile. All throw std::runtime_error when a file cannot be read or written.
[[nodiscard]] bool run(const ScanStep& step, std::string& report);
[[nodiscard]] bool run(const LinkStep& step, std::string& report);
[[nodiscard]] ManifestDifference run(const DiffStep& step);

}  // namespace mcpgen
