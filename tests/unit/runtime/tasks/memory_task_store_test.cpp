#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <mcp/codec/writer.hpp>
#include <mcp/json.hpp>

#include "tasks/change_task.hpp"
#include "tasks/memory_task_store.hpp"
#include "tasks/task_json.hpp"

namespace mcp::protocol {
namespace task_store_test {

using namespace std::chrono_literals;

/// A store and a clock that stands still unless told otherwise.
class Tasks {
 public:
  explicit Tasks(const TaskLimits& limits = {}) : store_(limits, [this] { return now_; }) {}

  void pass(std::chrono::milliseconds time) { now_ += time; }
  TaskRecord make(std::string_view principal = "alice", const NewTask& task = {.keep = 60s}) {
    return made(principal, task).value();
  }
  /// `refusal` says why there is none.
  std::optional<TaskRecord> made(std::string_view principal, const NewTask& task = {}) {
    refusal.clear();
    return store_.create(principal, task, refusal);
  }
  std::optional<TaskRecord> get(const TaskRecord& task) { return store_.get(task.id, task.principal); }
  TaskRecord end(TaskRecord task, TaskStatus status = TaskStatus::Completed) {
    task.status = status;
    task.result = "{}";
    EXPECT_EQ(store_.update(task), TaskUpdate::Done);
    return task;
  }
  TaskRecord end_with(TaskRecord task, std::size_t bytes) {
    task.status = TaskStatus::Completed;
    task.result = std::string(bytes, 'x');
    EXPECT_EQ(store_.update(task), TaskUpdate::Done);
    return task;
  }
  MemoryTaskStore& store() { return store_; }

  std::string refusal;

 private:
  TaskRecord::TimePoint now_ = std::chrono::sys_days(std::chrono::year(2026) / 1 / 31) + 12h;
  MemoryTaskStore store_;
};

json written(const TaskRecord& task, bool detailed = true) {
  Writer writer;
  if (detailed) {
    write_detailed_task(writer, task);
  } else {
    write_task(writer, task);
  }
  EXPECT_FALSE(writer.failed()) << writer.failure();
  return json::parse('{' + std::string(writer.view()) + '}');
}

TEST(TaskStore, finds_a_task_as_soon_as_it_is_made) {
  Tasks tasks;
  const TaskRecord made = tasks.make("alice", {.keep = 60s, .poll_interval_ms = 500, .status_message = "Starting"});
  EXPECT_EQ(made.status, TaskStatus::Working);
  EXPECT_EQ(made.principal, "alice");
  EXPECT_EQ(made.status_message, "Starting");
  EXPECT_EQ(made.ttl_ms, 60'000U);
  EXPECT_EQ(made.poll_interval_ms, 500U);
  EXPECT_EQ(made.created_at, made.last_updated_at);
  EXPECT_EQ(written(tasks.get(made).value()), written(made));
}

TEST(TaskStore, gives_ids_that_cannot_be_guessed) {
  Tasks tasks;
  std::set<std::string> ids;
  for (int i = 0; i < 100; ++i) ids.insert(tasks.make().id);
  EXPECT_EQ(ids.size(), 100U);
  EXPECT_EQ(ids.begin()->size(), 32U);
}

TEST(TaskStore, knows_no_task_of_another_principal) {
  Tasks tasks;
  TaskRecord made = tasks.make("alice");
  EXPECT_FALSE(tasks.store().get(made.id, "bob"));
  EXPECT_FALSE(tasks.store().get(made.id, ""));
  EXPECT_FALSE(tasks.store().get("x", "alice"));
  made.principal = "bob";
  EXPECT_EQ(tasks.store().update(made), TaskUpdate::Unknown);
  EXPECT_EQ(change_task(tasks.store(), made.id, "bob", [](TaskRecord&) { return true; }), TaskUpdate::Unknown);
}

TEST(TaskStore, keeps_changes_and_their_time) {
  Tasks tasks;
  TaskRecord task = tasks.make();
  const TaskRecord::TimePoint start = task.created_at;
  tasks.pass(5s);
  task.status = TaskStatus::InputRequired;
  task.input_requests = {{"b", "{}"}, {"a", "{}"}};
  task.created_at += 1h;  // not for callers to say
  task.ttl_ms = 1;
  EXPECT_EQ(tasks.store().update(task), TaskUpdate::Done);
  const TaskRecord kept = tasks.get(task).value();
  EXPECT_EQ(kept.status, TaskStatus::InputRequired);
  EXPECT_EQ(kept.input_requests, (std::vector<InputRequest>{{"b", "{}"}, {"a", "{}"}}));
  EXPECT_EQ(kept.created_at, start);
  EXPECT_EQ(kept.last_updated_at, start + 5s);
  EXPECT_EQ(kept.ttl_ms, 65'000U);
  EXPECT_EQ(written(task), written(kept));
}

TEST(TaskStore, refuses_a_change_of_what_somebody_else_changed) {
  Tasks tasks;
  TaskRecord mine = tasks.make();
  TaskRecord theirs = mine;
  theirs.status_message = "theirs";
  EXPECT_EQ(tasks.store().update(theirs), TaskUpdate::Done);
  mine.status_message = "mine";
  EXPECT_EQ(tasks.store().update(mine), TaskUpdate::Stale);
  EXPECT_EQ(mine.status_message, "theirs");
  mine.status_message = "mine";
  EXPECT_EQ(tasks.store().update(mine), TaskUpdate::Done);
}

TEST(TaskStore, never_changes_a_task_that_has_ended) {
  for (const TaskStatus end : {TaskStatus::Completed, TaskStatus::Failed, TaskStatus::Cancelled}) {
    Tasks tasks;
    const TaskRecord made = tasks.make();
    const TaskRecord ended = tasks.end(made, end);
    for (TaskRecord change : {made, ended}) {
      change.status = TaskStatus::Working;
      EXPECT_EQ(tasks.store().update(change), TaskUpdate::Ended);
      EXPECT_EQ(change.status, end);
    }
    EXPECT_EQ(change_task(tasks.store(), made.id, "alice", [](TaskRecord&) { return true; }), TaskUpdate::Ended);
    EXPECT_EQ(tasks.get(made)->status, end);
  }
}

TEST(TaskStore, forgets_a_task_some_time_after_it_has_ended) {
  Tasks tasks;
  const TaskRecord made = tasks.make();
  tasks.pass(1h);
  EXPECT_EQ(tasks.get(made)->ttl_ms, 3'660'000U);
  tasks.end(tasks.get(made).value());
  tasks.pass(59'999ms);
  EXPECT_EQ(tasks.get(made)->ttl_ms, 3'660'000U);
  EXPECT_EQ(tasks.store().erase_expired(), 0U);
  tasks.pass(1ms);
  EXPECT_FALSE(tasks.get(made));
  EXPECT_EQ(tasks.store().size(), 0U);
  EXPECT_EQ(tasks.store().bytes(), 0U);
}

TEST(TaskStore, erases_what_has_expired_when_told) {
  Tasks tasks;
  tasks.end(tasks.make("alice", {.keep = 10s}));
  tasks.end(tasks.make("alice", {.keep = 20s}));
  tasks.end(tasks.make("alice", {.keep = std::nullopt}));
  const TaskRecord working = tasks.make("alice", {.keep = 1s});
  tasks.pass(15s);
  EXPECT_EQ(tasks.store().erase_expired(), 1U);
  tasks.pass(24h);
  EXPECT_EQ(tasks.store().erase_expired(), 1U);
  EXPECT_EQ(tasks.store().size(), 2U);
  EXPECT_TRUE(tasks.get(working));
}

TEST(TaskStore, refuses_more_running_tasks_than_it_may_keep) {
  Tasks tasks({.max_tasks = 4});
  (void)tasks.make("alice");
  (void)tasks.make("alice");
  EXPECT_FALSE(tasks.made("alice"));
  EXPECT_EQ(tasks.refusal,
            "As many tasks of this client are running as one may have, 2; wait until one has ended, or cancel one.");
  (void)tasks.make("bob");
  (void)tasks.make("carol");
  EXPECT_FALSE(tasks.made("dan"));
  EXPECT_EQ(tasks.refusal, "The server has as many tasks running as it may have, 4; try again later.");
  EXPECT_EQ(tasks.store().size(), 4U);
}

TEST(TaskStore, counts_the_tasks_of_an_address_where_nobody_is_authenticated) {
  Tasks tasks({.max_tasks = 4});
  for (const char* const address : {"192.0.2.1", "192.0.2.2"}) {
    const NewTask task{.peer = address};
    EXPECT_TRUE(tasks.made("", task));
    EXPECT_TRUE(tasks.made("", task));
    EXPECT_FALSE(tasks.made("", task));
  }
}

TEST(TaskStore, counts_the_tasks_of_a_principal_from_wherever_they_come) {
  Tasks tasks({.max_tasks = 4});
  EXPECT_TRUE(tasks.made("alice", {.peer = "192.0.2.1"}));
  EXPECT_TRUE(tasks.made("alice", {.peer = "192.0.2.2"}));
  EXPECT_FALSE(tasks.made("alice", {.peer = "192.0.2.3"}));
  EXPECT_TRUE(tasks.made("bob", {.peer = "192.0.2.1"}));
}

TEST(TaskStore, is_all_for_whoever_is_alone) {
  Tasks tasks({.max_tasks = 4});
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(tasks.made(""));
  EXPECT_FALSE(tasks.made(""));
}

TEST(TaskStore, forgets_the_oldest_ended_task_of_a_holder_beyond_its_share) {
  Tasks tasks({.max_tasks = 6});
  const TaskRecord others = tasks.end(tasks.make("bob"));
  const TaskRecord running = tasks.make("alice");
  const TaskRecord first = tasks.end(tasks.make("alice"));
  const TaskRecord second = tasks.end(tasks.make("alice"));
  const TaskRecord third = tasks.make("alice");
  EXPECT_FALSE(tasks.get(first));
  EXPECT_TRUE(tasks.get(second));
  (void)tasks.make("alice");
  EXPECT_FALSE(tasks.get(second));
  EXPECT_FALSE(tasks.made("alice")) << "who runs stays";
  EXPECT_TRUE(tasks.get(running) && tasks.get(third) && tasks.get(others));
}

TEST(TaskStore, forgets_by_the_end_and_not_by_the_start) {
  Tasks tasks({.max_tasks = 4});
  const TaskRecord first = tasks.make("alice");
  const TaskRecord second = tasks.make("alice");
  tasks.end(second);
  tasks.end(first);
  (void)tasks.make("alice");
  EXPECT_TRUE(tasks.get(first));
  EXPECT_FALSE(tasks.get(second));
}

TEST(TaskStore, forgets_the_oldest_ended_task_of_the_holder_who_has_most_when_it_is_full) {
  Tasks tasks({.max_tasks = 6});
  const TaskRecord oldest = tasks.end(tasks.make("bob"));
  const TaskRecord first = tasks.end(tasks.make("alice"));
  const TaskRecord second = tasks.end(tasks.make("alice"));
  (void)tasks.make("alice");
  (void)tasks.make("carol");
  (void)tasks.make("carol");
  EXPECT_TRUE(tasks.made("dan"));
  EXPECT_FALSE(tasks.get(first));
  EXPECT_TRUE(tasks.get(second) && tasks.get(oldest)) << "who has little loses nothing to those who have much";
  EXPECT_EQ(tasks.store().size(), 6U);
}

TEST(TaskStore, never_holds_up_new_clients_with_tasks_that_have_ended) {
  Tasks tasks({.max_tasks = 10});
  for (int i = 0; i < 1000; ++i) tasks.end(tasks.make("", {.keep = 1h, .peer = std::to_string(i % 7)}));
  EXPECT_EQ(tasks.store().size(), 10U);
  tasks.pass(1h);
  EXPECT_EQ(tasks.store().erase_expired(), 10U);
  EXPECT_EQ(tasks.store().bytes(), 0U);
}

TEST(TaskStore, forgets_results_when_their_room_is_needed) {
  Tasks tasks({.max_bytes = 20'000});
  const TaskRecord others = tasks.end_with(tasks.make("bob"), 4000);
  const TaskRecord first = tasks.end_with(tasks.make("alice"), 4000);
  const TaskRecord second = tasks.end_with(tasks.make("alice"), 4000);
  const TaskRecord third = tasks.end_with(tasks.make("alice"), 4000);
  EXPECT_FALSE(tasks.get(first)) << "beyond half of all";
  EXPECT_TRUE(tasks.get(second) && tasks.get(third) && tasks.get(others));
  const TaskRecord one_more = tasks.end_with(tasks.make("carol"), 4000);
  const TaskRecord last = tasks.end_with(tasks.make("carol"), 4000);
  EXPECT_FALSE(tasks.get(second)) << "alice has most";
  EXPECT_TRUE(tasks.get(third) && tasks.get(others) && tasks.get(one_more) && tasks.get(last));
  EXPECT_LE(tasks.store().bytes(), 20'000U);
}

TEST(TaskStore, forgets_nothing_for_what_has_no_room_anyway) {
  Tasks tasks({.max_bytes = 20'000});
  const TaskRecord kept = tasks.end_with(tasks.make("alice"), 4000);
  TaskRecord large = tasks.make("alice");
  large.status = TaskStatus::Completed;
  large.result = std::string(11'000, 'x');
  EXPECT_EQ(tasks.store().update(large), TaskUpdate::TooLarge);
  EXPECT_TRUE(tasks.get(kept));
}

TEST(TaskStore, refuses_more_bytes_than_it_may_keep) {
  Tasks tasks({.max_bytes = 4000});
  TaskRecord task = tasks.make();
  task.status = TaskStatus::Completed;
  task.result = std::string(3000, 'x');
  EXPECT_EQ(tasks.store().update(task), TaskUpdate::TooLarge);
  EXPECT_EQ(tasks.get(task)->status, TaskStatus::Working);
  task.result = std::string(1000, 'x');
  EXPECT_EQ(tasks.store().update(task), TaskUpdate::Done);
  EXPECT_GT(tasks.store().bytes(), 1000U);
  EXPECT_LE(tasks.store().bytes(), 2000U);
  while (tasks.made("alice")) continue;
  EXPECT_EQ(tasks.refusal, "The server has no room for what another task keeps; try again later.");
  EXPECT_LE(tasks.store().bytes(), 2000U);
  while (tasks.made("bob")) continue;
  EXPECT_LE(tasks.store().bytes(), 4000U);
}

TEST(TaskStore, lets_a_task_end_with_few_words_however_full_it_is) {
  Tasks tasks({.max_bytes = 4000});
  TaskRecord task = tasks.make();
  while (tasks.made("alice")) continue;
  task.status_message = std::string(900, 'x');
  EXPECT_EQ(tasks.store().update(task), TaskUpdate::TooLarge);
  task.status = TaskStatus::Failed;
  task.error = R"({"code":-32603,"message":"No room."})";
  EXPECT_EQ(tasks.store().update(task), TaskUpdate::Done);
}

TEST(TaskStore, keeps_only_what_a_status_has) {
  Tasks tasks;
  TaskRecord task = tasks.make();
  task.status = TaskStatus::Completed;
  task.result = "{}";
  task.error = "{}";
  task.input_requests = {{"a", "{}"}};
  EXPECT_EQ(tasks.store().update(task), TaskUpdate::Done);
  for (const TaskRecord& kept : {task, tasks.get(task).value()}) {
    EXPECT_EQ(kept.result, "{}");
    EXPECT_EQ(kept.error, "");
    EXPECT_TRUE(kept.input_requests.empty());
  }
}

TEST(ChangeTask, tries_again_until_nobody_came_in_between) {
  Tasks tasks;
  const TaskRecord made = tasks.make();
  int tries = 0;
  const TaskUpdate done = change_task(tasks.store(), made.id, "alice", [&](TaskRecord& task) {
    if (++tries < 3) {
      TaskRecord other = tasks.get(made).value();
      other.status_message += '+';
      EXPECT_EQ(tasks.store().update(other), TaskUpdate::Done);
    }
    task.status_message += '!';
    return true;
  });
  EXPECT_EQ(done, TaskUpdate::Done);
  EXPECT_EQ(tries, 3);
  EXPECT_EQ(tasks.get(made)->status_message, "++!");
}

TEST(ChangeTask, changes_nothing_if_there_is_nothing_to_do) {
  Tasks tasks;
  const TaskRecord made = tasks.make();
  EXPECT_EQ(change_task(tasks.store(), made.id, "alice", [](TaskRecord&) { return false; }), TaskUpdate::Done);
  EXPECT_EQ(tasks.get(made)->version, made.version);
}

TEST(TaskStore, loses_no_change_of_several_threads) {
  MemoryTaskStore store;
  std::string problem;
  const TaskRecord made = store.create("", {}, problem).value();
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int change = 0; change < 100; ++change) {
        EXPECT_EQ(change_task(store, made.id, "",
                              [](TaskRecord& task) {
                                task.status_message += 'x';
                                return true;
                              }),
                  TaskUpdate::Done);
      }
    });
  }
  threads.clear();
  EXPECT_EQ(store.get(made.id, "")->status_message, std::string(400, 'x'));
}

TEST(TaskJson, has_what_every_task_has) {
  Tasks tasks;
  TaskRecord task = tasks.make("alice", {.keep = 60s, .poll_interval_ms = 500, .status_message = "50 %"});
  tasks.pass(1500ms);
  EXPECT_EQ(tasks.store().update(task), TaskUpdate::Done);
  const json expected = {{"taskId", task.id},
                         {"status", "working"},
                         {"statusMessage", "50 %"},
                         {"createdAt", "2026-01-31T12:00:00Z"},
                         {"lastUpdatedAt", "2026-01-31T12:00:01.5Z"},
                         {"ttlMs", 61'500},
                         {"pollIntervalMs", 500}};
  EXPECT_EQ(written(task, false), expected);
  EXPECT_EQ(written(task), expected);
  const json plain = written(tasks.make("alice", {.keep = std::nullopt}));
  EXPECT_TRUE(plain.at("ttlMs").is_null());
  EXPECT_FALSE(plain.contains("statusMessage"));
  EXPECT_FALSE(plain.contains("pollIntervalMs"));
}

TEST(TaskJson, has_the_details_of_its_status) {
  TaskRecord task{.id = "1",
                  .result = R"({"content":[]})",
                  .error = R"({"code":-32603,"message":"x"})",
                  .input_requests = {{"z", R"({"method":"roots/list"})"}, {"a\"b", "{}"}}};
  const auto details = [&](TaskStatus status) {
    task.status = status;
    const json all = written(task);
    EXPECT_EQ(all.at("status"), name_of(status));
    json found = json::object();
    for (const char* name : {"result", "error", "inputRequests"}) {
      if (all.contains(name)) found[name] = all[name];
      EXPECT_FALSE(written(task, false).contains(name));
    }
    return found;
  };
  EXPECT_EQ(details(TaskStatus::Working), json::object());
  EXPECT_EQ(details(TaskStatus::Cancelled), json::object());
  EXPECT_EQ(details(TaskStatus::Completed), json({{"result", {{"content", json::array()}}}}));
  EXPECT_EQ(details(TaskStatus::Failed), json({{"error", {{"code", -32603}, {"message", "x"}}}}));
  EXPECT_EQ(details(TaskStatus::InputRequired),
            json({{"inputRequests", {{"z", {{"method", "roots/list"}}}, {"a\"b", json::object()}}}}));
}

}  // namespace task_store_test
}  // namespace mcp::protocol
