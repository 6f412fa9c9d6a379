#include <mcp/protocol/session.hpp>

namespace mcp::protocol {

namespace {

Claim malformed(std::string_view problem) {
  Claim claim;
  claim.kind = Claim::Kind::Malformed;
  claim.problem = problem;
  return claim;
}

}  // namespace

Claim read_claim(const std::optional<Value>& params) {
  if (!params || params->kind() != JsonKind::Object) return {};
  const Found meta = find_member(*params, "_meta");
  if (meta.times == 0) return {};
  if (meta.times > 1) return malformed("Invalid params: \"_meta\" is there twice");
  if (meta.value.kind() != JsonKind::Object) return malformed("Invalid params: \"_meta\" must be an object");

  Claim claim;
  claim.meta = meta.value;
  Found version, capabilities;
  find_members(meta.value, kVersionKey, version, kCapabilitiesKey, capabilities);
  if (version.times == 0) return claim;
  if (version.times > 1 || version.value.kind() != JsonKind::String) {
    return malformed("Invalid params: _meta[\"io.modelcontextprotocol/protocolVersion\"] must be one string");
  }
  claim.requested = version.value.string();
  const auto revision = revision_named(claim.requested);
  if (!revision || !is_modern(*revision)) {
    claim.kind = Claim::Kind::Unsupported;
    return claim;
  }
  if (capabilities.times != 1 || capabilities.value.kind() != JsonKind::Object) {
    return malformed(
        "Invalid params: _meta[\"io.modelcontextprotocol/clientCapabilities\"] is required and must be an object");
  }
  claim.kind = Claim::Kind::Modern;
  return claim;
}

}  // namespace mcp::protocol
