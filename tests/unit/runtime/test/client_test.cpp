#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/error.hpp>
#include <mcp/executor.hpp>
#include <mcp/test/client.hpp>

#include "asking.hpp"
#include "judged_peer.hpp"

namespace mcp::test {
namespace client_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::Arguments;
using testing_support::AskingServer;
using testing_support::Delivery;
using testing_support::kEras;
using testing_support::written_tool;
using namespace std::chrono_literals;

/// A client whose every message from the server is judged (tests/messages).
class Client : public test::Client {
 public:
  template <class Served>
  explicit Client(Served&& server, ClientOptions options = {})
      : test::Client(std::forward<Served>(server), judged(std::move(options))) {}

 private:
  static ClientOptions judged(ClientOptions options) {
    const auto judge = std::make_shared<testing_support::TestJudge>();
    options.on_sent = [judge](std::string_view message) { judge->sent(message); };
    options.on_received = [judge](std::string_view message) { judge->received(message); };
    return options;
  }
};

/// The text of what `f` throws.
template <class E, class F>
std::string thrown(F&& f) {
  try {
    f();
  } catch (const E& error) {
    return error.what();
  }
  return "nothing thrown";
}

/// "Ada/2", or what became of the form.
std::string deliver(Context& ctx) {
  const Elicited<Delivery> form = ctx.elicit<Delivery>("delivery", "Where to?");
  if (form.action == ElicitAction::Decline) return "declined";
  if (form.action == ElicitAction::Cancel) return "cancelled";
  return form->city + "/" + std::to_string(form->floor);
}

void wait_for_stop(Context& ctx) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait(lock, ctx.stop_token(), [] { return false; });
}

TEST(TestClient, is_the_main_thread_of_handlers_while_it_waits) {
  for (const Revision revision : kEras) {
    MainThread main_thread;
    AskingServer own;
    own.add("deliver", [&](const json&, Context& ctx) {
      EXPECT_TRUE(main_thread.belongs_here());
      return ToolResult(deliver(ctx));
    });
    own.add("where", [&](const json&, Context&) { return ToolResult(main_thread.belongs_here() ? "here" : "there"); });
    own.server.run_on(main_thread);
    Client client(own.server, {.revision = revision});
    client.answer_form(accept({{"city", "Paris"}}));
    EXPECT_EQ(client.call("deliver").text(), "Paris/0");
    Pending call = client.start_call("where");
    client.settle();
    ASSERT_TRUE(call.answered());
    EXPECT_EQ(CallResult(call.wait()).text(), "here");
  }
}

TEST(TestClient, does_not_wait_at_its_end_for_a_thread_that_does_not_poll) {
  std::optional<MainThread> main_thread;
  std::thread([&] { main_thread.emplace(); }).join();
  AskingServer own;
  own.add("never", [](const json&, Context&) { return ToolResult("ran"); });
  own.server.run_on(*main_thread);
  Client client(own.server, {.timeout = 10ms});
  Pending call = client.start_call("never");
  EXPECT_THROW(call.wait(), TimedOut);
}

TEST(TestClient, calls_tools_in_every_revision) {
  AskingServer own;
  own.add("add", [](const json& arguments, Context&) {
    return ToolResult(std::to_string(arguments.at("a").get<int>() + arguments.at("b").get<int>()));
  });
  for (const std::string_view name : revision_names()) {
    SCOPED_TRACE(name);
    Client client(own.server, {.revision = *revision_named(name)});
    const CallResult result = client.call("add", {{"a", 1}, {"b", 2}});
    EXPECT_EQ(result.text(), "3");
    EXPECT_FALSE(result.is_error());
    EXPECT_EQ(result.content(), json::parse(R"([{"type":"text","text":"3"}])"));
    EXPECT_EQ(result.raw().contains("resultType"), is_modern(*revision_named(name)));
  }
}

TEST(TestClient, throws_errors_of_the_protocol_and_returns_those_of_tools) {
  AskingServer own;
  own.add("fail", [](const json&, Context&) -> ToolResult { throw ToolError("no such city"); });
  Client client(own.server);
  const CallResult failed = client.call("fail");
  EXPECT_TRUE(failed.is_error());
  EXPECT_EQ(failed.text(), "no such city");
  try {
    (void)client.call("unknown");
    FAIL();
  } catch (const RpcError& error) {
    EXPECT_EQ(error.code(), -32602);
    EXPECT_THAT(error.what(), HasSubstr("Unknown tool: \"unknown\""));
    EXPECT_EQ(error.data(), nullptr);
  }
}

TEST(TestClient, says_why_there_is_no_structured_content) {
  AskingServer own;
  own.add("fail", [](const json&, Context&) -> ToolResult { throw ToolError("no such city; try Oslo"); });
  own.add("text", [](const json&, Context&) { return ToolResult("sunny"); });
  Client client(own.server);
  EXPECT_EQ(thrown<NoStructuredContent>([&] { (void)client.call("fail").structured(); }),
            "the call failed: no such city; try Oslo");
  EXPECT_EQ(thrown<NoStructuredContent>([&] { (void)client.call("text").structured<int>(); }),
            "the result has text alone: sunny");
  const CallResult good(json::parse(R"({"content":[],"structuredContent":{"result":3}})"));
  EXPECT_EQ(good.structured().at("result"), 3);
  EXPECT_THROW((void)good.structured<int>(), json::exception);
}

TEST(TestClient, results_are_printed) {
  const auto printed = [](const auto& result) { return testing::PrintToString(result); };
  EXPECT_EQ(printed(CallResult(json::parse(R"({"content":[],"isError":true})"))),
            "{\n  \"content\": [],\n  \"isError\": true\n}");
  EXPECT_THAT(printed(CallResult(json{{"text", "no UTF-8: \xff"}})), HasSubstr("no UTF-8: \xEF\xBF\xBD"));
  EXPECT_EQ(printed(ReadResult(json::parse(R"({"contents":[]})"))), "{\n  \"contents\": []\n}");
  EXPECT_EQ(printed(PromptMessages(json::parse(R"({"messages":[]})"))), "{\n  \"messages\": []\n}");
  EXPECT_THAT(printed(CompletionResult{{"main"}, 5, true}), HasSubstr("\"main\""));
}

TEST(TestClient, says_who_it_is_and_what_its_script_can_answer) {
  AskingServer own;
  own.add("who", [](const json&, Context& ctx) {
    const mcp::Client& client = ctx.client();
    std::string text = client.name + " " + client.version;
    if (client.takes_forms) text += " forms";
    if (client.takes_urls) text += " urls";
    if (client.samples) text += " samples";
    if (client.samples_with_tools) text += " tools";
    if (client.has_roots) text += " roots";
    return ToolResult(text);
  });
  for (const Revision era : kEras) {
    SCOPED_TRACE(name_of(era));
    Client silent(own.server, {.revision = era, .name = "tests", .version = "2"});
    EXPECT_EQ(silent.call("who").text(), "tests 2");
    Client form(own.server, {.revision = era});
    form.answer_form(accept());
    EXPECT_EQ(form.call("who").text(), "test 1 forms");
    Client all(own.server, {.revision = era});
    all.on_form([](const json&) { return decline(); }).on_url([](const json&) { return decline(); });
    all.answer_sample(say("yes")).with_roots({});
    EXPECT_EQ(all.call("who").text(), "test 1 forms urls samples tools roots");
    Client told(own.server, {.revision = era, .capabilities = json{{"roots", json::object()}}});
    told.answer_form(accept());
    EXPECT_EQ(told.call("who").text(), "test 1 roots");
  }
}

TEST(TestClient, answers_forms_in_both_eras) {
  AskingServer own;
  own.add("deliver", [](const json&, Context& ctx) { return ToolResult(deliver(ctx)); });
  for (const Revision era : kEras) {
    SCOPED_TRACE(name_of(era));
    Client client(own.server, {.revision = era});
    client.answer_form(accept({{"city", "Bonn"}, {"floor", 2}})).answer_form(decline()).answer_form(cancel());
    client.on_form([](const json& params) { return accept({{"city", params.at("message")}}); });
    EXPECT_EQ(client.call("deliver").text(), "Bonn/2");
    EXPECT_EQ(client.call("deliver").text(), "declined");
    EXPECT_EQ(client.call("deliver").text(), "cancelled");
    EXPECT_EQ(client.call("deliver").text(), "Where to?/0");
    ASSERT_THAT(client.questions(), SizeIs(4));
    EXPECT_EQ(client.questions()[0].at("method"), "elicitation/create");
    EXPECT_EQ(client.questions()[0].at("message"), "Where to?");
    EXPECT_EQ(client.questions()[0].at("requestedSchema").at("properties").size(), 2);
  }
}

TEST(TestClient, answers_addresses_models_and_roots_in_both_eras) {
  AskingServer own;
  own.add("all", [](const json&, Context& ctx) {
    const SampleRequest request{.messages = {user("Capital?")}, .max_tokens = 10};
    const auto [url, sample, roots] = ctx.ask(open_url("pay", "Pay", "https://example.org/pay"),
                                              mcp::sample("capital", request), list_roots("roots"));
    return ToolResult(std::to_string(static_cast<int>(url)) + " " + sample.text() + " " + sample.model + " " +
                      roots.at(0).uri + " " + roots.at(0).name);
  });
  for (const Revision era : kEras) {
    SCOPED_TRACE(name_of(era));
    Client client(own.server, {.revision = era});
    client.on_url([](const json& params) {
      EXPECT_EQ(params.at("url"), "https://example.org/pay");
      return accept();
    });
    client.on_sample([](const json& params) {
      EXPECT_EQ(params.at("maxTokens"), 10);
      return say("Paris");
    });
    client.with_roots({{"file:///src", "source"}});
    EXPECT_EQ(client.call("all").text(), "0 Paris scripted file:///src source");
    EXPECT_THAT(client.questions(), SizeIs(3));
  }
}

TEST(TestClient, an_answer_of_the_model_has_the_shape_of_its_revision) {
  AskingServer own;
  own.add("sample", [](const json&, Context& ctx) {
    return ToolResult(ctx.sample("q", {.messages = {user("?")}, .max_tokens = 1}).text());
  });
  for (const std::string_view name : revision_names()) {
    SCOPED_TRACE(name);
    Client client(own.server, {.revision = *revision_named(name)});
    client.answer_sample(say("fine"));
    EXPECT_EQ(client.call("sample").text(), "fine");
  }
}

TEST(TestClient, names_a_question_that_nobody_scripted) {
  AskingServer own;
  own.add("deliver", [](const json&, Context& ctx) { return ToolResult(deliver(ctx)); });
  const json forms = json::parse(R"({"elicitation":{"form":{}}})");
  for (const Revision era : kEras) {
    SCOPED_TRACE(name_of(era));
    Client client(own.server, {.revision = era, .capabilities = forms});
    const std::string text = thrown<UnexpectedQuestion>([&] { (void)client.call("deliver"); });
    EXPECT_THAT(text, HasSubstr("elicitation/create"));
    EXPECT_THAT(text, HasSubstr("Where to?"));
    client.answer_form(accept({{"city", "Bonn"}}));
    EXPECT_EQ(client.call("deliver").text(), "Bonn/0");  // and goes on
  }
}

TEST(TestClient, passes_on_what_a_script_throws) {
  AskingServer own;
  own.add("deliver", [](const json&, Context& ctx) { return ToolResult(deliver(ctx)); });
  for (const Revision era : kEras) {
    Client client(own.server, {.revision = era});
    client.on_form([](const json&) -> ElicitAnswer { throw std::range_error("in the script"); });
    EXPECT_EQ(thrown<std::range_error>([&] { (void)client.call("deliver"); }), "in the script");
  }
}

TEST(TestClient, gives_up_on_servers_that_ask_for_ever) {
  AskingServer own;
  own.add("deliver", [](const json&, Context& ctx) -> ToolResult {
    for (std::size_t i = 0;; ++i) (void)ctx.elicit<Delivery>(key("delivery", i), "Where to?");
  });
  Client client(own.server, {.max_rounds = 3});
  client.on_form([](const json&) { return accept({{"city", "Bonn"}}); });
  EXPECT_EQ(thrown<std::runtime_error>([&] { (void)client.call("deliver"); }),
            "the server asked more than 3 times in tools/call");
}

TEST(TestClient, waits_no_longer_than_its_timeout) {
  AskingServer own;
  own.add("wait", [](const json&, Context& ctx) {
    wait_for_stop(ctx);
    return ToolResult("stopped");
  });
  Client client(own.server, {.timeout = 10ms});
  EXPECT_EQ(thrown<TimedOut>([&] { (void)client.call("wait"); }), "no answer to tools/call came in time");
  EXPECT_EQ(thrown<TimedOut>([&] { (void)client.wait_for("notifications/message"); }),
            "no notifications/message came in time");
  EXPECT_THROW(client.settle(), TimedOut);
}

TEST(TestClient, cancels_a_call_in_flight) {
  for (const Revision era : kEras) {
    SCOPED_TRACE(name_of(era));
    AskingServer own;
    std::atomic<bool> stopped = false;
    own.add("wait", [&](const json&, Context& ctx) {
      ctx.progress(1);
      wait_for_stop(ctx);
      stopped = true;
      return ToolResult("stopped");
    });
    Client client(own.server, {.revision = era});
    std::vector<double> progress;
    Pending call = client.start_call("wait", json::object(), {.on_progress = [&](const json& params) {
                                       progress.push_back(params.at("progress").get<double>());
                                     }});
    (void)client.wait_for("notifications/progress");
    EXPECT_FALSE(call.answered());
    call.cancel();
    client.settle();
    EXPECT_TRUE(stopped);
    EXPECT_FALSE(call.answered());
    EXPECT_THROW((void)call.wait(), Cancelled);
    EXPECT_THAT(progress, ElementsAre(1));
  }
}

TEST(TestClient, several_requests_may_be_in_flight) {
  AskingServer own;
  own.add("echo", [](const json& arguments, Context&) { return ToolResult(arguments.at("text").get<std::string>()); });
  Client client(own.server);
  Pending first = client.start_call("echo", {{"text", "1"}});
  Pending second = client.start_call("echo", {{"text", "2"}});
  EXPECT_EQ(CallResult(second.wait()).text(), "2");
  EXPECT_EQ(CallResult(first.wait()).text(), "1");
}

TEST(TestClient, collects_notifications) {
  AskingServer own;
  own.add("report", [](const json&, Context& ctx) {
    ctx.log(LogLevel::Debug, "fine");
    ctx.log(LogLevel::Warning, "hot", "oven");
    return ToolResult("done");
  });
  for (const Revision era : kEras) {
    SCOPED_TRACE(name_of(era));
    Client client(own.server, {.revision = era});
    client.set_log_level(LogLevel::Warning);
    (void)client.call("report");
    EXPECT_THAT(client.notifications(), SizeIs(1));
    EXPECT_EQ(client.wait_for("notifications/message"),
              json::parse(R"({"level":"warning","logger":"oven","data":"hot"})"));
    EXPECT_THAT(client.take_notifications(), IsEmpty());
    client.set_log_level(LogLevel::Debug);
    (void)client.call("report");
    EXPECT_THAT(client.take_notifications(), SizeIs(2));
    EXPECT_THAT(client.notifications(), IsEmpty());
  }
}

TEST(TestClient, hears_of_changes_in_both_eras) {
  for (const Revision era : kEras) {
    SCOPED_TRACE(name_of(era));
    AskingServer own;
    own.add("old", [](const json&, Context&) { return ToolResult("old"); });
    own.server.resources().add({.resource = {.uri = "note:///1", .name = "one"},
                                .read = [](Context&) { return ResourceContents{.text = "hello"}; }});
    Client client(own.server, {.revision = era});
    client.subscribe("note:///1");
    client.subscribe_to_lists();
    own.server.resource_updated("note:///1");
    EXPECT_EQ(client.wait_for("notifications/resources/updated").at("uri"), "note:///1");
    own.server.tools().disable("old");
    (void)client.wait_for("notifications/tools/list_changed");
    EXPECT_THAT(client.list_tools(), IsEmpty());
  }
}

TEST(TestClient, sends_meta_along) {
  AskingServer own;
  own.add("trace", [](const json&, Context& ctx) { return ToolResult(std::string(ctx.trace_context().traceparent)); });
  for (const Revision era : kEras) {
    Client client(own.server, {.revision = era});
    EXPECT_EQ(client.call("trace", json::object(), {.meta = {{"traceparent", "00-1"}}}).text(), "00-1");
  }
}

TEST(TestClient, knows_what_the_server_says_of_itself) {
  AskingServer own;
  Client modern(own.server);
  EXPECT_TRUE(modern.server().contains("supportedVersions"));
  Client legacy(own.server, {.revision = Revision::V2025_06_18});
  EXPECT_EQ(legacy.server().at("protocolVersion"), "2025-06-18");
  EXPECT_EQ(legacy.request("ping"), json::object());
}

TEST(TestClient, reads_lists_of_several_pages_and_completions) {
  const detail::ServerDescriptor descriptor = testing_support::offered();
  for (const Revision era : kEras) {
    SCOPED_TRACE(name_of(era));
    test::Client client(Server(descriptor), {.revision = era});  // its tools have no schemas, which the judge wants
    std::vector<std::string> names;
    for (const json& tool : client.list_tools()) names.push_back(tool.at("name"));
    EXPECT_THAT(names, ElementsAre("alpha", "beta", "gamma"));
    EXPECT_EQ(client.list_templates().at(1).at("name"), "any");
    EXPECT_EQ(client.list_prompts().at(0).at("name"), "review");
    const CompletionResult completion = client.complete_prompt("review", "path", "m");
    EXPECT_THAT(completion.values, ElementsAre("main.cpp"));
    EXPECT_EQ(completion.total, 1);
    EXPECT_FALSE(completion.has_more);
    EXPECT_THROW((void)client.complete_resource("file:///none/{path}", "path", ""), RpcError);
  }
}

TEST(TestClient, reads_texts_bytes_and_messages) {
  AskingServer own;
  own.server.resources().add({.resource = {.uri = "note:///1", .name = "one"},
                              .read = [](Context&) { return ResourceContents{.text = "hello"}; }});
  own.server.prompts().add({.name = "greet",
                            .arguments = {{.name = "name", .required = true}},
                            .get = [](const std::map<std::string, std::string>& arguments, Context&) {
                              return PromptResult{
                                  .messages = {{Role::User, Text{"Hello"}}, {Role::User, Text{arguments.at("name")}}}};
                            }});
  for (const Revision era : kEras) {
    Client client(own.server, {.revision = era});
    EXPECT_EQ(client.read("note:///1").text(), "hello");
    EXPECT_EQ(client.read("note:///1").contents().at(0).at("uri"), "note:///1");
    EXPECT_EQ(client.prompt("greet", {{"name", "Ada"}}).text(), "Hello\nAda");
    EXPECT_THAT(client.list_resources(), SizeIs(1));
    EXPECT_THROW((void)client.read("note:///2"), RpcError);
  }
  EXPECT_EQ(ReadResult(json::parse(R"({"contents":[{"blob":"AAEC"}]})")).bytes(), std::string("\0\1\2", 3));
  EXPECT_THROW((void)ReadResult(json::parse(R"({"contents":[{"blob":"?"}]})")).bytes(), std::runtime_error);
}

std::string slowly(const Arguments& arguments, Context& ctx) {
  ctx.progress(1, 2, "half");
  return arguments.text + ": " + deliver(ctx);
}

TEST(TestClient, follows_tasks_to_their_end) {
  AskingServer own({written_tool<slowly>("slowly", {.task = detail::TaskSupport::Optional})});
  Client client(own.server, {.tasks = true});
  client.answer_form(accept({{"city", "Bonn"}}));
  EXPECT_EQ(client.call("slowly", {{"text", "to"}}).text(), "to: Bonn/0");
  Client without(own.server);
  without.answer_form(accept({{"city", "Bonn"}}));
  EXPECT_EQ(without.call("slowly", {{"text", "to"}}).text(), "to: Bonn/0");
}

TEST(TestClient, hands_out_tasks) {
  AskingServer own({written_tool<slowly>("slowly", {.task = detail::TaskSupport::Optional})});
  Client client(own.server, {.tasks = true});
  client.on_form([](const json&) { return accept({{"city", "Bonn"}}); });
  TaskHandle task = client.task(client.call("slowly", {{"text", "to"}}, {.follow_task = false}));
  const json waiting = task.wait_for("input_required");
  EXPECT_EQ(waiting.at("statusMessage"), "half");
  EXPECT_EQ(waiting.at("inputRequests").begin().key(), "delivery");
  task.update({{"delivery", {{"action", "decline"}}}});
  EXPECT_EQ(CallResult(task.wait()).text(), "to: declined");

  TaskHandle other = client.task(client.call("slowly", json::object(), {.follow_task = false}));
  other.cancel();
  EXPECT_THROW((void)other.wait(), Cancelled);
  EXPECT_THROW((void)client.task("none").get(), RpcError);
  EXPECT_THROW((void)client.task(CallResult(json::object())), std::logic_error);
}

TEST(TestClient, refuses_servers_that_are_not_complete) {
  const detail::ServerDescriptor descriptor = testing_support::offered();
  const Server unbound(descriptor);
  EXPECT_THAT(thrown<std::logic_error>([&] { const Client client(unbound); }), HasSubstr("Librarian"));
}

TEST(TestClient, goes_away_while_handlers_run_or_wait) {
  for (const Revision era : kEras) {
    AskingServer own;
    std::atomic<int> ended = 0;
    own.add("wait", [&](const json&, Context& ctx) {
      wait_for_stop(ctx);
      ++ended;
      return ToolResult("stopped");
    });
    own.add("ask", [](const json&, Context& ctx) { return ToolResult(deliver(ctx)); });
    {
      Client client(own.server, {.revision = era, .capabilities = json::parse(R"({"elicitation":{}})")});
      (void)client.start_call("wait");
      (void)client.start_call("ask");
      client.close();
      EXPECT_THROW((void)client.call("wait"), std::logic_error);
    }
    EXPECT_EQ(ended, 1);
  }
}

}  // namespace client_test
}  // namespace mcp::test
