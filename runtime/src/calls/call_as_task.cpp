// What becomes of a call that is a task, or becomes one.
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <mcp/error.hpp>
#include <mcp/spec/revision_traits.hpp>

#include "calls/call.hpp"
#include "calls/call_table.hpp"
#include "catalog/response_templates.hpp"
#include "jsonrpc/message_writer.hpp"
#include "requests/refusals.hpp"
#include "tasks/task_json.hpp"
#include "tasks/task_runner.hpp"

namespace mcp::protocol {

bool Call::may_be_task() const noexcept { return request_->facts().knows_tasks(); }

/// False if the call cannot run: the answer is written.
bool Call::start_as_task(CallAnswer& answer) {
  if (handler() == nullptr || handler()->task == detail::TaskSupport::None) return true;
  if (!may_be_task()) {
    if (!spec::traits_of(reply_.revision).tasks || handler()->task != detail::TaskSupport::Required) return true;
    answer.refuse(
        ErrorCode::MissingCapability,
        "The tool runs as a task alone, and the client lacks the extension for tasks: " + std::string(kTasksExtension),
        kTasksRequired);
    return false;
  }
  if (handler()->starts_task) {
    request_->start_task = [this] { become_task(); };
  } else {
    become_task();
  }
  return true;
}

std::optional<TaskRecord> Call::begin_task(const RequestFacts& facts, std::string& problem) {
  try {
    return environment_.tasks.begin(facts.principal(), facts.peer(), stop_.source(), table_.scheduling().executor,
                                    problem);
  } catch (const std::exception& error) {
    environment_.tasks.log_failure(error.what());
    problem = kTasksUnreachable;
    return std::nullopt;
  }
}

void Call::become_task() {
  if (state_.is_task()) return;
  if (!state_.is_open()) throw Cancelled();
  const RequestFacts& facts = request_->facts();
  std::string problem;
  const std::optional<TaskRecord> record = begin_task(facts, problem);
  if (!record) throw ToolError(problem);
  Writer answer;
  environment_.response_templates.begin_task(answer, slot_.id);
  write_task(answer, *record);
  environment_.response_templates.end_result(answer, reply_.revision);
  // The id is there before others see that the call is a task.
  request_->become_task(record->id);
  if (!state_.become_task()) {
    environment_.tasks.end({.id = record->id});
    throw Cancelled();
  }
  try {
    reply_.sink->respond_now(answer.view(), {});
  } catch (...) {
    send_want_of_memory(true);  // the request is answered here or not at all: the task ends by itself
    throw;
  }
}

/// `answer` is what would have been the response. Empty: there is none, as the task was cancelled.
TaskRunner::End Call::task_end(std::string_view answer, ErrorCode code) const {
  TaskRunner::End end{.id = request_->reporter().task()};
  if (answer.empty()) return end;
  if (code == ErrorCode{}) {
    end.result = ResponseTemplates::result_of(answer, slot_.id);
  } else {
    end.error = ResponseTemplates::error_of(answer, slot_.id);
  }
  return end;
}

void Call::end_task(std::string_view answer, ErrorCode code) noexcept {
  try {
    environment_.tasks.end(task_end(answer, code));
  } catch (const std::exception& error) {
    log_problem(environment_.log, target_, "could not finish its task", error.what());
  }
}

/// For a thread that must not wait for the store.
void Call::end_task_later(std::string_view answer, ErrorCode code) noexcept {
  try {
    environment_.tasks.end_later(task_end(answer, code), table_.scheduling().executor);
  } catch (const std::exception& error) {
    log_problem(environment_.log, target_, "could not finish its task", error.what());
  }
}

}  // namespace mcp::protocol
