#include "tasks/task_json.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <mcp/codec/chrono.hpp>

#include "jsonrpc/params.hpp"

namespace mcp::protocol {

namespace {

using Milliseconds = std::chrono::sys_time<std::chrono::milliseconds>;

/// Task and DetailedTask of the schema.
struct TaskMessage {
  std::string_view id{};
  std::string_view status{};
  std::optional<std::string> status_message{};
  Milliseconds created_at{};
  Milliseconds last_updated_at{};
  std::optional<std::uint64_t> ttl_ms{};  ///< nothing: null, for ever
  std::optional<std::uint64_t> poll_interval_ms{};
  // Of a DetailedTask, one of them at most.
  JsonMember result{};
  JsonMember error{};
  JsonMember input_requests{};
};

}  // namespace

}  // namespace mcp::protocol

namespace mcp {

std::string_view name_of(TaskStatus status) noexcept {
  switch (status) {
    case TaskStatus::Working:
      return "working";
    case TaskStatus::InputRequired:
      return "input_required";
    case TaskStatus::Completed:
      return "completed";
    case TaskStatus::Failed:
      return "failed";
    case TaskStatus::Cancelled:
      break;
  }
  return "cancelled";
}

template <>
struct codec<protocol::TaskMessage> : protocol::MessageCodec<protocol::TaskMessage> {
  static constexpr detail::Member kMembers[] = {
      MCP_REQUIRED(id, "taskId"),
      MCP_REQUIRED(status, "status"),
      MCP_OPTIONAL(status_message, "statusMessage"),
      MCP_REQUIRED(created_at, "createdAt"),
      MCP_REQUIRED(last_updated_at, "lastUpdatedAt"),
      {"ttlMs", "\"ttlMs\":", offsetof(McpObject, ttl_ms), &detail::never_absent_ops_of<decltype(McpObject::ttl_ms)>,
       nullptr, true},
      MCP_OPTIONAL(poll_interval_ms, "pollIntervalMs"),
      MCP_OPTIONAL(result, "result"),
      MCP_OPTIONAL(error, "error"),
      MCP_OPTIONAL(input_requests, "inputRequests"),
  };
};

}  // namespace mcp

namespace mcp::protocol {

namespace {

TaskMessage message_of(const TaskRecord& record) {
  TaskMessage message{.id = record.id,
                      .status = name_of(record.status),
                      .created_at = std::chrono::floor<std::chrono::milliseconds>(record.created_at),
                      .last_updated_at = std::chrono::floor<std::chrono::milliseconds>(record.last_updated_at),
                      .ttl_ms = record.ttl_ms,
                      .poll_interval_ms = record.poll_interval_ms};
  if (!record.status_message.empty()) message.status_message = record.status_message;
  return message;
}

/// By key, in the order in which they were asked.
std::string input_requests_of(const TaskRecord& record) {
  Writer to;
  char separator = '{';
  for (const InputRequest& input : record.input_requests) {
    to.raw(separator);
    separator = ',';
    to.string(input.key);
    to.raw(':');
    to.raw(input.request);
  }
  to.raw(record.input_requests.empty() ? "{}" : "}");
  return std::string(to.view());
}

}  // namespace

void write_task(Writer& to, const TaskRecord& record) { write_members(message_of(record), to); }

void write_detailed_task(Writer& to, const TaskRecord& record) {
  TaskMessage message = message_of(record);
  std::string input_requests;
  if (record.status == TaskStatus::Completed) {
    message.result = {record.result};
  } else if (record.status == TaskStatus::Failed) {
    message.error = {record.error};
  } else if (record.status == TaskStatus::InputRequired) {
    input_requests = input_requests_of(record);
    message.input_requests = {input_requests};
  }
  write_members(message, to);
}

}  // namespace mcp::protocol
