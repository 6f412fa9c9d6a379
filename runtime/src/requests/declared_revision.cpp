#include "requests/declared_revision.hpp"

namespace mcp::protocol {

namespace {

void reject(DeclaredRevision& declared, std::string_view problem) {
  declared.kind = DeclaredRevision::Kind::Malformed;
  declared.problem = problem;
  declared.meta.reset();
}

void read_meta(const MemberLookup& meta, DeclaredRevision& declared) {
  if (meta.count > 1) return reject(declared, "Invalid params: \"_meta\" is there twice");
  if (meta.value.kind() != JsonKind::Object) return reject(declared, "Invalid params: \"_meta\" must be an object");

  declared.meta.emplace(meta.value);
  const MemberLookup& version = declared.meta->version;
  if (version.count == 0) return;
  if (version.count > 1 || version.value.kind() != JsonKind::String) {
    return reject(declared, "Invalid params: _meta[\"io.modelcontextprotocol/protocolVersion\"] must be one string");
  }
  declared.requested = version.value.string();
  const auto revision = revision_named(declared.requested);
  if (!revision || !is_modern(*revision)) {
    declared.kind = DeclaredRevision::Kind::Unsupported;
    return;
  }
  if (const std::string_view problem = declared.meta->problem(); !problem.empty()) return reject(declared, problem);
  declared.kind = DeclaredRevision::Kind::Modern;
  declared.revision = *revision;
}

}  // namespace

// One variable is returned everywhere, so that it is made in the place of the caller's.
DeclaredRevision read_declared_revision(const std::optional<Value>& params) {
  DeclaredRevision declared;
  if (!params || params->kind() != JsonKind::Object) return declared;
  const MemberLookup meta = find_member(*params, "_meta");
  if (meta.count == 0 || (meta.count == 1 && meta.value.kind() == JsonKind::Null)) return declared;
  read_meta(meta, declared);
  return declared;
}

}  // namespace mcp::protocol
