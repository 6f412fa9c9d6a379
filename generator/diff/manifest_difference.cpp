#include "diff/manifest_difference.hpp"

#include <array>
#include <stdexcept>
#include <string_view>

#include <mcp/spec/manifest.hpp>

#include "diff/entries.hpp"

namespace mcpgen {

namespace {

using diff::Json;
using diff::Weight;

using mcp::spec::kManifestVersion;

Json read_manifest(const std::string& text, const std::string& name) {
  const Json manifest = Json::parse(text, nullptr, false);
  if (!manifest.is_object() || !manifest.contains("manifest")) {
    throw std::runtime_error('`' + name + "` is not a manifest");
  }
  if (manifest.at("manifest") != kManifestVersion) {
    throw std::runtime_error('`' + name + "` is a manifest of version " + manifest.at("manifest").dump() +
                             "; this mcpgen knows version " + std::to_string(kManifestVersion));
  }
  return manifest;
}

bool is_server_wording(std::string_view field) {
  return diff::is_wording(field) || field == "version" || field == "instructions" || field == "website";
}

/// Whether both members are lists of objects.
bool are_lists(const Json& before, const Json& after) {
  for (const Json* list : {&before, &after}) {
    if (!list->is_array()) return false;
    for (const Json& entry : *list) {
      if (!entry.is_object()) return false;
    }
  }
  return true;
}

void compare_field(const std::string& field, const Json* before, const Json* after, diff::Changes& changes) {
  static const Json kNone = Json::array();
  const Json& old_list = before != nullptr ? *before : kNone;
  const Json& new_list = after != nullptr ? *after : kNone;
  if (before != nullptr && after != nullptr && diff::same(*before, *after)) return;
  if (field == "tools") {
    compare_tools(old_list, new_list, changes);
  } else if (are_lists(old_list, new_list) && !diff::is_wording(field)) {
    compare_entries(field, old_list, new_list, changes);
  } else {
    changes.add(is_server_wording(field) ? Weight::Wording : Weight::Breaking,
                "the server " + diff::replaced(field, before, after));
  }
}

struct Word {
  Weight weight;
  std::string_view word;
  Difference difference;
};
constexpr std::array<Word, 3> kWorstFirst = {{{Weight::Breaking, "breaking", Difference::Breaking},
                                              {Weight::Compatible, "compatible", Difference::Compatible},
                                              {Weight::Wording, "wording", Difference::Wording}}};

}  // namespace

ManifestDifference compare_manifests(const std::string& old_text, const std::string& old_name,
                                     const std::string& new_text, const std::string& new_name) {
  ManifestDifference result;
  const Json before = read_manifest(old_text, old_name);
  const Json after = read_manifest(new_text, new_name);
  diff::Changes changes;
  try {
    for (const auto& [field, value] : before.items()) compare_field(field, &value, diff::find(after, field), changes);
    for (const auto& [field, value] : after.items()) {
      if (!before.contains(field)) compare_field(field, nullptr, &value, changes);
    }
  } catch (const std::exception& error) {
    throw std::runtime_error('`' + old_name + "` and `" + new_name + "` cannot be compared: " + error.what());
  }
  if (changes.all().empty() && old_text != new_text) {
    changes.add(Weight::Wording, "only the order or the layout differs");
  }
  for (const Word& word : kWorstFirst) {
    for (const diff::Change& change : changes.all()) {
      if (change.weight != word.weight) continue;
      result.text += std::string(word.word) + ": " + change.text + '\n';
      if (result.worst == Difference::None) result.worst = word.difference;
    }
  }
  return result;
}

}  // namespace mcpgen
