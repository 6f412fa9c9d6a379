#include "registry/versioned_object.hpp"

#include <array>
#include <tuple>

#include <mcp/spec/revision_traits.hpp>

namespace mcp::detail {

static_assert(std::tuple_size_v<decltype(AskedType::forms)> == spec::kFormSchemas, "a schema for each");

void append_object(VersionedObject object, Revision revision, std::string& to) {
  to += '{';
  const std::size_t start = to.size();
  for (const VersionedMembers& members : object) {
    if (revision < members.since || revision >= members.until) continue;
    if (to.size() != start) to += ',';
    to += members.json;
  }
  to += '}';
}

std::string object_text(VersionedObject object, Revision revision) {
  std::string text;
  append_object(object, revision, text);
  return text;
}

}  // namespace mcp::detail
