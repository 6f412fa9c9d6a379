// The two steps of the generator, each from inputs to written outputs.
#pragma once

#include <string>
#include <vector>

#include "emit/server_unit.hpp"
#include "model/server_model.hpp"
#include "scan/scan.hpp"

namespace mcpgen {

/// `mcpgen scan`: one source file to its model and its generated part.
struct ScanStep {
  ScanRequest request;
  std::string unit;     // namespace of the generated code
  std::string model;    // output; "-" is standard output, empty: none
  std::string code;     // output; empty: none
  std::string depfile;  // output; empty: none
  std::string stamp;    // output, touched on success; empty: none
};

/// `mcpgen link`: the models of a server's sources to the server unit and the manifest.
struct LinkStep {
  ServerRequest request;
  std::vector<std::string> models;
  ServerUnitOptions options;
  std::string code;
  std::string manifest;
  std::string stamp;
};

/// Both return the diagnostics of the step, rendered, in `report` and false when there were errors: no output is
/// written then, but for the depfile. Both throw std::runtime_error when a file cannot be read or written.
[[nodiscard]] bool run(const ScanStep& step, std::string& report);
[[nodiscard]] bool run(const LinkStep& step, std::string& report);

}  // namespace mcpgen
