#include "requests/session.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace mcp::protocol {

namespace {

DeclaredRevision malformed(std::string_view problem) {
  DeclaredRevision declared;
  declared.kind = DeclaredRevision::Kind::Malformed;
  declared.problem = problem;
  return declared;
}

bool is_log_level(std::string_view name) {
  constexpr std::string_view kNames[] = {"debug", "info",     "notice", "warning",
                                         "error", "critical", "alert",  "emergency"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool is_integer(Value value) {
  switch (value.kind()) {
    case JsonKind::Integer:
    case JsonKind::Unsigned:
      return true;
    case JsonKind::BigNumber:
      return is_integral(value.number_text());
    case JsonKind::Real:
      return std::trunc(value.real()) == value.real();
    default:
      return false;
  }
}

bool is_one_string(const MemberLookup& found) { return found.count == 1 && found.value.kind() == JsonKind::String; }

bool is_implementation(Value value) {
  if (value.kind() != JsonKind::Object) return false;
  MemberLookup name, version;
  find_members(value, "name", name, "version", version);
  return is_one_string(name) && is_one_string(version);
}

/// The members of a request's `_meta` that the protocol defines.
struct MetaMembers {
  explicit MetaMembers(Value meta) {
    ObjectCursor cursor(meta);
    std::string_view name;
    Value value;
    while (cursor.next(name, value)) {
      MemberLookup* const found = place_of(name);
      if (found != nullptr && found->count++ == 0) found->value = value;
    }
  }

  MemberLookup* place_of(std::string_view name) noexcept {
    if (name == "progressToken") return &progress_token;
    if (!name.starts_with("io.modelcontextprotocol/")) return nullptr;
    if (name == kVersionKey) return &version;
    if (name == kCapabilitiesKey) return &capabilities;
    if (name == kClientInfoKey) return &client;
    if (name == kLogLevelKey) return &level;
    return nullptr;
  }

  /// What breaks the rules of a modern request, its version aside; empty if nothing does.
  [[nodiscard]] std::string_view problem() const {
    if (capabilities.count != 1 || capabilities.value.kind() != JsonKind::Object) {
      return "Invalid params: _meta[\"io.modelcontextprotocol/clientCapabilities\"] is required and must be an object";
    }
    if (client.count > 1 || (client.count == 1 && !is_implementation(client.value))) {
      return "Invalid params: _meta[\"io.modelcontextprotocol/clientInfo\"] must be an object with the strings name "
             "and "
             "version";
    }
    if (level.count > 1 || (level.count == 1 && (!is_one_string(level) || !is_log_level(level.value.string())))) {
      return "Invalid params: _meta[\"io.modelcontextprotocol/logLevel\"] must be debug, info, notice, warning, error, "
             "critical, alert or emergency";
    }
    if (progress_token.count > 1 ||
        (progress_token.count == 1 && !is_one_string(progress_token) && !is_integer(progress_token.value))) {
      return "Invalid params: _meta.progressToken must be a string or an integer";
    }
    return {};
  }

  MemberLookup version, capabilities, client, level, progress_token;
};

}  // namespace

DeclaredRevision read_declared_revision(const std::optional<Value>& params) {
  if (!params || params->kind() != JsonKind::Object) return {};
  const MemberLookup meta = find_member(*params, "_meta");
  if (meta.count == 0 || (meta.count == 1 && meta.value.kind() == JsonKind::Null)) return {};
  if (meta.count > 1) return malformed("Invalid params: \"_meta\" is there twice");
  if (meta.value.kind() != JsonKind::Object) return malformed("Invalid params: \"_meta\" must be an object");

  DeclaredRevision declared;
  declared.meta = meta.value;
  const MetaMembers members(meta.value);
  const MemberLookup& version = members.version;
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
  if (const std::string_view problem = members.problem(); !problem.empty()) {
    DeclaredRevision broken = malformed(problem);
    broken.requested = declared.requested;
    return broken;
  }
  declared.kind = DeclaredRevision::Kind::Modern;
  return declared;
}

}  // namespace mcp::protocol
