// Objects that differ between revisions, taken apart so that what revisions share is there once.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <mcp/spec/revision_traits.hpp>

namespace mcpgen {

/// Members of an object, and the rows of mcp::spec::kRevisions that have them.
struct VersionedMembers {
  std::string json;                       // `"name":value`, several with commas between them
  std::size_t since = 0;                  // the first row
  std::optional<std::size_t> until = {};  // the first later row that has them no more; nothing: the newest has them
};

/// An object as a revision with those traits knows it. The members that two revisions share have the same order in
/// both.
using ObjectOfRevision = std::function<nlohmann::ordered_json(const mcp::spec::RevisionTraits& revision)>;

/// The members of all revisions in their order: those that a revision has make its object. A range that the newest
/// revision is in has no end: a newer one with the same traits is in it, too.
[[nodiscard]] std::vector<VersionedMembers> versioned(const ObjectOfRevision& object);

/// The elements of a table of mcp::detail::VersionedMembers, as C++.
[[nodiscard]] std::vector<std::string> versioned_elements(const ObjectOfRevision& object);

}  // namespace mcpgen
