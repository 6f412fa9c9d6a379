#include "emit/versioned.hpp"

#include <algorithm>
#include <utility>

#include "emit/cpp_text.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;

namespace {

/// The names of all members, in an order that agrees with that of each object.
std::vector<std::string> names_of(const std::vector<Json>& objects) {
  std::vector<std::string> names;
  for (const Json& object : objects) {
    std::size_t next = 0;
    for (const auto& [name, value] : object.items()) {
      const auto known = std::ranges::find(names, name);
      if (known != names.end()) {
        next = static_cast<std::size_t>(known - names.begin()) + 1;
      } else {
        names.insert(names.begin() + static_cast<std::ptrdiff_t>(next++), name);
      }
    }
  }
  return names;
}

/// The member in that row as `"name":value`; empty: the row does not have it.
std::string text_of(const Json& object, const std::string& name) {
  const auto found = object.find(name);
  return found == object.end() ? std::string() : Json(name).dump() + ':' + found->dump();
}

void add(std::vector<VersionedMembers>& all, VersionedMembers members) {
  if (!all.empty() && all.back().since == members.since && all.back().until == members.until) {
    all.back().json += ',' + members.json;
  } else {
    all.push_back(std::move(members));
  }
}

std::string revision_constant(std::size_t row) {
  return "Revision::V" + cpp_identifier("_" + std::string(mcp::spec::kRevisions[row].name)).substr(1);
}

}  // namespace

std::vector<VersionedMembers> versioned(const ObjectOfRevision& object) {
  std::vector<Json> rows;
  for (const mcp::spec::RevisionTraits& revision : mcp::spec::kRevisions) rows.push_back(object(revision));
  std::vector<VersionedMembers> all;
  for (const std::string& name : names_of(rows)) {
    for (std::size_t row = 0; row < rows.size();) {
      const std::size_t since = row;
      const std::string text = text_of(rows[since], name);
      while (row < rows.size() && text_of(rows[row], name) == text) ++row;
      if (!text.empty()) add(all, {text, since, row < rows.size() ? std::optional(row) : std::nullopt});
    }
  }
  return all;
}

std::vector<std::string> versioned_elements(const ObjectOfRevision& object) {
  std::vector<std::string> elements;
  for (const VersionedMembers& members : versioned(object)) {
    std::string range;
    if (members.since != 0 || members.until) range = ", " + revision_constant(members.since);
    if (members.until) range += ", " + revision_constant(*members.until);
    elements.push_back(cpp_json_element(members.json, range));
  }
  return elements;
}

}  // namespace mcpgen
