#include "pipeline.hpp"

#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "diagnostics/render.hpp"
#include "emit/listing.hpp"
#include "emit/unit.hpp"
#include "model/model_json.hpp"
#include "output.hpp"
#include "validate/tool_name.hpp"
#include "validate/validate.hpp"

namespace mcpgen {

bool run(const ScanStep& step, std::string& report) {
  Sink sink;
  ScanResult scanned;
  const bool readable = scan(step.request, scanned, sink);
  std::optional<model::Model> model;
  if (readable) model = validate(scanned.declarations, step.unit, sink);
  const Sink shown = step.warnings.apply(sink);
  report = render(shown);

  if (!step.depfile.empty()) write_if_changed(step.depfile, depfile_text(step.stamp, scanned.dependencies));
  if (!model || shown.has_errors()) return false;

  const std::string model_text = to_json_text(*model);
  if (step.model == "-") {
    std::fwrite(model_text.data(), 1, model_text.size(), stdout);
  } else if (!step.model.empty()) {
    write_if_changed(step.model, model_text);
  }
  if (!step.code.empty()) {
    write_if_changed(step.code, unit_code(*model, std::filesystem::path(step.request.source).filename().string()));
  }
  if (!step.stamp.empty()) touch(step.stamp);
  return true;
}

bool run(const LinkStep& step, std::string& report) {
  Sink sink;
  std::vector<model::Model> units;
  for (const LinkStep::ModelFile& file : step.models) {
    try {
      units.push_back(model_from_json_text(read_file(file.path)));
    } catch (const std::runtime_error& error) {
      throw std::runtime_error('`' + file.path + "`: " + error.what());
    }
    add_prefix(units.back(), file.prefix, sink);
  }
  check_unit_names(units, step.request.target);
  const std::optional<ServerModel> server = join(std::move(units), step.request, sink);
  if (server && step.options.with_main) check_generated_main(*server, sink);
  const Sink shown = step.warnings.apply(sink);
  report = render(shown);
  if (!server || shown.has_errors()) return false;

  if (!step.manifest.empty()) write_if_changed(step.manifest, manifest_text(*server));
  if (!step.code.empty()) write_if_changed(step.code, server_code(*server, step.options));
  if (!step.stamp.empty()) touch(step.stamp);
  return true;
}

ManifestDifference run(const DiffStep& step) {
  return compare_manifests(read_file(step.old_manifest), step.old_manifest, read_file(step.new_manifest),
                           step.new_manifest);
}

}  // namespace mcpgen
