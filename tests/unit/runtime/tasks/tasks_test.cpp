// Calls that become tasks: io.modelcontextprotocol/tasks.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asking.hpp"
#include "tasks/memory_task_store.hpp"
#include "tasks/task_runner.hpp"

namespace mcp::protocol {
namespace tasks_test {

using detail::TaskSupport;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using namespace std::chrono_literals;
using namespace testing_support;

std::string work(const Arguments& arguments, Context& ctx) {
  ctx.progress(1, 2, "half way");
  ctx.log(LogLevel::Error, "not for tasks");
  return "worked on " + arguments.text;
}
std::string deliver(const Arguments&, Context& ctx) {
  ctx.progress(1, std::nullopt, "packing");
  const std::string city = ctx.elicit<Delivery>("delivery", "Where to?")->city;
  ctx.progress(2, std::nullopt, "on its way");
  return "sent to " + city;
}
std::string confirm_first(const Arguments&, Context& ctx) {
  const std::string first = ctx.elicit<Delivery>("confirm", "Really?")->city;
  ctx.start_task();
  return first + " then " + ctx.elicit<Delivery>("delivery", "Where to?")->city;
}
std::string fail(const Arguments& arguments, Context& ctx) {
  if (arguments.text == "tool") throw ToolError("no such city");
  if (arguments.text == "protocol") throw ProtocolError(-32602, "bad city");
  if (arguments.text == "missing") return ctx.sample("s", {.messages = {user("?")}, .max_tokens = 1}).text();
  throw std::runtime_error("the secret is 42");
}

std::string ask_two(const Arguments&, Context& ctx) {
  const auto [a, b] = ctx.ask(form<Delivery>("a", "A?"), form<Delivery>("b", "B?"));
  return a->city + b->city;
}

constexpr ToolTraits kOptional{.task = TaskSupport::Optional};
constexpr ToolTraits kRequired{.task = TaskSupport::Required};

json accepted(std::string_view city) { return {{"action", "accept"}, {"content", {{"city", city}}}}; }

struct Tasks : AskingPeer<ManualExecutor> {
  using AskingPeer::AskingPeer;

  /// Calls a tool that becomes a task: its id.
  std::string begin(std::string_view tool, json arguments = json::object()) {
    start_call(tool, std::move(arguments));
    executor.run_one();
    const json result = take_one().at("result");
    EXPECT_EQ(result.at("resultType"), "task") << result;
    return result.at("taskId");
  }
  /// What asks for tasks is a job of its own, which does not wait for the tasks.
  json ask(std::string_view method, json params = json::object()) {
    const std::size_t queued = executor.queued();
    start(method, std::move(params));
    if (executor.queued() > queued) executor.run_newest();
    return take_one();
  }
  json get(const std::string& id) { return ask("tasks/get", {{"taskId", id}}).at("result"); }
  json update(const std::string& id, json responses) {
    return ask("tasks/update", {{"taskId", id}, {"inputResponses", std::move(responses)}});
  }
};

TEST(Tasks_of_clients, are_made_of_calls_where_both_know_tasks) {
  AskingServer own({written_tool<work>("work", kOptional)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  peer.start_call("work", {{"text", "it"}}, {{"_meta", {{"progressToken", 1}}}});
  EXPECT_THAT(peer.take(), IsEmpty());
  peer.executor.run_one();
  const json made = peer.take_one().at("result");
  EXPECT_EQ(made.at("resultType"), "task");
  EXPECT_EQ(made.at("status"), "working");
  EXPECT_TRUE(made.contains("createdAt") && made.contains("lastUpdatedAt") && made.contains("ttlMs"));
  EXPECT_TRUE(made.at("_meta").contains("io.modelcontextprotocol/serverInfo"));
  EXPECT_FALSE(made.contains("content"));
  EXPECT_GE(made.at("taskId").get<std::string>().size(), 16U);
  const json done = peer.get(made.at("taskId"));
  EXPECT_EQ(done.at("resultType"), "complete");
  EXPECT_EQ(done.at("status"), "completed");
  EXPECT_EQ(done.at("result").at("content").at(0).at("text"), "worked on it");
}

TEST(Tasks_of_clients, are_optional_for_those_that_do_not_know_them) {
  AskingServer own({written_tool<work>("work", kOptional), written_tool<work>("must", kRequired)});
  AskingPeer modern(own, Revision::V2026_07_28, json::object());
  EXPECT_EQ(text_of(modern.call("work", {{"text", "it"}})), "worked on it");
  const json refused = modern.call("must");
  EXPECT_EQ(error_of(refused),
            "-32021 The tool runs as a task alone, and the client lacks the extension for tasks: "
            "io.modelcontextprotocol/tasks");
  EXPECT_EQ(refused.at("error").at("data"),
            json::parse(R"({"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}})"));
  for (const Revision revision : {Revision::V2024_11_05, Revision::V2025_11_25}) {
    AskingPeer legacy(own, revision, kTaskCapabilities);
    const json more = {{"task", {{"ttl", 1000}}}};
    legacy.start_call("work", {{"text", "it"}}, more);
    EXPECT_EQ(text_of(legacy.take().back()), "worked on it");
    legacy.start_call("must", {{"text", "it"}}, more);
    EXPECT_EQ(text_of(legacy.take().back()), "worked on it");
  }
}

TEST(Tasks_of_clients, of_tools_that_are_none_are_no_tasks) {
  AskingServer own({written_tool<work>("work")});
  AskingPeer peer(own, Revision::V2026_07_28, kTaskCapabilities);
  EXPECT_EQ(text_of(peer.call("work", {{"text", "it"}})), "worked on it");
}

TEST(Tasks_of_clients, report_by_their_status_alone) {
  AskingServer own({written_tool<deliver>("deliver", kOptional)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  const std::string id = peer.begin("deliver");
  EXPECT_EQ(peer.get(id).at("statusMessage"), "packing");
  EXPECT_THAT(peer.take(), IsEmpty());
}

TEST(Tasks_of_clients, ask_by_their_status_and_are_answered_by_an_update) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  const std::string id = peer.begin("deliver");
  const json waiting = peer.get(id);
  EXPECT_EQ(waiting.at("status"), "input_required");
  EXPECT_EQ(waiting.at("inputRequests").at("delivery").at("method"), "elicitation/create");
  EXPECT_EQ(waiting.at("inputRequests").at("delivery").at("params").at("message"), "Where to?");
  EXPECT_EQ(peer.executor.queued(), 0U) << "it holds no thread";

  const json done = peer.update(id, {{"delivery", accepted("Bonn")}, {"other", 1}});
  EXPECT_EQ(done.at("result").at("resultType"), "complete");
  EXPECT_EQ(peer.get(id).at("status"), "working");
  EXPECT_FALSE(peer.get(id).contains("inputRequests"));
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_EQ(peer.get(id).at("result").at("content").at(0).at("text"), "sent to Bonn");
  EXPECT_THAT(peer.take(), IsEmpty()) << "its request was answered long ago";
}

/// A store that cannot be reached for a while.
class RemoteStore final : public TaskStore {
 public:
  std::optional<TaskRecord> create(std::string_view principal, const NewTask& task, std::string& problem) override {
    if (is_gone) throw std::runtime_error("the store cannot be reached");
    return memory_.create(principal, task, problem);
  }
  std::optional<TaskRecord> get(std::string_view id, std::string_view principal) override {
    if (is_gone) throw std::runtime_error("the store cannot be reached");
    return memory_.get(id, principal);
  }
  TaskUpdate update(TaskRecord& record) override {
    if (is_gone) throw std::runtime_error("the store cannot be reached");
    return memory_.update(record);
  }
  TaskChanges updated_since(std::uint64_t position, std::size_t most) override {
    return memory_.updated_since(position, most);
  }
  std::uint64_t position() override { return memory_.position(); }
  std::size_t erase_expired() override { return memory_.erase_expired(); }

  bool is_gone = false;

 private:
  MemoryTaskStore memory_;
};

TEST(Tasks_of_clients, that_lose_their_store_leave_room_for_others) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  RemoteStore store;
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities, {.tasks = &store});
  const std::string id = peer.begin("deliver");
  (void)peer.update(id, {{"delivery", accepted("Bonn")}});
  store.is_gone = true;
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_THAT(peer.log.text(), HasSubstr("could not finish its task: the store cannot be reached"));
  store.is_gone = false;
  EXPECT_EQ(peer.get(peer.begin("deliver")).at("status"), "input_required") << "the call that ended is not counted";
}

TEST(Tasks_of_clients, are_out_of_reach_as_long_as_their_store_is) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  RemoteStore store;
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities, {.tasks = &store});
  const std::string id = peer.begin("deliver");
  store.is_gone = true;
  const std::string unreachable = "-32603 The server cannot reach its tasks now; try again later.";
  EXPECT_EQ(error_of(peer.ask("tasks/get", {{"taskId", id}})), unreachable);
  EXPECT_EQ(error_of(peer.ask("tasks/cancel", {{"taskId", id}})), unreachable);
  EXPECT_EQ(error_of(peer.update(id, {{"delivery", accepted("Bonn")}})), unreachable);
  EXPECT_THAT(peer.log.text(), HasSubstr("the store of tasks failed: the store cannot be reached"));
  peer.start_call("deliver");
  peer.executor.run_one();
  const json refused = peer.take_one();
  EXPECT_EQ(text_of(refused), "The server cannot reach its tasks now; try again later.");
  EXPECT_EQ(refused.at("result").at("isError"), true);
  store.is_gone = false;
  (void)peer.update(id, {{"delivery", accepted("Bonn")}});
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_EQ(peer.get(id).at("result").at("content").at(0).at("text"), "sent to Bonn");
}

TEST(Tasks_of_clients, can_be_ended_when_the_server_has_no_room_for_calls) {
  AskingServer own({written_tool<work>("work", kOptional), written_tool<deliver>("deliver", kRequired)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities, {.limits = {.max_in_flight = 2}});
  const std::string id = peer.begin("deliver");
  peer.start_call("work");
  peer.start_call("work");
  EXPECT_THAT(text_of(peer.ask("tools/call", Tasks::call_params("work", json::object()))), HasSubstr("busy"));
  EXPECT_EQ(peer.get(id).at("status"), "input_required");
  EXPECT_TRUE(peer.ask("tasks/cancel", {{"taskId", id}}).contains("result"));
  EXPECT_EQ(peer.get(id).at("status"), "cancelled");
}

TEST(Tasks_of_clients, do_not_keep_others_waiting_for_their_store) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  const std::string id = peer.begin("deliver");
  for (const char* const method : {"tasks/get", "tasks/update", "tasks/cancel"}) {
    const int asked = peer.start(method, {{"taskId", id}, {"inputResponses", json::object()}});
    EXPECT_TRUE(peer.ask("server/discover").contains("result")) << "the thread that reads does not wait";
    peer.executor.run_newest();
    EXPECT_EQ(peer.take_one().at("id"), asked);
  }
}

// --- Two servers that share a store.

struct TwoServers {
  json get(Tasks& server) { return server.get(id); }
  /// Time passes, and the server that runs the task looks for what others did.
  void look() {
    owner.timers.advance(TaskWatch::kInterval);
    EXPECT_TRUE(owner.executor.run_one());
  }

  AskingServer own{{written_tool<deliver>("deliver", kRequired), written_tool<ask_two>("two", kRequired)}};
  MemoryTaskStore store;
  Tasks owner{own, Revision::V2026_07_28, kTaskCapabilities, {.tasks = &store}};
  Tasks other{own, Revision::V2026_07_28, kTaskCapabilities, {.tasks = &store}};
  std::string id;
};

TEST(Tasks_of_two_servers, are_read_answered_and_finished_on_either) {
  TwoServers both;
  both.id = both.owner.begin("deliver");
  EXPECT_EQ(both.get(both.other).at("status"), "input_required");
  EXPECT_TRUE(both.other.update(both.id, {{"delivery", accepted("Bonn")}}).contains("result"));
  EXPECT_EQ(both.get(both.other).at("status"), "working") << "what was answered is not asked any more";
  EXPECT_FALSE(both.get(both.owner).contains("inputRequests"));
  EXPECT_EQ(both.owner.executor.queued(), 0U);
  both.look();
  EXPECT_TRUE(both.owner.executor.run_one()) << "the handler runs again";
  EXPECT_EQ(both.get(both.other).at("result").at("content").at(0).at("text"), "sent to Bonn");
}

TEST(Tasks_of_two_servers, take_an_answer_once) {
  TwoServers both;
  both.id = both.owner.begin("two");
  (void)both.other.update(both.id, {{"a", accepted("1")}});
  (void)both.owner.update(both.id, {{"a", accepted("2")}});
  (void)both.other.update(both.id, {{"a", accepted("3")}, {"b", accepted("4")}});
  both.look();
  EXPECT_TRUE(both.owner.executor.run_one());
  EXPECT_EQ(both.get(both.owner).at("result").at("content").at(0).at("text"), "14");
}

TEST(Tasks_of_two_servers, are_cancelled_on_either) {
  TwoServers both;
  both.id = both.owner.begin("deliver");
  EXPECT_TRUE(both.other.ask("tasks/cancel", {{"taskId", both.id}}).contains("result"));
  EXPECT_EQ(both.get(both.owner).at("status"), "cancelled");
  both.look();
  EXPECT_TRUE(both.owner.executor.run_one()) << "the handler ends";
  EXPECT_EQ(both.get(both.other).at("status"), "cancelled");
  EXPECT_EQ(both.owner.timers.started(), 0U) << "no task is left to look after";
}

TEST(Tasks_of_two_servers, bound_the_answers_that_wait_for_the_owner) {
  TwoServers both;
  Tasks small(both.own, Revision::V2026_07_28, kTaskCapabilities,
              {.limits = {.max_task_answers = 100}, .tasks = &both.store});
  both.id = both.owner.begin("deliver");
  EXPECT_EQ(error_of(small.update(both.id, {{"delivery", accepted(std::string(200, 'x'))}})),
            "-32603 The server has no room for these answers; send less, or try again when other tasks have ended");
  EXPECT_EQ(both.get(small).at("status"), "input_required");
}

TEST(Tasks_of_two_servers, are_looked_after_again_when_their_store_is_back) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  RemoteStore store;
  Tasks owner(own, Revision::V2026_07_28, kTaskCapabilities, {.tasks = &store});
  Tasks other(own, Revision::V2026_07_28, kTaskCapabilities, {.tasks = &store});
  const std::string id = owner.begin("deliver");
  (void)other.update(id, {{"delivery", accepted("Bonn")}});
  store.is_gone = true;
  for (int i = 0; i < 3; ++i) {
    owner.timers.advance(TaskWatch::kInterval);
    EXPECT_TRUE(owner.executor.run_one());
  }
  const std::string log = owner.log.text();
  EXPECT_THAT(log, HasSubstr("the store of tasks failed"));
  EXPECT_EQ(log.find("the store of tasks failed"), log.rfind("the store of tasks failed")) << "said once";
  store.is_gone = false;
  owner.timers.advance(TaskWatch::kInterval);
  EXPECT_TRUE(owner.executor.run_one());
  EXPECT_TRUE(owner.executor.run_one());
  EXPECT_EQ(other.get(id).at("result").at("content").at(0).at("text"), "sent to Bonn");
}

TEST(Tasks_of_clients, never_use_a_key_twice) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  const std::string id = peer.begin("deliver");
  (void)peer.update(id, {{"delivery", {{"action", "maybe"}}}});
  EXPECT_TRUE(peer.executor.run_one());
  const json again = peer.get(id).at("inputRequests");
  EXPECT_THAT(again, SizeIs(1));
  EXPECT_TRUE(again.contains("delivery#2")) << again;
  (void)peer.update(id, {{"delivery", accepted("Bonn")}});
  EXPECT_EQ(peer.executor.queued(), 0U) << "that key was answered";
  EXPECT_EQ(peer.get(id).at("status"), "input_required");
  (void)peer.update(id, {{"delivery#2", accepted("Bonn")}});
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_EQ(peer.get(id).at("status"), "completed");
}

TEST(Tasks_of_clients, wait_for_answers_as_long_as_tasks_may) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities, {.limits = {.task_answer_timeout = 90s}});
  const std::string id = peer.begin("deliver");
  peer.timers.advance(89s);
  EXPECT_EQ(peer.get(id).at("status"), "input_required");
  peer.timers.advance(2s);
  while (peer.executor.run_one()) {
  }
  EXPECT_NE(peer.get(id).at("status"), "input_required");
}

TEST(Tasks_of_clients, have_keys_of_their_own) {
  AskingServer own({written_tool<deliver>("deliver", kRequired), written_tool<deliver>("plain")});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  for (int i = 0; i < 2; ++i) {  // the second runs where the first did
    const std::string id = peer.begin("deliver");
    EXPECT_TRUE(peer.get(id).at("inputRequests").contains("delivery"));
    (void)peer.update(id, {{"delivery", accepted("Bonn")}});
    EXPECT_TRUE(peer.executor.run_one());
    EXPECT_EQ(peer.get(id).at("status"), "completed");
  }
  peer.start_call("plain");
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_TRUE(peer.take_one().at("result").at("inputRequests").contains("delivery")) << "and so have calls behind them";
}

std::string ask_oddly(const Arguments&, Context& ctx) {
  return ctx.elicit<Delivery>("a", "A?")->city + ctx.elicit<Delivery>("a#2", "B?")->city;
}

TEST(Tasks_of_clients, keep_keys_apart_that_look_like_repeated_ones) {
  AskingServer own({written_tool<ask_oddly>("odd", kRequired)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  const std::string id = peer.begin("odd");
  std::vector<std::string> keys;
  for (const bool good : {false, true, true}) {
    const json open = peer.get(id).at("inputRequests");
    ASSERT_THAT(open, SizeIs(1));
    keys.push_back(open.begin().key());
    (void)peer.update(id, {{keys.back(), good ? accepted("x") : json("bad")}});
    peer.executor.run_one();
  }
  EXPECT_EQ(peer.get(id).at("status"), "completed");
  EXPECT_EQ(std::set<std::string>(keys.begin(), keys.end()).size(), 3U) << json(keys);
}

TEST(Tasks_of_clients, take_answers_one_by_one) {
  AskingServer own({written_tool<ask_two>("two", kOptional)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  const std::string id = peer.begin("two");
  EXPECT_THAT(peer.get(id).at("inputRequests"), SizeIs(2));
  (void)peer.update(id, {{"b", accepted("2")}});
  EXPECT_EQ(peer.executor.queued(), 0U);
  const json half = peer.get(id);
  EXPECT_EQ(half.at("status"), "input_required");
  EXPECT_THAT(half.at("inputRequests"), SizeIs(1));
  (void)peer.update(id, {{"b", accepted("3")}, {"a", accepted("1")}});
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_EQ(peer.get(id).at("result").at("content").at(0).at("text"), "12");
}

TEST(Tasks_of_clients, that_start_later_ask_within_the_request_before) {
  AskingServer own({written_tool<confirm_first>("both", {.task = TaskSupport::Optional, .starts_task = true})});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  peer.start_call("both");
  peer.executor.run_one();
  const json asked = peer.take_one().at("result");
  EXPECT_EQ(asked.at("resultType"), "input_required");
  EXPECT_TRUE(asked.at("inputRequests").contains("confirm"));
  peer.start_call("both", json::object(),
                  {{"inputResponses", {{"confirm", accepted("yes")}}}, {"requestState", asked.at("requestState")}});
  peer.executor.run_one();
  const json made = peer.take_one().at("result");
  EXPECT_EQ(made.at("resultType"), "task");
  const std::string id = made.at("taskId");
  EXPECT_THAT(peer.get(id).at("inputRequests"), SizeIs(1));
  (void)peer.update(id, {{"delivery", accepted("Bonn")}});
  peer.executor.run_one();
  EXPECT_EQ(peer.get(id).at("result").at("content").at(0).at("text"), "yes then Bonn");
}

TEST(Tasks_of_clients, that_start_later_are_none_for_those_that_do_not_know_them) {
  AskingServer own({written_tool<confirm_first>("both", {.task = TaskSupport::Optional, .starts_task = true})});
  for (const Revision era : kEras) {
    test::Client client(own.server, {.revision = era});
    client.answer_form(test::accept({{"city", "yes"}})).answer_form(test::accept({{"city", "Bonn"}}));
    EXPECT_EQ(client.call("both").text(), "yes then Bonn");
  }
}

TEST(Tasks_of_clients, keep_their_errors) {
  AskingServer own({written_tool<fail>("fail", kOptional)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  const auto ended = [&](const char* how) { return peer.get(peer.begin("fail", {{"text", how}})); };
  const json tool = ended("tool");
  EXPECT_EQ(tool.at("status"), "completed");
  EXPECT_EQ(tool.at("result").at("isError"), true);
  EXPECT_EQ(tool.at("result").at("content").at(0).at("text"), "no such city");
  const json protocol = ended("protocol");
  EXPECT_EQ(protocol.at("status"), "failed");
  EXPECT_EQ(protocol.at("error"), json::parse(R"({"code":-32602,"message":"bad city"})"));
  EXPECT_EQ(protocol.at("statusMessage"), "bad city");
  const json missing = ended("missing");
  EXPECT_EQ(missing.at("status"), "failed");
  EXPECT_EQ(missing.at("error").at("code"), -32021);
  EXPECT_EQ(missing.at("error").at("data"), json::parse(R"({"requiredCapabilities":{"sampling":{}}})"));
  const json thrown = ended("else");
  EXPECT_EQ(thrown.at("result").at("isError"), true);
  EXPECT_THAT(thrown.at("result").dump(), testing::Not(HasSubstr("42")));
  EXPECT_THAT(peer.log.text(), HasSubstr("42"));
}

TEST(Tasks_of_clients, say_nothing_of_work_that_has_ended) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  const std::string done = peer.begin("deliver");
  EXPECT_EQ(peer.get(done).at("statusMessage"), "packing");
  (void)peer.update(done, {{"delivery", accepted("Bonn")}});
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_EQ(peer.get(done).at("status"), "completed");
  EXPECT_FALSE(peer.get(done).contains("statusMessage"));
  const std::string cancelled = peer.begin("deliver");
  (void)peer.ask("tasks/cancel", {{"taskId", cancelled}});
  EXPECT_EQ(peer.get(cancelled).at("statusMessage"), "The client cancelled the task.");
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_EQ(peer.get(cancelled).at("status"), "cancelled");
}

TEST(Tasks_of_clients, are_listened_to_with_the_extension_alone) {
  AskingServer own({written_tool<work>("work", kOptional)});
  const json wanted = {{"notifications", {{"taskIds", {"x"}}}}};
  AskingPeer without(own, Revision::V2026_07_28, json::object());
  const json refused = without.ask("subscriptions/listen", wanted);
  EXPECT_THAT(error_of(refused), testing::StartsWith("-32021 "));
  EXPECT_EQ(refused.at("error").at("data"),
            json::parse(R"({"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}})"));
  AskingPeer with(own, Revision::V2026_07_28, kTaskCapabilities);
  const json opened = with.ask("subscriptions/listen", wanted);
  EXPECT_EQ(opened.at("method"), "notifications/subscriptions/acknowledged");
  EXPECT_EQ(opened.at("params").at("notifications"), json::object()) << "nothing is sent for them";
}

TEST(Tasks_of_clients, are_cancelled_while_they_wait) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  const std::string id = peer.begin("deliver");
  EXPECT_EQ(peer.ask("tasks/cancel", {{"taskId", id}}).at("result").at("resultType"), "complete");
  EXPECT_EQ(peer.get(id).at("status"), "cancelled");
  EXPECT_FALSE(peer.get(id).contains("inputRequests"));
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_FALSE(peer.executor.run_one());
  EXPECT_EQ(peer.get(id).at("status"), "cancelled");
  EXPECT_TRUE(peer.ask("tasks/cancel", {{"taskId", id}}).contains("result")) << "once more";
  EXPECT_TRUE(peer.update(id, {{"delivery", accepted("Bonn")}}).contains("result")) << "too late, and no error";
  EXPECT_THAT(peer.take(), IsEmpty());
}

std::atomic<bool> stopped = false;
std::string wait_for_stop(const Arguments&, Context& ctx) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait(lock, ctx.stop_token(), [] { return false; });
  stopped = true;
  return "stopped";
}

TEST(Tasks_of_clients, are_cancelled_while_they_work) {
  stopped = false;
  AskingServer own({written_tool<wait_for_stop>("wait", kRequired)});
  test::Client client(own.server, {.tasks = true});
  test::TaskHandle task = client.task(client.call("wait", json::object(), {.follow_task = false}));
  EXPECT_EQ(task.get().at("status"), "working");
  task.cancel();
  client.settle();
  EXPECT_TRUE(stopped);
  EXPECT_EQ(task.get().at("status"), "cancelled");
  EXPECT_FALSE(task.get().contains("result"));
}

TEST(Tasks_of_clients, are_not_cancelled_by_the_id_of_their_request) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  const std::string id = peer.begin("deliver");
  peer.send({{"method", "notifications/cancelled"}, {"params", {{"requestId", 1}}}});
  EXPECT_EQ(peer.executor.queued(), 0U);
  EXPECT_EQ(peer.get(id).at("status"), "input_required");
}

TEST(Tasks_of_clients, are_none_when_their_request_was_cancelled_before) {
  AskingServer own({written_tool<work>("work", kRequired)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  peer.start_call("work");
  peer.send({{"method", "notifications/cancelled"}, {"params", {{"requestId", 1}}}});
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_THAT(peer.take(), IsEmpty());
}

TEST(Tasks_of_clients, are_known_to_who_made_them_alone) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  AskingPeer peer(own, Revision::V2026_07_28, kTaskCapabilities);
  const json made = peer.ask_as("ada", "tools/call", AskingPeer<>::call_params("deliver", json::object()));
  const json id = {{"taskId", made.at("result").at("taskId")}};
  const std::string none = "-32602 Invalid params: there is no such task, or it has expired";
  json answered = id;
  answered["inputResponses"] = {{"delivery", accepted("Rome")}};
  for (const char* const other : {"eve", ""}) {
    EXPECT_EQ(error_of(peer.ask_as(other, "tasks/get", id)), none);
    EXPECT_EQ(error_of(peer.ask_as(other, "tasks/cancel", id)), none);
    EXPECT_EQ(error_of(peer.ask_as(other, "tasks/update", answered)), none);
  }
  EXPECT_EQ(peer.ask_as("ada", "tasks/get", id).at("result").at("status"), "input_required");
  EXPECT_TRUE(peer.ask_as("ada", "tasks/update", answered).contains("result"));
  EXPECT_EQ(peer.ask_as("ada", "tasks/get", id).at("result").at("status"), "completed");
}

TEST(Tasks_of_clients, are_asked_for_with_the_extension_and_an_id) {
  AskingServer own({written_tool<work>("work", kRequired)});
  AskingPeer without(own, Revision::V2026_07_28, json::object());
  AskingPeer with(own, Revision::V2026_07_28, kTaskCapabilities);
  for (const char* const method : {"tasks/get", "tasks/update", "tasks/cancel"}) {
    SCOPED_TRACE(method);
    const json refused = without.ask(method, {{"taskId", "x"}, {"inputResponses", json::object()}});
    EXPECT_THAT(error_of(refused), HasSubstr("-32021 The client lacks the extension for tasks"));
    EXPECT_EQ(refused.at("error").at("data"),
              json::parse(R"({"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}})"));
    const json answers = json::object();
    EXPECT_EQ(error_of(with.ask(method, {{"inputResponses", answers}})),
              "-32602 Invalid params: required member \"taskId\" is missing");
    EXPECT_EQ(error_of(with.ask(method, {{"taskId", 1}, {"inputResponses", answers}})),
              "-32602 Invalid params: taskId: expected string, got 1");
    EXPECT_EQ(error_of(with.ask(method, {{"taskId", nullptr}, {"inputResponses", answers}})),
              "-32602 Invalid params: taskId: expected string, got null");
    EXPECT_EQ(error_of(with.ask(method, {{"taskId", "x"}, {"inputResponses", json::object()}})),
              "-32602 Invalid params: there is no such task, or it has expired");
    AskingPeer legacy(own, Revision::V2025_11_25, kTaskCapabilities);
    EXPECT_THAT(error_of(legacy.ask(method, {{"taskId", "x"}})), HasSubstr("-32601"));
  }
  for (const json& bad : {json(1), json::array(), json(nullptr)}) {
    EXPECT_EQ(error_of(with.ask("tasks/update", {{"taskId", "x"}, {"inputResponses", bad}})),
              "-32602 Invalid params: inputResponses: expected object, got " + bad.dump());
  }
  EXPECT_EQ(error_of(with.ask("tasks/update", {{"taskId", "x"}})),
            "-32602 Invalid params: required member \"inputResponses\" is missing");
}

TEST(Tasks_of_clients, are_forgotten_some_time_after_their_end) {
  TaskRecord::TimePoint now{std::chrono::hours(480000)};
  MemoryTaskStore store({}, [&] { return now; });
  AskingServer own({written_tool<work>("work", kRequired), written_tool<deliver>("deliver", kRequired)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities, {.tasks = &store});
  const std::string done = peer.begin("work"), waiting = peer.begin("deliver");
  now += 59min;
  EXPECT_EQ(peer.get(done).at("status"), "completed");
  now += 2min;
  EXPECT_EQ(error_of(peer.ask("tasks/get", {{"taskId", done}})),
            "-32602 Invalid params: there is no such task, or it has expired");
  EXPECT_EQ(peer.get(waiting).at("status"), "input_required") << "whoever works stays";
  (void)peer.begin("work");
  EXPECT_EQ(store.size(), 2U) << "what has expired makes room";
}

TEST(Tasks_of_clients, are_refused_when_there_are_too_many) {
  MemoryTaskStore store({.max_tasks = 1});
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  AskingPeer peer(own, Revision::V2026_07_28, kTaskCapabilities, {.tasks = &store});
  (void)peer.call("deliver");
  const json refused = peer.call("deliver");
  EXPECT_EQ(refused.at("result").at("isError"), true);
  EXPECT_EQ(text_of(refused),
            "As many tasks of this client are running as one may have, 1; wait until one has ended, or cancel one.");
}

TEST(Tasks_of_clients, that_have_ended_make_room) {
  MemoryTaskStore store({.max_tasks = 4});
  AskingServer own({written_tool<work>("work", kRequired)});
  AskingPeer peer(own, Revision::V2026_07_28, kTaskCapabilities, {.tasks = &store});
  const json params = AskingPeer<>::call_params("work", json::object());
  std::string first;
  for (int i = 0; i < 20; ++i) {
    const json made = peer.ask_as("", "tools/call", params, "192.0.2.1").at("result");
    ASSERT_EQ(made.at("resultType"), "task") << made;
    if (i == 0) first = made.at("taskId");
  }
  EXPECT_EQ(store.size(), 2U) << "half of them of one address";
  EXPECT_EQ(error_of(peer.ask("tasks/get", {{"taskId", first}})),
            "-32602 Invalid params: there is no such task, or it has expired");
}

TEST(Tasks_of_clients, take_answers_as_long_as_there_is_room_for_them) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities, {.limits = {.max_task_answers = 200}});
  const std::string id = peer.begin("deliver");
  EXPECT_EQ(error_of(peer.update(id, {{"delivery", accepted(std::string(200, 'x'))}})),
            "-32603 The server has no room for these answers; send less, or try again when other tasks have ended");
  EXPECT_EQ(peer.get(id).at("status"), "input_required") << "nothing was taken";
  EXPECT_TRUE(peer.update(id, {{"delivery", accepted("Bonn")}, {"other", std::string(200, 'x')}}).contains("result"));
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_EQ(peer.get(id).at("result").at("content").at(0).at("text"), "sent to Bonn");
  const std::string next = peer.begin("deliver");
  EXPECT_TRUE(peer.update(next, {{"delivery", accepted(std::string(120, 'x'))}}).contains("result"))
      << "what has ended gives its room back";
}

TEST(Tasks_of_clients, leave_half_of_the_room_for_answers_to_others) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  AskingPeer peer(own, Revision::V2026_07_28, kTaskCapabilities, {.limits = {.max_task_answers = 400}});
  const json params = AskingPeer<>::call_params("deliver", json::object());
  const auto answer_of = [&](std::string_view address, std::size_t bytes) {
    const json made = peer.ask_as("", "tools/call", params, address).at("result");
    return peer.ask_as(
        "", "tasks/update",
        {{"taskId", made.at("taskId")}, {"inputResponses", {{"delivery", accepted(std::string(bytes, 'x'))}}}},
        address);
  };
  EXPECT_THAT(error_of(answer_of("192.0.2.1", 200)), HasSubstr("-32603"));
  EXPECT_TRUE(answer_of("", 200).contains("result"));
}

std::string long_text(const Arguments& arguments, Context&) {
  return std::string(static_cast<std::size_t>(arguments.count), 'x');
}

TEST(Tasks_of_clients, with_results_that_cannot_be_kept_fail) {
  MemoryTaskStore store({.max_bytes = 4000});
  AskingServer own({written_tool<long_text>("long", kRequired)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities, {.tasks = &store});
  const json failed = peer.get(peer.begin("long", {{"count", 5000}}));
  EXPECT_EQ(failed.at("status"), "failed");
  EXPECT_EQ(failed.at("error"),
            json::parse(R"({"code":-32603,"message":"The result is too large to be kept; ask for less."})"));
}

TEST(Tasks_of_clients, time_out_while_they_work_and_not_while_they_wait) {
  AskingServer own({written_tool<deliver>("deliver", {.task = TaskSupport::Required, .timeout_ms = 100})});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  const std::string id = peer.begin("deliver");
  peer.timers.advance(1h);
  EXPECT_EQ(peer.get(id).at("status"), "input_required");
  (void)peer.update(id, {{"delivery", accepted("Bonn")}});
  EXPECT_TRUE(peer.executor.run_one());
  EXPECT_EQ(peer.get(id).at("status"), "completed");
  EXPECT_EQ(peer.timers.started(), 0U);
}

TEST(Tasks_of_clients, that_time_out_end_with_what_would_have_been_answered) {
  stopped = false;
  AskingServer own({written_tool<wait_for_stop>("wait", {.task = TaskSupport::Required, .timeout_ms = 20})});
  test::Client client(own.server, {.tasks = true});
  const test::CallResult result = client.call("wait");
  EXPECT_TRUE(result.is_error());
  EXPECT_THAT(result.text(), HasSubstr("did not finish within 20 ms"));
  client.settle();
  EXPECT_TRUE(stopped);
}

Task<std::string> later(const Arguments&, Context& ctx) {
  std::string city = ctx.elicit<Delivery>("delivery", "Where to?")->city;
  co_await ctx.sleep_for(1ms);
  co_return city;
}

TEST(Tasks_of_clients, may_be_coroutines) {
  AskingServer own({written_tool<later>("later", kRequired)});
  test::Client client(own.server, {.tasks = true});
  client.answer_form(test::accept({{"city", "Bonn"}}));
  EXPECT_EQ(client.call("later").text(), "Bonn");
}

TEST(Tasks_of_clients, survive_an_answer_that_comes_before_it_is_awaited) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  Tasks peer(own, Revision::V2026_07_28, kTaskCapabilities);
  const std::string id = peer.begin("deliver");
  const std::string other = peer.begin("deliver");
  (void)peer.update(id, {{"delivery", accepted("1")}});
  (void)peer.update(other, {{"delivery", accepted("2")}});
  (void)peer.update(id, {{"delivery", accepted("3")}});
  while (peer.executor.run_one()) {
  }
  EXPECT_EQ(peer.get(id).at("result").at("content").at(0).at("text"), "sent to 1");
  EXPECT_EQ(peer.get(other).at("result").at("content").at(0).at("text"), "sent to 2");
}

TEST(Tasks_of_clients, race_of_cancellation_and_updates) {
  AskingServer own({written_tool<deliver>("deliver", kRequired)});
  test::Client client(own.server, {.tasks = true});
  client.on_form([](const json&) { return test::decline(); });
  for (int i = 0; i < 200; ++i) {
    test::TaskHandle task = client.task(client.call("deliver", json::object(), {.follow_task = false}));
    if (i % 2 == 0) (void)task.wait_for("input_required");
    task.update({{"delivery", accepted("Bonn")}});
    task.cancel();
    client.settle();
    const json status = task.get().at("status");
    EXPECT_TRUE(status == "cancelled" || status == "completed") << status;
  }
}

TEST(Tasks_of_clients, race_of_starting_and_the_timeout) {
  AskingServer own({written_tool<work>("work", {.task = TaskSupport::Required, .timeout_ms = 1})});
  test::Client client(own.server, {.tasks = true});
  for (int i = 0; i < 300; ++i) (void)client.call("work");
  client.settle();
}

}  // namespace tasks_test
}  // namespace mcp::protocol
