// What <mcp/task_store.hpp> promises, as a test.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <mcp/task_store.hpp>

#include "base/digest.hpp"
#include "test/checker.hpp"

namespace mcp::test {

namespace {

using namespace std::chrono_literals;

/// A store as two processes see it, and principals that nobody else uses.
class TaskStoreCheck {
 public:
  explicit TaskStoreCheck(const OpenStore<TaskStore>& open) : open_(open), first_(open()), second_(open()) {}

  [[nodiscard]] CheckReport run() {
    checker_.run("a new task", [&] { check_new(); });
    checker_.run("principals", [&] { check_principals(); });
    checker_.run("a change", [&] { check_change(); });
    checker_.run("changes at the same time", [&] { check_stale(); });
    checker_.run("questions and answers", [&] { check_questions(); });
    checker_.run("the end of a task", [&] { check_end(); });
    checker_.run("texts", [&] { check_texts(); });
    checker_.run("expiry", [&] { check_expiry(); });
    checker_.run("changes since a position", [&] { check_changes(); });
    checker_.run("pages of changes", [&] { check_pages(); });
    checker_.run("many threads", [&] { check_threads(); });
    return checker_.report();
  }

 private:
  bool expect(bool holds, std::string_view expectation) { return checker_.expect(holds, expectation); }

  TaskRecord make(const NewTask& task = {.keep = 10min}) { return make_for(ada_, task); }
  TaskRecord make_for(std::string_view principal, const NewTask& task = {.keep = 10min}) {
    std::string problem;
    std::optional<TaskRecord> record = first_->create(principal, task, problem);
    if (!record) throw std::runtime_error("a task cannot be made: " + problem);
    return *record;
  }

  /// The record of a task of this check; throws if the store does not have it.
  TaskRecord read(TaskStore& store, const std::string& id) {
    std::optional<TaskRecord> record = store.get(id, ada_);
    if (!record) throw std::runtime_error("a task is not found");
    return *std::move(record);
  }

  void check_new() {
    const TaskRecord made = make({.keep = 10min, .poll_interval_ms = 250, .status_message = "started"});
    expect(made.id.size() >= 16 && made.id.size() <= 128, "an id has 16 to 128 characters");
    expect(std::ranges::all_of(made.id, [](char c) { return c > ' ' && c <= '~'; }), "an id is printable ASCII");
    expect(made.principal == ada_, "a task belongs to who made it");
    expect(made.status == TaskStatus::Working, "a new task works");
    expect(made.poll_interval_ms == std::optional<std::uint64_t>(250), "the interval is kept");
    expect(made.status_message == "started", "the status message is kept");
    expect(made.created_at == made.last_updated_at, "a new task was changed last when it was made");
    expect(made.ttl_ms.has_value() && *made.ttl_ms >= 600'000, "a task is kept for its time, at least");
    for (const std::shared_ptr<TaskStore>& store : {first_, second_, open_()}) {
      const std::optional<TaskRecord> found = store->get(made.id, ada_);
      if (!expect(found.has_value(), "every process finds a new task")) continue;
      expect(found->id == made.id && found->version == made.version && found->status == made.status,
             "every process finds the same record");
    }
    std::set<std::string> ids;
    for (int i = 0; i < 20; ++i) ids.insert(make().id);
    expect(ids.size() == 20, "ids differ");
    expect(!make({.keep = std::nullopt}).ttl_ms, "a task without an end has no time to live");
    expect(!first_->get("there-is-no-such-task", ada_), "a task that does not exist is not found");
    expect(!first_->get("", ada_), "no task has an empty id");
  }

  void check_principals() {
    TaskRecord made = make();
    expect(!first_->get(made.id, bob_), "another principal does not find a task");
    expect(!first_->get(made.id, {}), "nobody does not find a task of a principal");
    const TaskRecord nobodys = make_for({});
    expect(first_->get(nobodys.id, {}).has_value(), "a task without a principal is found without one");
    expect(!first_->get(nobodys.id, ada_), "a principal does not find a task that was made without one");
    const std::uint64_t version = made.version;
    made.principal = bob_;
    expect(first_->update(made) == TaskUpdate::Unknown, "another principal cannot change a task");
    const std::optional<TaskRecord> kept = first_->get(made.id, ada_);
    expect(kept && kept->version == version, "a change that was refused changes nothing");
    const std::string strange = ada_ + std::string("\0\n\xff\"", 4);
    expect(first_->get(make_for(strange).id, strange).has_value(), "a principal may have any bytes");
  }

  void check_change() {
    TaskRecord record = make();
    const std::uint64_t before = record.version;
    record.status_message = "half way";
    record.created_at -= 1h;
    expect(first_->update(record) == TaskUpdate::Done, "a task can be changed");
    expect(record.version > before, "a change has a greater version");
    const std::optional<TaskRecord> found = second_->get(record.id, ada_);
    if (!expect(found.has_value(), "a changed task is found")) return;
    expect(found->status_message == "half way", "another process sees the change");
    expect(found->version == record.version, "the record of the change is the stored one");
    expect(found->created_at == record.created_at && found->created_at <= found->last_updated_at,
           "the time when a task was made does not change");
    TaskRecord unknown = record;
    unknown.id = "there-is-no-such-task";
    expect(first_->update(unknown) == TaskUpdate::Unknown, "a task that does not exist cannot be changed");
  }

  void check_stale() {
    TaskRecord one = make();
    TaskRecord other = read(*second_, one.id);
    one.status_message = "one";
    expect(first_->update(one) == TaskUpdate::Done, "the first of two changes is made");
    other.status_message = "other";
    expect(second_->update(other) == TaskUpdate::Stale, "the second of two changes is refused");
    expect(other.status_message == "one" && other.version == one.version, "a refused change gets the stored record");
    other.status_message = "other";
    expect(second_->update(other) == TaskUpdate::Done, "a change of the stored record is made");
    expect(read(*first_, one.id).status_message == "other", "it is the one that is kept");
  }

  void check_questions() {
    const InputRequest question{"key \"1\"\n", R"({"method":"elicitation/create","params":{}})"};
    TaskRecord record = make();
    record.status = TaskStatus::InputRequired;
    record.input_requests = {question, {"b", "{}"}};
    expect(first_->update(record) == TaskUpdate::Done, "a task can ask");
    TaskRecord found = read(*second_, record.id);
    expect(found.status == TaskStatus::InputRequired, "a task that asks says so");
    expect(found.input_requests == std::vector<InputRequest>({question, {"b", "{}"}}),
           "questions are kept in their order");
    found.input_requests = {question};
    found.input_responses = {{"b", R"({"action":"accept"})"}};
    expect(second_->update(found) == TaskUpdate::Done, "a question can be answered");
    record = read(*first_, record.id);
    expect(record.input_requests == std::vector<InputRequest>({question}), "an answered question is gone");
    expect(record.input_responses == std::vector<InputResponse>({{"b", R"({"action":"accept"})"}}),
           "an answer waits for the owner");
    record.status = TaskStatus::Working;
    expect(first_->update(record) == TaskUpdate::Done, "a task goes on");
    expect(record.input_requests.empty(), "a task that works asks nothing");
    expect(read(*second_, record.id).input_responses.size() == 1, "an answer waits while the task works");
    record.input_responses.clear();
    expect(first_->update(record) == TaskUpdate::Done, "the owner takes an answer");
    expect(read(*second_, record.id).input_responses.empty(), "an answer that was taken is gone");
  }

  void check_end() {
    const std::string result = R"({"content":[{"type":"text","text":"done"}]})";
    const std::string error = R"({"code":-32603,"message":"it failed"})";
    for (const TaskStatus status : {TaskStatus::Completed, TaskStatus::Failed, TaskStatus::Cancelled}) {
      TaskRecord record = make();
      record.status = TaskStatus::InputRequired;
      record.input_requests = {{"a", "{}"}};
      record.input_responses = {{"b", "{}"}};
      expect(first_->update(record) == TaskUpdate::Done, "a task can ask");
      record.status = status;
      record.result = result;
      record.error = error;
      expect(first_->update(record) == TaskUpdate::Done, "a task can end");
      const TaskRecord found = read(*second_, record.id);
      expect(found.status == status, "the end is kept");
      expect(found.result == (status == TaskStatus::Completed ? result : ""), "a completed task alone has a result");
      expect(found.error == (status == TaskStatus::Failed ? error : ""), "a failed task alone has an error");
      expect(found.input_requests.empty() && found.input_responses.empty(), "a task that has ended asks nothing");
      TaskRecord late = found;
      late.status = TaskStatus::Working;
      expect(second_->update(late) == TaskUpdate::Ended, "a task that has ended cannot be changed");
      expect(late.status == status, "who tries gets the stored record");
      expect(read(*first_, record.id).status == status, "a task that has ended stays as it is");
    }
  }

  void check_texts() {
    TaskRecord record = make();
    record.status_message = "gr\xc3\xbc\xc3\x9f \"\\\n\t\x01 \xf0\x9f\x8c\x8d";
    const std::string message = record.status_message;
    expect(first_->update(record) == TaskUpdate::Done, "a message may have any characters");
    expect(read(*second_, record.id).status_message == message, "a message is kept as it is");
    record.status = TaskStatus::Completed;
    record.result = R"({"text":")" + std::string(200'000, 'x') + R"("})";
    const std::string result = record.result;
    expect(first_->update(record) == TaskUpdate::Done, "a result may have 200 KB");
    expect(read(*second_, record.id).result == result, "a long result is kept as it is");
  }

  void check_expiry() {
    TaskRecord record = make({.keep = 1ms});
    expect(first_->get(record.id, ada_).has_value(), "a task that works does not expire");
    record.status = TaskStatus::Completed;
    record.result = "{}";
    expect(first_->update(record) == TaskUpdate::Done, "it ends");
    const auto deadline = std::chrono::steady_clock::now() + 10s;
    while (second_->get(record.id, ada_) && std::chrono::steady_clock::now() < deadline) (void)first_->erase_expired();
    expect(!second_->get(record.id, ada_), "a task is gone when its time is over");
    expect(second_->update(record) == TaskUpdate::Unknown, "a task that is gone cannot be changed");
  }

  /// Of the tasks of this check, since others may use the store.
  [[nodiscard]] std::vector<TaskChange> changes_since(TaskStore& store, std::uint64_t& position, std::size_t most) {
    std::vector<TaskChange> own;
    for (bool has_more = true; has_more;) {
      TaskChanges found = store.updated_since(position, most);
      expect(found.changes.size() <= most, "no more changes are reported than wanted");
      expect(found.position >= position, "positions do not go back");
      has_more = found.has_more && expect(found.position > position, "a page leads on to the next");
      position = found.position;
      for (TaskChange& change : found.changes) {
        if (change.principal == ada_) own.push_back(std::move(change));
      }
    }
    return own;
  }

  void check_changes() {
    std::uint64_t position = first_->position();
    expect(changes_since(*first_, position, 100).empty(), "nothing has changed since the last change");
    TaskRecord one = make(), two = make();
    std::vector<TaskChange> changes = changes_since(*second_, position, 100);
    expect(changes.size() == 2 && changes[0].id == one.id && changes[1].id == two.id, "new tasks are changes");
    expect(changes_since(*second_, position, 100).empty(), "a change is reported once");
    one.status = TaskStatus::InputRequired;
    one.input_requests = {{"a", "{}"}};
    (void)first_->update(one);
    one.input_responses = {{"a", "{}"}};
    (void)first_->update(one);
    changes = changes_since(*first_, position, 100);
    expect(changes.size() == 1 && changes[0].id == one.id, "a task that was changed twice is reported once");
    expect(changes.size() == 1 && changes[0].has_responses && changes[0].status == TaskStatus::InputRequired,
           "a change says that answers wait");
    two.status = TaskStatus::Cancelled;
    (void)second_->update(two);
    changes = changes_since(*first_, position, 100);
    expect(changes.size() == 1 && changes[0].id == two.id && changes[0].status == TaskStatus::Cancelled &&
               !changes[0].has_responses,
           "a change says how the task stands");
    expect(changes_since(*open_(), position, 100).empty(), "a position holds for every process");
  }

  void check_pages() {
    std::uint64_t position = first_->position();
    std::set<std::string> made, found;
    for (int i = 0; i < 25; ++i) made.insert(make().id);
    for (const TaskChange& change : changes_since(*second_, position, 4)) found.insert(change.id);
    expect(found == made, "pages together have every change");
    std::uint64_t beginning = 0;
    found.clear();
    for (const TaskChange& change : changes_since(*second_, beginning, 100)) found.insert(change.id);
    expect(std::ranges::includes(found, made), "position 0 is before all changes");
    expect(beginning >= position, "the last page leads to the end");
  }

  void check_threads() {
    constexpr std::size_t kThreads = 6, kChanges = 20;
    constexpr int kMostTries = 10'000;
    const TaskRecord made = make();
    std::atomic<std::size_t> done{0};
    on_threads(kThreads, [&](std::size_t index) {
      TaskStore& store = index % 2 == 0 ? *first_ : *second_;
      for (std::size_t i = 0; i < kChanges; ++i) {
        TaskRecord record = read(store, made.id);
        TaskUpdate update = TaskUpdate::Stale;
        for (int tries = 0; update == TaskUpdate::Stale && tries < kMostTries; ++tries) {
          record.status_message += 'x';
          update = store.update(record);
        }
        if (update == TaskUpdate::Done) ++done;
      }
    });
    expect(done == kThreads * kChanges, "a change that is tried again is made in the end");
    expect(read(*first_, made.id).status_message.size() == kThreads * kChanges, "no change is lost");
  }

  const OpenStore<TaskStore>& open_;
  const std::shared_ptr<TaskStore> first_, second_;
  const std::string ada_ = "ada " + protocol::random_token(12), bob_ = "bob " + protocol::random_token(12);
  Checker checker_;
};

}  // namespace

CheckReport check_task_store(const OpenStore<TaskStore>& open) { return TaskStoreCheck(open).run(); }

}  // namespace mcp::test
