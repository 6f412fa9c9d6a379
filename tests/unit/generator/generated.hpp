// Scans a snippet and goes on to the schemas that clients see.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "emit/schema.hpp"
#include "emit/unit.hpp"
#include "scanned.hpp"
#include "validate/validate.hpp"

namespace mcpgen::test {

using Json = nlohmann::ordered_json;

/// The model of a snippet. The warnings that a text is missing are left out of what was found: snippets have none.
class Generated : public Scanned {
 public:
  explicit Generated(std::string_view snippet, const Options& options = {}) : Scanned(snippet, options) {
    if (!ok) return;
    model = validate(result.declarations, "snippet", sink);
    diagnostics = render(sink);
  }

  /// "slug: message", line by line, in the order in which they were found.
  [[nodiscard]] std::string problems() const {
    std::string all;
    for (const Diagnostic& diagnostic : sink.all()) {
      if (!diagnostic.slug.starts_with("undescribed-")) all += diagnostic.slug + ": " + diagnostic.message + '\n';
    }
    return all;
  }

  [[nodiscard]] const model::Tool& made(std::string_view name = {}) const {
    if (!model) throw std::runtime_error("no model; diagnostics: " + diagnostics);
    const auto tool =
        std::ranges::find_if(model->tools, [&](const model::Tool& each) { return name.empty() || each.name == name; });
    if (tool == model->tools.end()) throw std::runtime_error("no tool " + std::string(name));
    return *tool;
  }
  [[nodiscard]] Json input(std::string_view tool = {}) const { return input_schema(made(tool), *model); }
  [[nodiscard]] Json output(std::string_view tool = {}) const { return output_schema(made(tool), *model); }
  /// The schema of one parameter, as text.
  [[nodiscard]] std::string parameter(const std::string& name, std::string_view tool = {}) const {
    return input(tool)["properties"].at(name).dump();
  }

  std::optional<model::Model> model;
};

}  // namespace mcpgen::test
