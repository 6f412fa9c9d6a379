#include <mcp/task_store.hpp>

#include "seams.hpp"
#include "store_values.hpp"
#include "tasks/memory_task_store.hpp"

namespace seams {

namespace {

using mcp::json;
using mcp::TaskChanges;
using mcp::TaskRecord;
using mcp::TaskUpdate;

json json_of(const TaskRecord& record) {
  json requests = json::array(), responses = json::array();
  for (const auto& input : record.input_requests) requests.push_back({input.key, input.request});
  for (const auto& input : record.input_responses) responses.push_back({input.key, input.response});
  return {{"id", record.id},
          {"principal", record.principal},
          {"status", static_cast<int>(record.status)},
          {"status_message", record.status_message},
          {"created_at", time_json(record.created_at)},
          {"last_updated_at", time_json(record.last_updated_at)},
          {"ttl_ms", number_json(record.ttl_ms)},
          {"poll_interval_ms", number_json(record.poll_interval_ms)},
          {"result", record.result},
          {"error", record.error},
          {"input_requests", requests},
          {"input_responses", responses},
          {"version", record.version}};
}

TaskRecord record_of(const json& from) {
  TaskRecord record{.id = from.at("id"),
                    .principal = from.at("principal"),
                    .status = static_cast<mcp::TaskStatus>(from.at("status").get<int>()),
                    .status_message = from.at("status_message"),
                    .created_at = time_of(from.at("created_at")),
                    .last_updated_at = time_of(from.at("last_updated_at")),
                    .ttl_ms = number_of(from.at("ttl_ms")),
                    .poll_interval_ms = number_of(from.at("poll_interval_ms")),
                    .result = from.at("result"),
                    .error = from.at("error"),
                    .version = from.at("version")};
  for (const json& input : from.at("input_requests")) record.input_requests.push_back({input.at(0), input.at(1)});
  for (const json& input : from.at("input_responses")) record.input_responses.push_back({input.at(0), input.at(1)});
  return record;
}

json json_of(const TaskChanges& found) {
  json changes = json::array();
  for (const mcp::TaskChange& change : found.changes) {
    changes.push_back({change.id, change.principal, static_cast<int>(change.status), change.has_responses});
  }
  return {{"changes", changes}, {"position", found.position}, {"has_more", found.has_more}};
}

class RemoteTaskStore final : public mcp::TaskStore {
 public:
  explicit RemoteTaskStore(const std::string& socket_path) : store_(socket_path) {}

  std::optional<TaskRecord> create(std::string_view principal, const mcp::NewTask& task,
                                   std::string& problem) override {
    const json keep = task.keep ? json(task.keep->count()) : json(nullptr);
    const json made = store_.call(
        "task_store.create", {principal, keep, number_json(task.poll_interval_ms), task.status_message, task.peer});
    if (!made.is_string()) return record_of(made);
    problem = made.get<std::string>();
    return std::nullopt;
  }
  std::optional<TaskRecord> get(std::string_view id, std::string_view principal) override {
    const json found = store_.call("task_store.get", {id, principal});
    return found.is_null() ? std::nullopt : std::optional(record_of(found));
  }
  TaskUpdate update(TaskRecord& record) override {
    const json done = store_.call("task_store.update", json_of(record));
    record = record_of(done.at("record"));
    return static_cast<TaskUpdate>(done.at("update").get<int>());
  }
  TaskChanges updated_since(std::uint64_t position, std::size_t most) override {
    const json found = store_.call("task_store.updated_since", {position, most});
    TaskChanges changes{.changes = {}, .position = found.at("position"), .has_more = found.at("has_more")};
    for (const json& change : found.at("changes")) {
      changes.changes.push_back(
          {change.at(0), change.at(1), static_cast<mcp::TaskStatus>(change.at(2).get<int>()), change.at(3)});
    }
    return changes;
  }
  std::uint64_t position() override { return store_.call("task_store.position", nullptr).get<std::uint64_t>(); }
  std::size_t erase_expired() override { return store_.call("task_store.erase_expired", nullptr).get<std::size_t>(); }

 private:
  RemoteStore store_;
};

json created(mcp::TaskStore& store, const json& from) {
  mcp::NewTask task{.poll_interval_ms = number_of(from.at(2)), .status_message = from.at(3), .peer = from.at(4)};
  task.keep = from.at(1).is_null()
                  ? std::nullopt
                  : std::optional(std::chrono::milliseconds(from.at(1).get<std::chrono::milliseconds::rep>()));
  std::string problem;
  const std::optional<TaskRecord> record = store.create(from.at(0).get<std::string>(), task, problem);
  return record ? json_of(*record) : json(problem);
}

json updated(mcp::TaskStore& store, const json& from) {
  TaskRecord record = record_of(from);
  const TaskUpdate update = store.update(record);
  return {{"update", static_cast<int>(update)}, {"record", json_of(record)}};
}

json found(mcp::TaskStore& store, const json& from) {
  const std::optional<TaskRecord> record = store.get(from.at(0).get<std::string>(), from.at(1).get<std::string>());
  return record ? json_of(*record) : json(nullptr);
}

}  // namespace

void add_task_store(RemoteFunctions& functions, Faults& faults) {
  const auto store = std::make_shared<mcp::protocol::MemoryTaskStore>();
  const auto add = [&](const char* name, auto function) {
    functions.add(std::string("task_store.") + name,
                  faults.wrap([store, function](const json& from) { return json(function(*store, from)); }));
  };
  add("create", &created);
  add("get", &found);
  add("update", &updated);
  add("updated_since", [](mcp::TaskStore& of, const json& from) {
    return json_of(of.updated_since(from.at(0).get<std::uint64_t>(), from.at(1).get<std::size_t>()));
  });
  add("position", [](mcp::TaskStore& of, const json&) { return of.position(); });
  add("erase_expired", [](mcp::TaskStore& of, const json&) { return of.erase_expired(); });
}

std::shared_ptr<mcp::TaskStore> remote_task_store(const std::string& socket_path) {
  return std::make_shared<RemoteTaskStore>(socket_path);
}

}  // namespace seams
