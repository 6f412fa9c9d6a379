// Tasks as clients see them.
#include <mcp/codec/chrono.hpp>
#include <mcp/codec/writer.hpp>

#include "tasks/task_store.hpp"

namespace mcp::protocol {

namespace {

void write_time(Writer& to, std::string_view key, TaskRecord::TimePoint time) {
  to.raw(key);
  const auto cut = std::chrono::floor<std::chrono::milliseconds>(time);
  codec<std::remove_const_t<decltype(cut)>>::encode(cut, to);
}

}  // namespace

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

void write_task(Writer& to, const TaskRecord& record) {
  to.raw(R"("taskId":)");
  to.string(record.id);
  to.raw(R"(,"status":)");
  to.string(name_of(record.status));
  if (!record.status_message.empty()) {
    to.raw(R"(,"statusMessage":)");
    to.string(record.status_message);
  }
  write_time(to, R"(,"createdAt":)", record.created_at);
  write_time(to, R"(,"lastUpdatedAt":)", record.last_updated_at);
  to.raw(R"(,"ttlMs":)");
  if (record.ttl_ms) {
    to.unsigned_integer(*record.ttl_ms);
  } else {
    to.null();
  }
  if (record.poll_interval_ms) {
    to.raw(R"(,"pollIntervalMs":)");
    to.unsigned_integer(*record.poll_interval_ms);
  }
}

void write_detailed_task(Writer& to, const TaskRecord& record) {
  write_task(to, record);
  if (record.status == TaskStatus::Completed) {
    to.raw(R"(,"result":)");
    to.raw(record.result);
  } else if (record.status == TaskStatus::Failed) {
    to.raw(R"(,"error":)");
    to.raw(record.error);
  } else if (record.status == TaskStatus::InputRequired) {
    to.raw(R"(,"inputRequests":{)");
    char separator = '\0';
    for (const InputRequest& input : record.input_requests) {
      if (separator != '\0') to.raw(separator);
      separator = ',';
      to.string(input.key);
      to.raw(':');
      to.raw(input.request);
    }
    to.raw('}');
  }
}

}  // namespace mcp::protocol
