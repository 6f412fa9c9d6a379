#include "requests/request_meta.hpp"

#include <cmath>

#include <mcp/log_level.hpp>

#include "requests/client.hpp"

namespace mcp::protocol {

namespace {

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

bool is_implementation(Value value) {
  if (value.kind() != JsonKind::Object) return false;
  MemberLookup name, version;
  find_members(value, "name", name, "version", version);
  return is_string(name) && is_string(version);
}

bool is_log_level(const MemberLookup& found) {
  LogLevel level{};
  return is_string(found) && read_log_level(found.value.string(), level);
}

}  // namespace

RequestMeta::RequestMeta(Value meta) : object(meta) {
  const auto place_of = [this](std::string_view name) -> MemberLookup* {
    if (name == "progressToken") return &progress_token;
    if (!name.starts_with("io.modelcontextprotocol/")) return nullptr;
    if (name == kVersionKey) return &version;
    if (name == kCapabilitiesKey) return &capabilities;
    if (name == kClientInfoKey) return &client_info;
    if (name == kLogLevelKey) return &log_level;
    return nullptr;
  };
  ObjectCursor cursor(meta);
  std::string_view name;
  Value value;
  while (cursor.next(name, value)) {
    MemberLookup* const found = place_of(name);
    if (found != nullptr && found->count++ == 0) found->value = value;
  }
}

bool RequestMeta::has_progress_token() const {
  return is_string(progress_token) || (progress_token.count == 1 && is_integer(progress_token.value));
}

std::string_view RequestMeta::problem() const {
  if (capabilities.count != 1 || capabilities.value.kind() != JsonKind::Object) {
    return "Invalid params: _meta[\"io.modelcontextprotocol/clientCapabilities\"] is required and must be an object";
  }
  if (client_info.count > 1 || (client_info.count == 1 && !is_implementation(client_info.value))) {
    return "Invalid params: _meta[\"io.modelcontextprotocol/clientInfo\"] must be an object with the strings name and "
           "version";
  }
  if (log_level.count != 0 && !is_log_level(log_level)) {
    return "Invalid params: _meta[\"io.modelcontextprotocol/logLevel\"] must be debug, info, notice, warning, error, "
           "critical, alert or emergency";
  }
  if (progress_token.count != 0 && !has_progress_token()) {
    return "Invalid params: _meta.progressToken must be a string or an integer";
  }
  return {};
}

}  // namespace mcp::protocol
