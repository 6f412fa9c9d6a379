#include "requests/declared_revision.hpp"

namespace mcp::protocol {

namespace {

DeclaredRevision malformed(std::string_view problem) {
  DeclaredRevision declared;
  declared.kind = DeclaredRevision::Kind::Malformed;
  declared.problem = problem;
  return declared;
}

}  // namespace

DeclaredRevision read_declared_revision(const std::optional<Value>& params) {
  if (!params || params->kind() != JsonKind::Object) return {};
  const MemberLookup meta = find_member(*params, "_meta");
  if (meta.count == 0 || (meta.count == 1 && meta.value.kind() == JsonKind::Null)) return {};
  if (meta.count > 1) return malformed("Invalid params: \"_meta\" is there twice");
  if (meta.value.kind() != JsonKind::Object) return malformed("Invalid params: \"_meta\" must be an object");

  DeclaredRevision declared;
  declared.meta.emplace(meta.value);
  const MemberLookup& version = declared.meta->version;
  if (version.count == 0) return declared;
  if (version.count > 1 || version.value.kind() != JsonKind::String) {
    return malformed("Invalid params: _meta[\"io.modelcontextprotocol/protocolVersion\"] must be one string");
  }
  declared.requested = version.value.string();
  const auto revision = revision_named(declared.requested);
  if (!revision || !is_modern(*revision)) {
    declared.kind = DeclaredRevision::Kind::Unsupported;
    return declared;
  }
  if (const std::string_view problem = declared.meta->problem(); !problem.empty()) {
    DeclaredRevision broken = malformed(problem);
    broken.requested = declared.requested;
    return broken;
  }
  declared.kind = DeclaredRevision::Kind::Modern;
  declared.revision = *revision;
  return declared;
}

}  // namespace mcp::protocol
