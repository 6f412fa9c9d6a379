#include "requests/client.hpp"

#include <array>
#include <utility>

#include <mcp/codec/writer.hpp>
#include <mcp/spec/revision_traits.hpp>

#include "codec/text.hpp"
#include "codec/value_text.hpp"

namespace mcp::protocol {

namespace {

constexpr std::array<std::string_view, 8> kLevels = {"debug", "info",     "notice", "warning",
                                                     "error", "critical", "alert",  "emergency"};

/// The maximum length of a kept name, in bytes.
constexpr std::size_t kMostText = 256;

bool has_object(Value object, std::string_view name, Value* member = nullptr) {
  const MemberLookup found = find_member(object, name);
  if (found.count == 0 || found.value.kind() != JsonKind::Object) return false;
  if (member != nullptr) *member = found.value;
  return true;
}

}  // namespace

void read_capabilities(Value capabilities, Revision revision, Client& to, bool& knows_tasks) {
  knows_tasks = false;
  if (capabilities.kind() != JsonKind::Object) return;
  Value part;
  // A declared capability counts even if the agreed revision does not have it: some clients agree to an older revision
  // than they implement.
  if (has_object(capabilities, "elicitation", &part)) {
    to.takes_urls = has_object(part, "url");
    to.takes_forms = !to.takes_urls || has_object(part, "form");
  }
  if (has_object(capabilities, "sampling", &part)) {
    to.samples = true;
    if (spec::traits_of(revision).sampling_tools) {
      to.samples_with_tools = has_object(part, "tools");
      to.samples_with_context = has_object(part, "context");
    } else {
      to.samples_with_context = true;  // this revision has no such capability to declare
    }
  }
  to.has_roots = has_object(capabilities, "roots");
  if (spec::traits_of(revision).tasks && has_object(capabilities, "extensions", &part)) {
    knows_tasks = has_object(part, kTasksExtension);
  }
}

void set_client_info(const Implementation& said, Client& to) {
  to.name = internal::trimmed(said.name, kMostText);
  to.version = internal::trimmed(said.version, kMostText);
  to.title = internal::trimmed(said.title.text.value_or(std::string()), kMostText);
}

bool read_log_level(std::string_view name, LogLevel& to) noexcept {
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    if (kLevels[i] != name) continue;
    to = static_cast<LogLevel>(i);
    return true;
  }
  return false;
}

std::string_view name_of(LogLevel level) noexcept { return kLevels[static_cast<std::size_t>(level)]; }

ClientReply reply_of(const Message& response) {
  ClientReply reply;
  if (response.result && !response.error) {
    Writer text;
    write_value(*response.result, text);
    reply.text.assign(text.view());
    return reply;
  }
  reply.failed = true;
  reply.text = "The client refused the question";
  if (response.error && response.error->kind() == JsonKind::Object) {
    MemberLookup code, message;
    find_members(*response.error, "code", code, "message", message);
    if (code.count == 1 && code.value.kind() == JsonKind::Integer && std::in_range<int>(code.value.integer())) {
      reply.code = static_cast<int>(code.value.integer());
    }
    if (message.count == 1 && message.value.kind() == JsonKind::String) {
      reply.text.append(": ").append(message.value.string());
    }
  }
  return reply;
}

}  // namespace mcp::protocol
