#include "http/access_log_entry.hpp"

namespace mcp::protocol::http {

namespace {

/// Bytes of a method or name that are kept.
constexpr std::size_t kKeptBytes = 128;

/// The trace id of a W3C `traceparent`; empty if it is none.
std::string_view trace_id_of(std::string_view traceparent) noexcept {
  constexpr std::size_t kVersion = 3, kTraceId = 32;
  if (traceparent.size() < kVersion + kTraceId + 1 || traceparent[2] != '-') return {};
  const std::string_view id = traceparent.substr(kVersion, kTraceId);
  return id.find_first_not_of("0123456789abcdef") == std::string_view::npos && traceparent[kVersion + kTraceId] == '-'
             ? id
             : std::string_view();
}

}  // namespace

void AccessLogEntry::set_message(const Request& request, const Message& message) {
  method.assign(message.method.substr(0, kKeptBytes));
  if (is_there(request.traceparent)) trace_id.assign(trace_id_of(request.traceparent));
  if (!message.params || message.params->kind() != JsonKind::Object) return;
  const MemberLookup named = find_member(*message.params, "name");
  if (is_string(named)) name.assign(named.value.string().substr(0, kKeptBytes));
  if (!trace_id.empty()) return;
  const MemberLookup meta = find_member(*message.params, "_meta");
  const MemberLookup parent = meta.count == 0 ? MemberLookup{} : find_member(meta.value, "traceparent");
  if (is_string(parent)) trace_id.assign(trace_id_of(parent.value.string()));
}

void AccessLogEntry::set_outcome(ErrorCode code, std::string_view answer, bool is_modern) {
  if (code != ErrorCode{}) {
    error = std::to_string(static_cast<int>(code));
    return;
  }
  // `isError` is the last member that a tool gives; a modern result has `_meta` behind it.
  const std::size_t end = is_modern ? answer.rfind(R"(,"_meta":{)") : answer.rfind("}}");
  if (end != std::string_view::npos && answer.substr(0, end).ends_with(R"("isError":true)")) error = "tool";
}

}  // namespace mcp::protocol::http
