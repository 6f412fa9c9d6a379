#include <mcp/revision.hpp>

#include <mcp/spec/revision_traits.hpp>

#include <cstddef>

namespace mcp {

namespace {

/// The last row of that era.
Revision newest(spec::Era era) noexcept {
  std::size_t at = spec::kRevisions.size() - 1;
  while (at > 0 && spec::kRevisions[at].era != era) --at;
  return static_cast<Revision>(at);
}

}  // namespace

std::string_view name_of(Revision revision) noexcept { return spec::traits_of(revision).name; }

std::optional<Revision> revision_named(std::string_view name) noexcept {
  // The newest first, which most requests name.
  for (std::size_t i = spec::kRevisions.size(); i-- > 0;) {
    if (spec::kRevisions[i].name == name) return static_cast<Revision>(i);
  }
  return std::nullopt;
}

std::vector<std::string_view> revision_names() {
  std::vector<std::string_view> names;
  for (const spec::RevisionTraits& row : spec::kRevisions) names.push_back(row.name);
  return names;
}

bool is_modern(Revision revision) noexcept { return spec::traits_of(revision).era == spec::Era::Modern; }
Revision newest_modern() noexcept { return newest(spec::Era::Modern); }
Revision newest_legacy() noexcept { return newest(spec::Era::Legacy); }

std::string spec::modern_revisions() {
  std::string names = "[";
  for (std::size_t at = kRevisions.size(); at-- > 0;) {
    if (kRevisions[at].era != Era::Modern) continue;
    names.append(names.size() > 1 ? ",\"" : "\"").append(kRevisions[at].name).append("\"");
  }
  return names + ']';
}

}  // namespace mcp
