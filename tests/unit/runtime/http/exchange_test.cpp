#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/exchange.hpp"
#include "http/proxy_authorizer.hpp"
#include "http/world.hpp"

namespace mcp::protocol::http {
namespace exchange_test {

using std::chrono::seconds;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Exchange, answers_the_health_check_until_it_shuts_down) {
  World world;
  const Sent check{.verb = Verb::Get, .path = "/healthz", .host = "10.1.2.3"};
  EXPECT_EQ(world.ask(check), "200 text/plain; charset=utf-8\n\nok\n");
  EXPECT_EQ(world.ask({.verb = Verb::Head, .path = "/healthz", .host = nullptr}),
            "200 text/plain; charset=utf-8\n\nok\n");
  EXPECT_THAT(world.ask({.path = "/healthz"}), StartsWith("405 text/plain; charset=utf-8\nAllow: GET, HEAD\r\n"));
  EXPECT_THAT(world.ask({.verb = Verb::Get, .path = "/healthz", .origin = "http://evil.example"}), StartsWith("403 "));
  world.endpoint.shut_down();
  EXPECT_EQ(world.ask(check), "503 text/plain; charset=utf-8\n\nshutting down\n");
}

TEST(Exchange, judges_who_asks_before_anything_else_in_a_fixed_order) {
  World world({}, {}, {.authorizer = std::make_shared<ProxyAuthorizer>("X-User")});
  Sent sent{.body = "{",
            .verb = Verb::Other,
            .path = "/nowhere",
            .host = nullptr,
            .origin = "http://evil.example",
            .type = nullptr,
            .repeated = "Host"};
  EXPECT_THAT(world.ask(sent), StartsWith("403 "));
  sent.origin = "http://localhost:3000";
  EXPECT_EQ(world.ask(sent), "400 text/plain; charset=utf-8\n\nBad request: Host is there twice\n");
  sent.repeated = nullptr;
  EXPECT_EQ(world.ask(sent), "400 text/plain; charset=utf-8\n\nBad request: there is no Host\n");
  sent.host = "evil.example";
  EXPECT_EQ(world.ask(sent), "403 text/plain; charset=utf-8\n\nForbidden: this Host is not allowed (--allow-host)\n");
  sent.host = "127.0.0.1:80";
  EXPECT_EQ(world.ask(sent),
            "401 text/plain; charset=utf-8\nWWW-Authenticate: Bearer\r\n\nUnauthorized: nobody is authenticated\n");
  sent.principal = "";
  EXPECT_THAT(world.ask(sent), StartsWith("401 "));
  sent.principal = "ada";
  sent.origin = nullptr;
  EXPECT_EQ(world.ask(sent), "404 text/plain; charset=utf-8\n\nNot found: the MCP endpoint is /mcp\n");
  sent.path = "/mcp";
  EXPECT_EQ(world.ask(sent), "405 text/plain; charset=utf-8\nAllow: POST, GET, DELETE\r\n\nMethod not allowed\n");
  sent.verb = Verb::Post;
  sent.accept = "text/html";
  EXPECT_THAT(world.ask(sent), StartsWith("415 "));
  sent.type = "application/json";
  EXPECT_THAT(world.ask(sent), StartsWith("406 "));
  sent.accept = nullptr;
  EXPECT_THAT(world.ask(sent), StartsWith(refused(400, -32700, "")));
}

TEST(Exchange, lets_pages_of_allowed_origins_read_its_answers) {
  constexpr std::string_view kFields =
      "Access-Control-Allow-Origin: http://localhost:3000\r\n"
      "Access-Control-Expose-Headers: Mcp-Session-Id, Retry-After\r\nVary: Origin\r\n";
  World world({}, {}, {.authorizer = std::make_shared<ProxyAuthorizer>("X-User")});
  Sent sent{.verb = Verb::Options, .origin = "http://localhost:3000"};
  const std::string told = "204 \n" + std::string(kFields) +
                           "Access-Control-Allow-Methods: POST, GET, DELETE\r\nAccess-Control-Max-Age: 7200\r\n";
  EXPECT_EQ(world.ask(sent), told + "\n");
  sent.requested_fields = "content-type, mcp-method";
  EXPECT_EQ(world.ask(sent), told + "Access-Control-Allow-Headers: content-type, mcp-method\r\n\n");
  sent.origin = "https://evil.example";
  EXPECT_THAT(world.ask(sent), StartsWith("403 text/plain; charset=utf-8\n\n"));

  Sent asked = modern("tools/list");
  asked.principal = "ada";
  asked.origin = "http://localhost:3000";
  EXPECT_THAT(world.ask(asked), StartsWith("200 application/json\n" + std::string(kFields) + "\n{"));
  asked.origin = nullptr;
  EXPECT_THAT(world.ask(asked), StartsWith("200 application/json\n\n{"));
}

TEST(Exchange, needs_no_host_of_http_1_0_and_takes_one_origin_alone) {
  World world;
  Sent sent = modern_call("count");
  sent.host = nullptr;
  sent.http_1_0 = true;
  const auto client = world.client();
  world.take(*client, sent);
  world.run_calls();
  EXPECT_THAT(client->paper.take(), StartsWith("200 "));
  EXPECT_THAT(world.ask({.origin = "http://localhost", .repeated = "Origin"}), StartsWith("403 "));
  EXPECT_THAT(world.ask({.origin = ""}), StartsWith("403 "));
}

TEST(Exchange, climbs_the_ladder_of_modern_requests_in_its_order) {
  World world;
  const std::string name = R"("name":"count")";
  // V1, although the header that follows is wrong, too.
  EXPECT_THAT(world.ask({.body = request("1", "nope"), .version = "2026-07-28"}), StartsWith(refused(400, -32602)));
  EXPECT_THAT(world.ask({.body = request("1", "nope", R"({"_meta":{}})"), .version = "2026-07-28"}),
              StartsWith(refused(400, -32602)));
  EXPECT_THAT(world.ask({.body = request("1", "nope", "[]"), .version = "2026-07-28"}),
              StartsWith(refused(400, -32602)));
  EXPECT_THAT(world.ask({.body = request("1", "nope",
                                         R"({"_meta":{"io.modelcontextprotocol/protocolVersion":)"
                                         R"("2026-07-28"}})"),
                         .version = "2025-06-18"}),
              StartsWith(refused(400, -32602)));
  // V3
  Sent sent = modern("nope");
  sent.version = nullptr;
  sent.method = nullptr;
  EXPECT_THAT(world.ask(sent), StartsWith(refused(400, -32020)));
  sent.version = "v999.0.0";
  EXPECT_THAT(world.ask(sent), StartsWith(refused(400, -32020)));
  sent.version = "2025-11-25";
  EXPECT_THAT(world.ask(sent), StartsWith(refused(400, -32020)));
  // V4
  sent.body = request("1", "nope", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"v999.0.0"}})");
  sent.version = "v999.0.0";
  EXPECT_EQ(world.ask(sent),
            json(400, R"({"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version",)"
                      R"("data":{"supported":["2026-07-28"],"requested":"v999.0.0"}}})"));
  // V5
  sent = modern("nope");
  sent.method = nullptr;
  EXPECT_THAT(world.ask(sent), StartsWith(refused(400, -32020)));
  sent.method = "NOPE";
  EXPECT_THAT(world.ask(sent), StartsWith(refused(400, -32020)));
  // V6
  sent = modern("tools/call", name);
  EXPECT_THAT(world.ask(sent), StartsWith(refused(400, -32020)));
  sent.name = "add";
  EXPECT_THAT(world.ask(sent), StartsWith(refused(400, -32020)));
  // V8
  for (const char* method : {"nope", "initialize", "ping", "logging/setLevel", "resources/subscribe", "tasks/list"}) {
    EXPECT_THAT(world.ask(modern(method)), StartsWith(refused(404, -32601))) << method;
  }
  // What is wrong behind the ladder has its error within 200.
  EXPECT_THAT(world.ask(modern_call("nope")), StartsWith(refused(200, -32602)));
  EXPECT_THAT(world.ask(modern_call("add", "[]")), StartsWith(refused(200, -32602)));
}

TEST(Exchange, says_what_was_in_a_header_in_valid_utf8) {
  World world;
  Sent sent = modern("server/discover");
  sent.version = "\xFF\xC3";
  EXPECT_THAT(world.ask(sent), HasSubstr("MCP-Protocol-Version is \\\"\xEF\xBF\xBD\xEF\xBF\xBD\\\" but"));
}

TEST(Exchange, answers_modern_requests_without_any_session) {
  World world;
  const auto client = world.client();
  Sent sent = modern_call("echo", R"({"text":"hi"})");
  sent.session = "unknown";
  sent.last_event = "1-1";
  EXPECT_EQ(world.take(*client, sent), "");
  world.run_calls();
  EXPECT_EQ(client->paper.take(), json(200, modern_text("hi")));
  EXPECT_THAT(world.take(*client, modern("server/discover")), StartsWith("200 application/json\n\n"));
  EXPECT_EQ(world.endpoint.sessions().size(), 0U);
  EXPECT_EQ(client.use_count(), 1);
}

TEST(Exchange, answers_in_the_form_that_the_client_accepts) {
  World world;
  const auto answer = [&](const char* accept) {
    const auto client = world.client();
    Sent sent = modern_call("echo", R"({"text":"hi"})");
    sent.accept = accept;
    world.take(*client, sent);
    world.run_calls();
    return client->paper.take();
  };
  EXPECT_EQ(answer("application/json"), json(200, modern_text("hi")));
  EXPECT_EQ(answer("text/event-stream, application/json"), json(200, modern_text("hi")));
  EXPECT_EQ(answer("text/event-stream"), "[stream]data: " + modern_text("hi") + "\n\n[end]");
  Sent unknown = modern("nope");
  unknown.accept = "text/event-stream";
  EXPECT_THAT(world.ask(unknown), StartsWith(refused(404, -32601)));
}

TEST(Exchange, takes_modern_notifications_and_refuses_answers_batches_and_nonsense) {
  World world;
  const char* const version = "2026-07-28";
  EXPECT_EQ(world.ask({.body = cancel("1"), .version = version}), "202 \n\n");
  EXPECT_THAT(world.ask({.body = R"({"jsonrpc":"2.0","id":1,"result":{}})", .version = version}),
              StartsWith(refused(400, -32600, "")));
  EXPECT_THAT(world.ask({.body = "[]", .version = version}), StartsWith(refused(400, -32600, "")));
  EXPECT_THAT(world.ask({.body = "{", .version = version}), StartsWith(refused(400, -32700, "")));
  EXPECT_THAT(world.ask({.body = R"({"jsonrpc":"2.0","id":1.5,"method":"x"})", .version = version}),
              StartsWith(refused(400, -32600, "")));
  EXPECT_THAT(world.ask({.body = R"({"jsonrpc":"1.0","id":7,"method":"x"})", .version = version}),
              StartsWith(refused(400, -32600, "7")));
}

TEST(Exchange, opens_sessions_for_legacy_clients) {
  World world;
  EXPECT_EQ(
      world.ask({.body = initialize("2025-06-18"), .version = "2025-11-25"}),
      json(
          200,
          R"({"jsonrpc":"2.0","id":"init","result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},)"
          R"("serverInfo":{"name":"fixture","version":"1.2.3"},"instructions":"Add things up."}})",
          "Mcp-Session-Id: session-1\r\n"));
  const auto session = world.endpoint.sessions().find("session-1", "");
  ASSERT_NE(session, nullptr);
  EXPECT_EQ(world.ask(of_session("session-1", R"({"jsonrpc":"2.0","method":"notifications/initialized"})")),
            "202 \n\n");
  EXPECT_TRUE(session->state.initialized);
  EXPECT_EQ(world.ask(of_session("session-1", request("1", "ping"))), json(200, kPong));
  EXPECT_EQ(world.ask(of_session("session-1", R"({"jsonrpc":"2.0","id":5,"result":{}})")), "202 \n\n");
  EXPECT_THAT(world.ask(of_session("session-1", request("1", "nope"))), StartsWith(refused(200, -32601)));
  EXPECT_THAT(world.ask(of_session("session-1", initialize("2025-11-25"))),
              StartsWith("200 application/json\nMcp-Session-Id: session-2\r\n"))
      << "opens another session";
  EXPECT_EQ(world.ask(of_session("session-1", request("1", "ping"))), json(200, kPong)) << "beside the first";
}

TEST(Exchange, opens_no_session_where_initialize_is_wrong) {
  World world;
  const std::string answer = world.ask({.body = request("1", "initialize")});
  EXPECT_THAT(answer, StartsWith(refused(200, -32602)));
  EXPECT_THAT(answer, Not(HasSubstr("Mcp-Session-Id")));
  EXPECT_THAT(world.ask({.body = request("1", "initialize", "[]")}), StartsWith(refused(400, -32602)));
  EXPECT_EQ(world.endpoint.sessions().size(), 0U);
}

TEST(Exchange, refuses_legacy_requests_without_their_session) {
  World world;
  world.open();
  EXPECT_THAT(world.ask({.body = request("1", "ping")}), StartsWith(refused(400, -32000)));
  EXPECT_THAT(world.ask({.body = cancel("1")}), StartsWith(refused(400, -32000, "")));
  EXPECT_THAT(world.ask(of_session("session-9", request("1", "ping"))), StartsWith(refused(404, -32001)));
  Sent of_other = of_session("session-1", request("1", "ping"));
  of_other.principal = "eve";
  EXPECT_THAT(world.ask(of_other), StartsWith(refused(404, -32001)));
  EXPECT_THAT(world.ask({.verb = Verb::Get, .session = "session-9"}), StartsWith("404 "));
  EXPECT_THAT(world.ask({.verb = Verb::Delete}), StartsWith("400 "));
  EXPECT_THAT(world.ask({.verb = Verb::Delete, .session = "session-9"}), StartsWith("404 "));
}

TEST(Exchange, takes_no_value_for_an_object_that_is_none) {
  World world;
  for (const char* value : {R"("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")", "true", "null", "[\"name\"]", "1e400"}) {
    for (const char* method : {"tools/call", "prompts/get", "ping"}) {
      const std::string params = std::string(R"({"jsonrpc":"2.0","id":1,"method":")") + method + R"(","params":)";
      EXPECT_THAT(world.ask({.body = params + value + '}'}), StartsWith("400 ")) << value;
      EXPECT_THAT(world.ask({.body = params + R"({"name":"x","_meta":)" + value + "}}"}), StartsWith("400 ")) << value;
    }
  }
}

TEST(Exchange, compares_the_headers_that_legacy_clients_repeat) {
  World world;
  const std::string session = world.open();
  Sent sent = of_session(session, request("1", "ping"));
  sent.method = "tools/call";
  EXPECT_THAT(world.ask(sent), StartsWith(refused(400, -32001)));
  sent.method = "ping";
  EXPECT_EQ(world.ask(sent), json(200, kPong));
}

TEST(Exchange, has_room_for_so_many_sessions) {
  World world({.sessions = {.max_sessions = 1}});
  world.open();
  EXPECT_THAT(
      world.ask({.body = initialize("2025-11-25")}),
      AllOf(StartsWith("503 application/json\nRetry-After: 60\r\n\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,"),
            HasSubstr("no room for another session")));
  EXPECT_EQ(world.ask({.verb = Verb::Delete, .session = "session-1"}), "204 \n\n");
  EXPECT_EQ(world.open(), "session-2");
  world.endpoint.shut_down();
  EXPECT_EQ(world.ask({.verb = Verb::Delete, .session = "session-2"}), "204 \n\n");
  EXPECT_THAT(world.ask({.body = initialize("2025-11-25")}), StartsWith("503 "));
}

TEST(Exchange, turns_a_modern_answer_that_takes_long_into_a_stream_with_comments) {
  World world({.stream_after = seconds(1), .keep_alive = seconds(15)});
  const auto client = world.client();
  world.take(*client, modern_call("echo", R"({"text":"hi"})"));
  world.pass(milliseconds(999), *client);
  EXPECT_EQ(client->paper.take(), "");
  world.pass(milliseconds(1), *client);
  EXPECT_EQ(client->paper.take(), "[stream]");
  world.pass(seconds(13), *client);
  EXPECT_EQ(client->paper.take(), "");
  world.pass(seconds(2), *client);
  EXPECT_EQ(client->paper.take(), ":\n\n");
  world.pass(seconds(14), *client);
  EXPECT_EQ(client->paper.take(), "");
  world.pass(seconds(1), *client);
  EXPECT_EQ(client->paper.take(), ":\n\n");
  world.run_calls();
  EXPECT_EQ(client->paper.take(), "data: " + modern_text("hi") + "\n\n[end]");
  world.pass(seconds(100), *client);
  EXPECT_EQ(client->paper.take(), "");
}

TEST(Exchange, keeps_a_client_waiting_that_accepts_no_stream) {
  World world;
  const auto client = world.client();
  Sent sent = modern_call("echo", R"({"text":"hi"})");
  sent.accept = "application/json";
  world.take(*client, sent);
  world.pass(seconds(100), *client);
  EXPECT_EQ(client->paper.take(), "");
  world.run_calls();
  EXPECT_EQ(client->paper.take(), json(200, modern_text("hi")));
}

TEST(Exchange, primes_a_legacy_stream_and_ends_it_with_the_answer) {
  World world;
  const std::string session = world.open();
  const auto client = world.client();
  world.take(*client, of_session(session, call("1", "echo", R"({"text":"hi"})")));
  world.pass(seconds(1), *client);
  EXPECT_EQ(client->paper.take(), kPrimed);
  world.pass(seconds(15), *client);
  EXPECT_EQ(client->paper.take(), ":\n\n");
  world.run_calls(false);
  EXPECT_EQ(client->paper.take(), "");
  world.loop.run();
  EXPECT_EQ(client->paper.take(), event("1-2", text_result("1", "hi")) + "[end]");
  EXPECT_EQ(client.use_count(), 1);
  EXPECT_EQ(world.take(*client, of_session(session, request("1", "ping"))), json(200, kPong));
}

TEST(Exchange, does_not_prime_streams_of_older_sessions) {
  World world;
  const std::string session = world.open("2025-06-18");
  const auto client = world.client();
  world.take(*client, of_session(session, call("1", "echo", R"({"text":"hi"})")));
  world.pass(seconds(1), *client);
  EXPECT_EQ(client->paper.take(), "[stream]");
  world.run_calls();
  EXPECT_EQ(client->paper.take(), event("1-1", text_result("1", "hi")) + "[end]");
}

TEST(Exchange, waits_in_one_piece_when_the_session_has_too_many_streams) {
  World world({.sessions = {.max_streams = 1}});
  const std::string session = world.open();
  const auto first = world.client(), second = world.client();
  for (const auto& client : {first, second}) {
    world.take(*client, of_session(session, call("1", "echo", R"({"text":"hi"})")));
    world.pass(seconds(1), *client);
  }
  EXPECT_EQ(second->paper.take(), "");
  EXPECT_THAT(world.ask({.verb = Verb::Get, .session = session}),
              StartsWith("429 text/plain; charset=utf-8\nRetry-After: 1\r\n"));
  world.run_calls();
  EXPECT_EQ(second->paper.take(), json(200, text_result("1", "hi")));
}

TEST(Exchange, probes_for_a_modern_client_that_sends_nothing_any_more) {
  World world;
  const auto client = world.client();
  world.take(*client, modern_call("count"));
  client->exchange.probe(false);
  EXPECT_EQ(client->paper.take(), "");
  client->exchange.probe(true);
  EXPECT_EQ(client->paper.take(), "[stream]:\n\n") << "it may still read: nothing is cancelled";
  client->exchange.probe(true);
  EXPECT_EQ(client->paper.take(), ":\n\n");
  world.run_calls();
  EXPECT_THAT(client->paper.take(), AllOf(StartsWith("data: {"), HasSubstr(R"("result":1)"), EndsWith("\n\n[end]")));

  Sent json_alone = modern_call("count");
  json_alone.accept = "application/json";
  world.take(*client, json_alone);
  client->exchange.probe(true);
  EXPECT_EQ(client->paper.take(), "");
  world.run_calls();
  EXPECT_THAT(client->paper.take(), AllOf(StartsWith("200 application/json\n"), HasSubstr(R"("result":2)")));

  const std::string session = world.open();
  world.take(*client, of_session(session, call("1", "count")));
  client->exchange.probe(true);
  EXPECT_EQ(client->paper.take(), "") << "a disconnect cancels nothing in a session";
  world.run_calls();
  EXPECT_THAT(client->paper.take(), AllOf(StartsWith("200 application/json\n"), HasSubstr(R"("result":3)")));
}

TEST(Exchange, pings_on_the_streams_of_sessions_and_closes_those_of_clients_that_are_gone) {
  World world({.ping_interval = seconds(10), .keep_alive = seconds(1000)});
  const std::string session = world.open();
  const auto stream = world.client();
  world.take(*stream, {.verb = Verb::Get, .session = session});
  world.pass(seconds(1), *stream);
  world.pass(seconds(20), *stream);
  EXPECT_EQ(stream->paper.take(), "") << "nothing is asked of a client that is not ready";
  EXPECT_EQ(world.ask(of_session(session, R"({"jsonrpc":"2.0","method":"notifications/initialized"})")), "202 \n\n");
  world.pass(seconds(1), *stream);
  world.pass(seconds(9), *stream);
  EXPECT_EQ(stream->paper.take(), "");
  world.pass(seconds(1), *stream);
  EXPECT_THAT(stream->paper.take(), HasSubstr(R"(data: {"jsonrpc":"2.0","id":1,"method":"ping"})"));
  EXPECT_EQ(world.ask(of_session(session, R"({"jsonrpc":"2.0","id":1,"result":{}})")), "202 \n\n");
  world.pass(seconds(10), *stream);
  EXPECT_THAT(stream->paper.take(), HasSubstr(R"("id":2,"method":"ping")")) << "it answered the one before";
  world.pass(seconds(9), *stream);
  EXPECT_EQ(stream->paper.take(), "");
  world.pass(seconds(1), *stream);
  EXPECT_EQ(stream->paper.take(), "[end, close]");
  EXPECT_THAT(world.log.text(), HasSubstr("a client did not answer a ping within 10000 ms"));
  EXPECT_EQ(world.ask(of_session(session, request("1", "ping"))), json(200, kPong)) << "the session goes on";

  const auto call = world.client();
  world.take(*call, of_session(session, testing_support::call("1", "count")));
  world.pass(seconds(1), *call);
  call->paper.take();
  world.pass(seconds(30), *call);
  EXPECT_EQ(call->paper.take(), "") << "none on the stream of a call";
  world.run_calls();
}

TEST(Exchange, primes_the_stream_of_one_answer_for_clients_that_accept_nothing_else) {
  for (const std::string revision : {"2025-03-26", "2025-06-18", "2025-11-25"}) {
    World world;
    Sent sent = of_session(world.open(revision), request("1", "ping"));
    sent.version = revision.c_str();
    sent.accept = "text/event-stream";
    const std::string answer = world.ask(sent);
    EXPECT_THAT(answer, StartsWith(revision == "2025-11-25" ? kPrimed : "[stream]id: ")) << revision;
    EXPECT_THAT(answer, EndsWith("\ndata: " + kPong + "\n\n[end]")) << revision;
  }
}

TEST(Exchange, cancels_a_modern_call_whose_client_goes) {
  for (const bool streaming : {false, true}) {
    World world;
    auto client = world.client();
    const std::weak_ptr<Client> watched = client;
    world.take(*client, modern_call("hold"));
    if (streaming) world.pass(seconds(1), *client);
    client->paper.take();
    world.loop_resources.calls.submit(world.executor);
    std::thread worker([&] { world.executor.run_one(); });
    world.stage.wait_until_entered(1);
    client->exchange.client_gone();
    worker.join();  // stopped
    client.reset();
    EXPECT_FALSE(watched.expired());  // the call ends on the event loop
    world.loop.run();
    EXPECT_TRUE(watched.expired());
  }
}

TEST(Exchange, does_not_start_a_modern_call_whose_client_went_before) {
  World world;
  auto client = world.client();
  world.take(*client, modern_call("count"));
  client->exchange.client_gone();
  world.run_calls();
  EXPECT_EQ(client->paper.take(), "");
  EXPECT_EQ(world.stage.count(), 1);
  EXPECT_EQ(client.use_count(), 1);
}

TEST(Exchange, goes_on_with_a_legacy_call_whose_client_goes) {
  World world;
  const std::string session = world.open();
  auto client = world.client();
  const std::weak_ptr<Client> watched = client;
  world.take(*client, of_session(session, call("1", "count")));
  client->exchange.client_gone();
  client.reset();
  world.run_calls(false);
  EXPECT_FALSE(watched.expired());
  world.loop.run();
  EXPECT_TRUE(watched.expired());
  EXPECT_EQ(world.stage.count(), 2);
}

TEST(Exchange, keeps_a_legacy_answer_for_a_client_that_comes_back) {
  World world;
  const std::string session = world.open();
  const auto client = world.client();
  world.take(*client, of_session(session, call("1", "echo", R"({"text":"hi"})")));
  world.pass(seconds(1), *client);
  client->paper.take();
  client->exchange.client_gone();
  world.run_calls(false);
  world.loop.run();
  EXPECT_EQ(client->paper.take(), "");
  EXPECT_EQ(client.use_count(), 1);
  for (int i = 0; i < 2; ++i) {  // it may get lost again
    EXPECT_EQ(world.ask({.verb = Verb::Get, .session = session, .last_event = "1-1"}),
              "[stream]" + event("1-2", text_result("1", "hi")) + "[end]");
  }
  EXPECT_THAT(world.ask({.verb = Verb::Get, .session = session, .last_event = "1-3"}), StartsWith("404 "));
  EXPECT_THAT(world.ask({.verb = Verb::Get, .session = session, .last_event = "2-1"}), StartsWith("404 "));
  EXPECT_THAT(world.ask({.verb = Verb::Get, .session = session, .last_event = "x"}), StartsWith("400 "));
}

TEST(Exchange, lets_a_client_come_back_while_the_first_connection_still_waits) {
  for (const bool on_another_loop : {false, true}) {
    World world;
    const std::string session = world.open();
    auto first = world.client();
    const std::weak_ptr<Client> watched = first;
    world.take(*first, of_session(session, call("1", "echo", R"({"text":"hi"})")));
    world.pass(seconds(1), *first);
    EXPECT_EQ(first->paper.take(), kPrimed);
    const auto second = world.client_at(on_another_loop ? world.far_loop_resources : world.loop_resources);
    if (on_another_loop) world.loop.open = false;
    EXPECT_EQ(world.take(*second, {.verb = Verb::Get, .session = session, .last_event = "1-1"}), "[stream]");
    world.loop.open = true;
    world.loop.run();
    EXPECT_EQ(first->paper.take(), "[end, close]");
    first->exchange.client_gone();  // its connection ends
    first.reset();
    EXPECT_FALSE(watched.expired());  // the answer comes through it
    world.run_calls(false);
    world.loop.run();
    world.far_loop.run();
    EXPECT_EQ(second->paper.take(), event("1-2", text_result("1", "hi")) + "[end]");
    EXPECT_TRUE(watched.expired());
    EXPECT_EQ(second.use_count(), 1);
  }
}

TEST(Exchange, answers_whoever_shows_the_stream_when_the_first_has_not_heard_of_it) {
  World world;
  const std::string session = world.open();
  const auto first = world.client();
  world.take(*first, of_session(session, call("1", "echo", R"({"text":"hi"})")));
  world.pass(seconds(1), *first);
  first->paper.take();
  const auto second = world.client_at(world.far_loop_resources);
  world.loop.open = false;
  world.take(*second, {.verb = Verb::Get, .session = session, .last_event = "1-1"});
  world.loop.open = true;
  ASSERT_EQ(world.loop.posted(), 1U);
  world.run_calls();  // before the first is told
  EXPECT_EQ(second->paper.take(), event("1-2", text_result("1", "hi")) + "[end]");
  world.loop.run();
  EXPECT_EQ(first->paper.take(), "[end]");
  EXPECT_EQ(first.use_count(), 1);
}

TEST(Exchange, survives_every_order_of_answer_and_client_gone) {
  for (const bool is_modern : {true, false}) {
    for (const bool streaming : {false, true}) {
      World world;
      const std::string session = world.open();
      for (int i = 0; i < 200; ++i) {
        auto client = world.client();
        const std::weak_ptr<Client> watched = client;
        world.take(*client, is_modern ? modern_call("count") : of_session(session, call("1", "count")));
        if (streaming) world.pass(seconds(1), *client);
        world.loop_resources.calls.submit(world.executor);
        std::thread worker([&] { world.executor.run_one(); });
        if (i % 2 == 0) world.loop.run();
        if (i % 3 == 0) std::this_thread::yield();
        client->exchange.client_gone();
        client.reset();
        worker.join();
        world.loop.run();
        ASSERT_TRUE(watched.expired()) << i;
      }
    }
  }
}

TEST(Exchange, cancels_a_legacy_call_and_ends_its_post) {
  World world;
  const std::string session = world.open();
  const auto plain = world.client(), stream = world.client(), json_alone = world.client();
  world.take(*plain, of_session(session, call("1", "count")));
  Sent sent = of_session(session, call("\"b\"", "count"));
  sent.accept = "application/json";
  world.take(*json_alone, sent);
  world.take(*stream, of_session(session, call("3", "count")));
  world.pass(seconds(1), *stream);
  EXPECT_EQ(stream->paper.take(), kPrimed);
  const std::string other = world.open();
  for (const char* id : {"1", "\"b\"", "3"}) {
    EXPECT_EQ(world.ask(of_session(other, cancel(id))), "202 \n\n");  // not theirs
  }
  for (const char* id : {"1", "\"b\"", "3", "4", "null", "{}"}) {
    EXPECT_EQ(world.ask(of_session(session, cancel(id))), "202 \n\n");
  }
  world.run_calls();
  EXPECT_EQ(plain->paper.take(), "[stream][end]");
  EXPECT_EQ(json_alone->paper.take(), "204 \n\n");
  EXPECT_EQ(stream->paper.take(), "[end]");
  EXPECT_EQ(world.stage.count(), 1);
}

TEST(Exchange, cancels_calls_on_all_lanes) {
  World world;
  const std::string session = world.open();
  const auto far = world.client_at(world.far_loop_resources);
  world.take(*far, of_session(session, call("1", "count")));
  world.far_loop.open = false;
  EXPECT_EQ(world.ask(of_session(session, cancel("1"))), "202 \n\n");
  EXPECT_EQ(world.far_loop.posted(), 1U);
  world.far_loop.open = true;
  world.far_loop.run();
  world.run_calls();
  EXPECT_EQ(far->paper.take(), "[stream][end]");
}

TEST(Exchange, answers_batches_of_2025_03_26_as_a_whole) {
  World world;
  const std::string session = world.open("2025-03-26");
  const auto client = world.client();
  EXPECT_EQ(
      world.take(*client, of_session(session, "[" + request("1", "ping") + "," + call("2", "echo", R"({"text":"hi"})") +
                                                  "," + cancel("9") + ",7]")),
      "");
  world.run_calls(false);
  world.loop.run();
  const std::string answer = client->paper.take();
  EXPECT_THAT(answer, StartsWith(json(200, "[" + kPong + R"(,{"jsonrpc":"2.0","id":null,"error":{"code":-32600,)")));
  EXPECT_THAT(answer, EndsWith("," + text_result("2", "hi") + "]"));
  EXPECT_EQ(world.ask(of_session(session, "[" + request("1", "ping") + "]")), json(200, "[" + kPong + "]"));
  EXPECT_EQ(world.ask(of_session(session, "[" + cancel("1") + "]")), "202 \n\n");
  EXPECT_THAT(world.ask(of_session(session, "[]")), StartsWith(refused(400, -32600, "")));
  EXPECT_THAT(world.ask(of_session(world.open("2025-11-25"), "[" + kPong + "]")), StartsWith(refused(400, -32600, "")));
  EXPECT_THAT(world.ask({.body = "[1]"}), StartsWith(refused(400, -32000, "")));
  EXPECT_THAT(world.ask({.body = "[1]", .version = "v999"}), StartsWith(refused(400, -32600, "")));
  EXPECT_THAT(world.ask({.body = "[]"}), StartsWith(refused(400, -32600, "")));
  EXPECT_EQ(client.use_count(), 1);
}

TEST(Exchange, shows_stream_0_of_a_session_until_that_ends) {
  World world;
  const std::string session = world.open();
  const auto client = world.client();
  const Sent get{.verb = Verb::Get, .session = session};
  EXPECT_EQ(world.take(*client, get), "[stream]id: 0-1\nretry: 1000\ndata: \n\n");
  world.pass(seconds(15), *client);
  EXPECT_EQ(client->paper.take(), ":\n\n");
  const auto next = world.client();
  EXPECT_EQ(world.take(*next, get), "[stream]id: 0-2\nretry: 1000\ndata: \n\n");
  EXPECT_EQ(client->paper.take(), "[end]");  // one stream, one viewer
  EXPECT_EQ(world.ask({.verb = Verb::Delete, .session = session}), "204 \n\n");
  EXPECT_EQ(next->paper.take(), "[end]");
  EXPECT_THAT(world.ask(get), StartsWith("404 "));
  EXPECT_THAT(world.ask({.verb = Verb::Get, .version = "2026-07-28"}), StartsWith("405 "));
  EXPECT_THAT(world.ask({.verb = Verb::Delete, .version = "2026-07-28"}), StartsWith("405 "));
  EXPECT_THAT(world.ask({.verb = Verb::Get, .accept = "application/json"}), StartsWith("406 "));
}

TEST(Exchange, leaves_streams_that_belong_to_no_call) {
  World world;
  const std::string session = world.open();
  const auto observer = world.client(), caller = world.client();
  world.take(*observer, {.verb = Verb::Get, .session = session});
  world.take(*caller, of_session(session, call("1", "echo", R"({"text":"hi"})")));
  world.pass(seconds(1), *caller);
  caller->paper.take();
  observer->exchange.leave();
  caller->exchange.leave();
  EXPECT_THAT(observer->paper.take(), EndsWith("[end, close]"));
  EXPECT_EQ(caller->paper.take(), "");
  world.run_calls();
  EXPECT_THAT(caller->paper.take(), EndsWith("[end]"));
}

TEST(Exchange, deletes_a_session_whose_calls_run) {
  World world;
  const std::string session = world.open();
  const auto plain = world.client(), stream = world.client(), far = world.client_at(world.far_loop_resources);
  for (const auto& client : {plain, stream, far}) world.take(*client, of_session(session, call("1", "hold")));
  world.pass(seconds(1), *stream);
  EXPECT_EQ(stream->paper.take(), kPrimed);
  EXPECT_EQ(world.ask({.verb = Verb::Delete, .session = session}), "204 \n\n");
  EXPECT_EQ(stream->paper.take(), "[end, close]");
  world.run_calls();  // all are asked to stop; what waits gets its answer
  EXPECT_EQ(plain->paper.take(), json(200, text_result("1", "stopped")));
  EXPECT_EQ(far->paper.take(), json(200, text_result("1", "stopped")));
  EXPECT_EQ(stream->paper.take(), "");
  EXPECT_EQ(stream.use_count(), 1);
  EXPECT_THAT(world.ask(of_session(session, request("1", "ping"))), StartsWith(refused(404, -32001)));
}

TEST(Exchange, ends_sessions_that_nobody_uses_and_none_that_waits) {
  World world;
  const std::string session = world.open();
  world.ask(of_session(session, R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
  const auto client = world.client();
  Sent sent = of_session(session, call("1", "count"));
  sent.accept = "application/json";
  world.take(*client, sent);
  for (int i = 0; i < 70; ++i) {
    world.pass(std::chrono::minutes(1), *client);
    world.endpoint.tick(world.loop.time);
  }
  EXPECT_EQ(world.endpoint.sessions().size(), 1U);
  world.run_calls();
  world.endpoint.tick(world.loop.time + std::chrono::minutes(30));
  EXPECT_EQ(world.endpoint.sessions().size(), 0U);
}

TEST(Exchange, looks_for_sessions_to_end_five_times_a_second) {
  World world({.sessions = {.idle_before_use = seconds(1)}});
  const std::string session = world.open();
  const auto opened = world.loop.time;
  const auto open_at = [&](milliseconds time) {
    world.endpoint.tick(opened + time);
    return world.endpoint.sessions().size();
  };
  EXPECT_EQ(open_at(milliseconds(850)), 1U);
  EXPECT_EQ(open_at(milliseconds(1049)), 1U) << "it is over, but was looked for less than 200 ms ago";
  EXPECT_EQ(open_at(milliseconds(1050)), 0U);
}

TEST(Exchange, limits_the_calls_of_each_caller) {
  World world({.calls = Rate{1, 1}});
  const auto answer = [&](const char* peer, const char* principal) {
    const auto client = world.client();
    Sent sent = modern_call("count");
    sent.peer = peer;
    sent.principal = principal;
    const std::string at_once = world.take(*client, sent);
    world.run_calls();
    return at_once + client->paper.take();
  };
  EXPECT_THAT(answer("a", nullptr), Not(HasSubstr("isError")));
  EXPECT_THAT(answer("a", nullptr), AllOf(StartsWith("429 application/json\nRetry-After: 1\r\n"),
                                          HasSubstr(R"("message":"Too many calls: try again in 1.0 s.")")));
  EXPECT_THAT(answer("b", nullptr), Not(HasSubstr("isError")));
  EXPECT_THAT(answer("a", "ada"), Not(HasSubstr("isError")));
  EXPECT_THAT(answer("b", "ada"), StartsWith("429 "));
  EXPECT_THAT(world.ask(modern("tools/list")), StartsWith("200 "));
  world.loop.time += seconds(1);
  EXPECT_THAT(answer("a", nullptr), Not(HasSubstr("isError")));
}

TEST(Exchange, refuses_a_call_before_its_body_comes) {
  World world({.calls = Rate{0.5, 1}});
  const auto client = world.client();
  const auto early = [&](const Sent& sent) {
    bool refused = false;
    world.with(sent, [&](const Request& request) { refused = client->exchange.refuse_early(request); });
    return refused;
  };
  EXPECT_FALSE(early(modern_call("count")));
  world.take(*client, modern_call("count"));
  world.run_calls();
  client->paper.take();
  EXPECT_EQ(client->exchange.log_entry().name, "count");
  EXPECT_TRUE(early(modern_call("count")));
  EXPECT_EQ(client->paper.take(),
            "429 application/json\nRetry-After: 2\r\n\n"
            R"({"jsonrpc":"2.0","error":{"code":-32603,"message":"Too many calls: try again in 2.0 s."}})");
  EXPECT_EQ(client->exchange.log_entry().name, "");
  EXPECT_FALSE(early(modern("tools/list")));
  Sent elsewhere = modern_call("count");
  elsewhere.path = "/other";
  EXPECT_FALSE(early(elsewhere));
  EXPECT_EQ(client->paper.take(), "");
}

TEST(Exchange, notes_what_an_access_log_says) {
  World world;
  const auto client = world.client();
  Sent sent = modern_call("count");
  sent.traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  world.take(*client, sent);
  world.run_calls();
  EXPECT_EQ(client->exchange.log_entry().method, "tools/call");
  EXPECT_EQ(client->exchange.log_entry().name, "count");
  EXPECT_EQ(client->exchange.log_entry().trace_id, "0af7651916cd43dd8448eb211c80319c");
  sent.traceparent = "00-0af7651916cd43dd8448eb211c80319c-";
  world.take(*client, sent);
  world.run_calls();
  EXPECT_EQ(client->exchange.log_entry().trace_id, "0af7651916cd43dd8448eb211c80319c")
      << "what is behind does not matter";
  for (const char* traceparent : {"", "00-0af7", "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01"}) {
    sent.traceparent = traceparent;
    world.take(*client, sent);
    world.run_calls();
    EXPECT_EQ(client->exchange.log_entry().trace_id, "");
  }
  client->exchange.forget_log_entry();
  world.take(*client, {.verb = Verb::Get, .path = "/healthz"});
  EXPECT_EQ(client->exchange.log_entry().method, "");
  world.take(*client, {.body = "{", .version = "2026-07-28"});
  EXPECT_EQ(client->exchange.log_entry().error, "-32700");
}

EndpointOptions with_sse() { return {.sse_path = "/sse", .message_path = "/message"}; }

TEST(Exchange, serves_the_older_transport_of_two_endpoints) {
  World world(with_sse());
  const auto stream = world.client();
  EXPECT_EQ(world.take(*stream, {.verb = Verb::Get, .path = "/sse"}),
            "[stream]event: endpoint\ndata: /message?session_id=session-1\n\n");
  const auto post = [&](const std::string& body) {
    return world.ask({.body = body, .path = "/message", .query = "session_id=session-1"});
  };
  EXPECT_EQ(post(request("1", "tools/list")), "202 \n\n");
  EXPECT_THAT(stream->paper.take(), StartsWith(R"(data: {"jsonrpc":"2.0","id":1,"error":{"code":-32602,)"));
  EXPECT_EQ(post(initialize("2024-11-05")), "202 \n\n");
  EXPECT_THAT(stream->paper.take(), StartsWith(R"(data: {"jsonrpc":"2.0","id":"init","result":)"));
  EXPECT_EQ(post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"), "202 \n\n");
  EXPECT_EQ(post(call("1", "echo", R"({"text":"hi"})")), "202 \n\n");
  world.run_calls(false);
  world.loop.run();
  EXPECT_EQ(stream->paper.take(), "data: " + text_result("1", "hi") + "\n\n");
  EXPECT_EQ(post(call("1", "count")), "202 \n\n");
  EXPECT_EQ(post(cancel("1")), "202 \n\n");
  world.run_calls();
  EXPECT_EQ(stream->paper.take(), "");
  EXPECT_THAT(post("{"), StartsWith(refused(400, -32700, "")));
  EXPECT_THAT(post("[]"), StartsWith(refused(400, -32600, "")));
  EXPECT_THAT(world.ask({.body = "{}", .path = "/message"}), StartsWith("404 "));
  EXPECT_THAT(world.ask({.body = "{}", .path = "/message", .query = "session_id=session-2"}), StartsWith("404 "));
  EXPECT_THAT(world.ask({.path = "/sse"}), StartsWith("405 text/plain; charset=utf-8\nAllow: GET\r\n"));
  EXPECT_THAT(world.ask({.verb = Verb::Get, .path = "/message"}),
              StartsWith("405 text/plain; charset=utf-8\nAllow: POST\r\n"));
  EXPECT_EQ(post(call("1", "hold")), "202 \n\n");
  stream->exchange.client_gone();
  world.run_calls();  // it is asked to stop
  EXPECT_EQ(world.endpoint.sessions().size(), 0U);
  EXPECT_THAT(post(request("1", "ping")), StartsWith("404 "));
  EXPECT_EQ(stream.use_count(), 1);
}

TEST(Exchange, keeps_sessions_of_the_two_transports_apart) {
  World world(with_sse());
  const auto stream = world.client();
  world.take(*stream, {.verb = Verb::Get, .path = "/sse"});
  // Its messages are taken in order on their own path alone.
  EXPECT_THAT(world.ask(of_session("session-1", request("1", "ping"))), StartsWith("404 "));
  EXPECT_THAT(world.ask({.verb = Verb::Get, .session = "session-1"}), StartsWith("404 "));
  EXPECT_THAT(world.ask({.verb = Verb::Delete, .session = "session-1"}), StartsWith("404 "));
  const std::string other = world.open();
  EXPECT_THAT(world.ask({.body = request("1", "ping"), .path = "/message", .query = "session_id=" + other}),
              StartsWith("404 "));
  stream->exchange.client_gone();
}

TEST(Exchange, offers_the_older_transport_only_where_it_is_asked_for) {
  World world;
  EXPECT_THAT(world.ask({.verb = Verb::Get, .path = "/sse"}), StartsWith("404 "));
  EXPECT_THAT(world.ask({.verb = Verb::Get, .path = ""}), StartsWith("404 "));
}

TEST(Exchange, answers_500_where_something_throws) {
  World world(with_sse());
  const auto client = world.client();
  world.ids.broken = true;
  const std::string failed = "500 text/plain; charset=utf-8\n\nThe server failed; its log has the detail.\n[close]";
  EXPECT_EQ(world.take(*client, {.body = initialize("2025-11-25")}), failed);
  EXPECT_EQ(world.take(*client, {.verb = Verb::Get, .path = "/sse"}), failed);
  EXPECT_THAT(world.log.text(), HasSubstr("no entropy"));
  world.ids.broken = false;
  EXPECT_EQ(world.open(), "session-1");
  EXPECT_EQ(client.use_count(), 1);
}

TEST(Exchange, ends_an_exchange_whose_answer_cannot_be_written) {
  World world;
  const auto client = world.client();
  world.take(*client, modern_call("count"));
  client->paper.broken = true;
  world.run_calls();
  EXPECT_EQ(client.use_count(), 1);
  client->paper.broken = false;
  EXPECT_THAT(world.take(*client, modern("server/discover")), StartsWith("200 "));
}

TEST(Exchange, opens_sessions_of_one_peer_at_a_bounded_rate) {
  World world({.openings = Rate{0.1, 2}});
  const Sent sent{.body = initialize("2025-11-25")};
  for (int i = 0; i < 2; ++i) EXPECT_THAT(world.ask(sent), StartsWith("200 "));
  EXPECT_THAT(world.ask(sent), StartsWith("429 application/json\nRetry-After: 10\r\n"));
  Sent other = sent;
  other.peer = "10.0.0.2";
  EXPECT_THAT(world.ask(other), StartsWith("200 "));
  world.loop.time += seconds(10);
  EXPECT_THAT(world.ask(sent), StartsWith("200 "));
}

}  // namespace exchange_test
}  // namespace mcp::protocol::http
