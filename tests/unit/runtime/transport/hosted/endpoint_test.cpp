// The endpoint without sockets: a host that hands it requests and writes down what its sinks are told.
#include <mcp/http/endpoint.hpp>

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/dynamic.hpp>

#include "http/proxy_authorizer.hpp"
#include "peer.hpp"

namespace mcp::http {
namespace endpoint_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using namespace std::chrono_literals;
using namespace testing_support;

/// Writes down a response: "200 Content-Type: x; …|body|end".
class Paper final : public ResponseSink {
 public:
  void begin(const ResponseHead& head) override {
    const std::lock_guard lock(mutex_);
    if (throws) throw std::runtime_error("a host with a defect");
    text_ += std::to_string(head.status) + ' ';
    for (const Field& field : head.fields) text_.append(field.name).append(": ").append(field.value).append("; ");
    text_ += head.content_length ? std::to_string(*head.content_length) + " bytes" : std::string("stream");
    text_ += head.close ? ", close|" : "|";
    changed_.notify_all();
  }
  void write(std::string_view bytes) override {
    const std::lock_guard lock(mutex_);
    text_ += bytes;
    changed_.notify_all();
  }
  void end(bool close) override {
    const std::lock_guard lock(mutex_);
    text_ += close ? "|end, close" : "|end";
    ended_ = true;
    changed_.notify_all();
  }
  std::size_t unsent() const noexcept override {
    const std::lock_guard lock(mutex_);
    return unsent_;
  }
  void set_unsent(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    unsent_ = bytes;
  }

  /// Waits for the end of the response, and returns all of it.
  std::string wait() {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, 20s, [this] { return ended_; })) << text_;
    return text_;
  }
  /// Waits until that was written.
  std::string wait_for(std::string_view part) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, 20s, [&] { return text_.find(part) != std::string::npos; })) << text_;
    return text_;
  }
  std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }

  bool throws = false;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::string text_;
  std::size_t unsent_ = 0;
  bool ended_ = false;
};

struct Sent {
  std::string method = "POST";
  std::string target = "/mcp";
  std::vector<Field> fields{};
  std::string body{};
  std::string peer = "192.0.2.1";
};

Sent modern(std::string_view method, const std::string& params, std::string_view name = {}) {
  Sent sent{.fields = {{"Host", "localhost"},
                       {"content-type", "application/json"},
                       {"Accept", "application/json, text/event-stream"},
                       {"MCP-Protocol-Version", "2026-07-28"},
                       {"Mcp-Method", method}},
            .body = request("1", method, "{" + params + (params.empty() ? "" : ",") + std::string(kModernMeta) + "}")};
  if (!name.empty()) sent.fields.push_back({"Mcp-Name", name});
  return sent;
}

Sent modern_call(std::string_view tool, const std::string& arguments = "{}", const std::string& meta = {}) {
  Sent sent = modern("tools/call", R"("name":")" + std::string(tool) + R"(","arguments":)" + arguments, tool);
  if (!meta.empty()) sent.body.insert(sent.body.rfind("\"_meta\":{") + 9, meta);
  return sent;
}

Sent legacy(const std::string& body, std::string_view session = {}) {
  Sent sent{.fields = {{"Host", "localhost"},
                       {"Content-Type", "application/json"},
                       {"Accept", "application/json, text/event-stream"}},
            .body = body};
  if (!session.empty()) sent.fields.push_back({"Mcp-Session-Id", session});
  return sent;
}

/// A program whose HTTP server hands over its requests.
struct Host {
  explicit Host(const ServeOptions& with = {}) : endpoint(server, logged(with)) {}
  ~Host() { stage.release(); }

  ServeOptions logged(ServeOptions with) {
    with.log = [this](std::string_view line) { log.write(line); };
    return with;
  }
  std::shared_ptr<Paper> send(const Sent& sent, const std::shared_ptr<Paper>& paper = std::make_shared<Paper>()) {
    endpoint.handle(
        {.method = sent.method, .target = sent.target, .fields = sent.fields, .body = sent.body, .peer = sent.peer},
        paper);
    return paper;
  }
  std::string ask(const Sent& sent) { return send(sent)->wait(); }
  /// A legacy session: its id.
  std::string open() {
    const std::string answer = ask(legacy(initialize("2025-11-25")));
    constexpr std::string_view kField = "Mcp-Session-Id: ";
    const std::size_t at = answer.find(kField);
    EXPECT_NE(at, std::string::npos) << answer;
    return answer.substr(at + kField.size(), answer.find(';', at) - at - kField.size());
  }

  KeptLog log;
  fixture::Stage stage;
  Server server = fixture::server(stage);
  Endpoint endpoint;
};

TEST(Endpoint, answers_modern_requests) {
  Host host;
  const std::string answer = host.ask(modern_call("echo", R"({"text":"hi"})"));
  EXPECT_THAT(answer, AllOf(StartsWith("200 Content-Type: application/json; "), HasSubstr(" bytes|{"),
                            HasSubstr(R"("text":"hi")"), testing::EndsWith("|end")));
  EXPECT_EQ(host.endpoint.counters().sessions, 0U);
}

TEST(Endpoint, keeps_sessions_and_their_streams) {
  Host host;
  const std::string session = host.open();
  EXPECT_EQ(host.endpoint.counters().sessions, 1U);
  EXPECT_THAT(host.ask(legacy(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", session)),
              StartsWith("202 "));
  EXPECT_THAT(host.ask(legacy(call("1", "echo", R"({"text":"hi"})"), session)), HasSubstr(text_result("1", "hi")));
  Sent get{.method = "GET",
           .fields = {{"host", "localhost"}, {"accept", "text/event-stream"}, {"mcp-session-id", session}}};
  const auto stream = host.send(get);
  EXPECT_THAT(stream->wait_for("retry: "),
              AllOf(StartsWith("200 Content-Type: text/event-stream; "), HasSubstr("stream|"), HasSubstr("id: 0-1\n")));
  host.server.tools().disable("count");
  EXPECT_THAT(stream->wait_for("list_changed"), HasSubstr("id: 0-2\ndata: {"));
  stream->on_client_gone();
  get.fields.push_back({"Last-Event-ID", "0-1"});
  const auto resumed = host.send(get);
  EXPECT_THAT(resumed->wait_for("list_changed"), HasSubstr("stream|id: 0-2\n")) << "it is sent again";
  EXPECT_THAT(host.ask({.method = "DELETE", .fields = {{"Host", "localhost"}, {"Mcp-Session-Id", session}}}),
              StartsWith("204 "));
  EXPECT_THAT(resumed->wait(), testing::EndsWith("|end"));
}

TEST(Endpoint, refuses_as_the_own_server_does) {
  Host host;
  const auto with = [](Sent sent, std::string_view name, std::string_view value) {
    for (Field& field : sent.fields) {
      if (field.name == name) field.value = value;
    }
    return sent;
  };
  const Sent good = modern("server/discover", "");
  EXPECT_THAT(host.ask(good), StartsWith("200 "));
  EXPECT_THAT(host.ask(with(good, "Host", "evil.example")), StartsWith("403 ")) << "no page of somebody else's";
  EXPECT_THAT(host.ask(with(good, "Mcp-Method", "tools/list")), AllOf(StartsWith("400 "), HasSubstr("-32020")));
  EXPECT_THAT(host.ask(with(good, "content-type", "text/plain")), StartsWith("415 "));
  EXPECT_THAT(host.ask({.method = "PUT", .fields = {{"Host", "localhost"}}}),
              AllOf(StartsWith("405 "), HasSubstr("Allow: POST, GET, DELETE; ")));
  EXPECT_THAT(host.ask({.method = "GET", .target = "/other", .fields = {{"Host", "localhost"}}}), StartsWith("404 "));
  EXPECT_THAT(host.ask({.method = "GET", .target = "/healthz?x=1"}), AllOf(StartsWith("200 "), HasSubstr("|ok\n|end")));
  EXPECT_THAT(host.ask({.method = "HEAD", .target = "/healthz"}), AllOf(StartsWith("200 "), HasSubstr("3 bytes||end")));
  EXPECT_THAT(host.ask({.method = "GET", .target = "http://localhost/healthz"}), StartsWith("200 "));
  Sent broken = good;
  broken.fields.push_back({"Origin", "http://localhost\r\nX: y"});
  EXPECT_THAT(host.ask(broken), AllOf(StartsWith("400 "), HasSubstr("no header may have"), Not(HasSubstr("X: y"))));
}

TEST(Endpoint, refuses_a_body_that_is_too_large) {
  Host host({.http = {.max_message = 1000}});
  EXPECT_THAT(host.ask(modern_call("echo", R"({"text":")" + std::string(1000, 'x') + "\"}")),
              AllOf(StartsWith("413 "), HasSubstr("jsonrpc"), HasSubstr("close")));
}

TEST(Endpoint, asks_the_authorizer_and_trusts_no_other_proxy) {
  Host host({.authorizer = std::make_shared<protocol::http::ProxyAuthorizer>("X-User"),
             .http = {.trusted_proxies = {"192.0.2.9"}, .access_log = true}});
  Sent sent = modern("server/discover", "");
  EXPECT_THAT(host.ask(sent), AllOf(StartsWith("401 "), HasSubstr("WWW-Authenticate: ")));
  sent.fields.push_back({"X-User", "ada"});
  sent.fields.push_back({"X-Forwarded-For", "203.0.113.7"});
  EXPECT_THAT(host.ask(sent), StartsWith("200 "));
  EXPECT_THAT(host.log.text(), AllOf(HasSubstr(R"("peer":"192.0.2.1","method":"POST","path":"/mcp","status":200)"),
                                     HasSubstr(R"("rpc":"server/discover")")));
  sent.peer = "192.0.2.9";
  EXPECT_THAT(host.ask(sent), StartsWith("200 "));
  EXPECT_THAT(host.log.text(), HasSubstr(R"("peer":"203.0.113.7")"));
}

TEST(Endpoint, streams_what_a_call_reports_before_its_answer) {
  Host host({.http = {.endpoint = {.stream_after = 1ms}}});
  const auto paper = host.send(modern_call("hold"));
  EXPECT_THAT(paper->wait_for("stream|"), StartsWith("200 Content-Type: text/event-stream; "));
  host.stage.release();
  EXPECT_THAT(paper->wait(), AllOf(HasSubstr("data: {"), HasSubstr("released"), testing::EndsWith("\n\n|end")));
}

TEST(Endpoint, cancels_the_call_of_a_modern_client_that_is_gone) {
  Host host;
  const auto paper = host.send(modern_call("hold"));
  host.stage.wait_until_entered(1);
  paper->on_client_gone();
  host.stage.wait_until_stopped(1);
  EXPECT_EQ(paper->text(), "");
}

TEST(Endpoint, probes_for_a_modern_client_that_sends_nothing_any_more) {
  Host host({.http = {.endpoint = {.stream_after = 1h}}});
  const auto paper = host.send(modern_call("hold"));
  Sent sent = modern_call("hold");
  for (Field& field : sent.fields) {
    if (field.name == "Accept") field.value = "application/json";
  }
  const auto in_one_piece = host.send(sent);
  host.stage.wait_until_entered(2);
  paper->on_client_half_closed();
  in_one_piece->on_client_half_closed();
  EXPECT_THAT(paper->wait_for("|:\n\n"), StartsWith("200 Content-Type: text/event-stream; "));
  EXPECT_EQ(in_one_piece->text(), "") << "nothing can be sent to it before the answer";
  host.stage.release();
  EXPECT_THAT(paper->wait(), AllOf(HasSubstr("released"), testing::EndsWith("\n\n|end"))) << "it reads on";
  EXPECT_THAT(in_one_piece->wait(), HasSubstr("released"));
}

TEST(Endpoint, probes_for_the_reader_of_a_stream_at_once) {
  Host host;
  const std::string session = host.open();
  const auto stream =
      host.send({.method = "GET",
                 .fields = {{"Host", "localhost"}, {"Accept", "text/event-stream"}, {"Mcp-Session-Id", session}}});
  stream->wait_for("retry: ");
  stream->on_client_half_closed();
  stream->wait_for("\n\n:\n\n");
  stream->on_client_gone();
}

TEST(Endpoint, takes_a_sink_that_throws_for_a_client_that_is_gone) {
  Host host;
  const auto paper = std::make_shared<Paper>();
  paper->throws = true;
  host.send(modern_call("echo", R"({"text":"hi"})"), paper);
  for (int i = 0; i < 2000 && paper.use_count() > 1; ++i) std::this_thread::sleep_for(5ms);
  EXPECT_EQ(paper.use_count(), 1) << "nothing keeps it";
  EXPECT_THAT(host.ask(modern("server/discover", "")), StartsWith("200 ")) << "the others are served";
}

TEST(Endpoint, lets_changes_wait_while_a_client_takes_nothing) {
  Host host;
  const std::string session = host.open();
  host.ask(legacy(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", session));
  const auto stream =
      host.send({.method = "GET",
                 .fields = {{"Host", "localhost"}, {"Accept", "text/event-stream"}, {"Mcp-Session-Id", session}}});
  stream->wait_for("retry: ");
  stream->set_unsent(1);
  for (int i = 0; i < 3; ++i) {
    host.server.tools().disable("count");
    host.server.tools().enable("count");
  }
  host.ask(legacy(call("1", "echo", R"({"text":"hi"})"), session));  // rounds of the loop
  EXPECT_THAT(stream->text(), Not(HasSubstr("list_changed")));
  stream->set_unsent(0);
  stream->on_sent();
  const std::string text = stream->wait_for("list_changed");
  EXPECT_EQ(text.find("list_changed"), text.rfind("list_changed")) << "what waited is one message";
}

TEST(Endpoint, ends_streams_and_lets_calls_end_when_it_stops) {
  Host host;
  const std::string session = host.open();
  const auto stream =
      host.send({.method = "GET",
                 .fields = {{"Host", "localhost"}, {"Accept", "text/event-stream"}, {"Mcp-Session-Id", session}}});
  stream->wait_for("retry: ");
  const auto call = host.send(modern_call("hold"));
  host.stage.wait_until_entered(1);
  std::thread stopping([&] { EXPECT_TRUE(host.endpoint.stop(20s)); });
  EXPECT_THAT(stream->wait(), testing::EndsWith("end, close"));
  host.stage.release();
  EXPECT_THAT(call->wait(), HasSubstr("released"));
  stopping.join();
  EXPECT_THAT(host.ask(modern("server/discover", "")), AllOf(StartsWith("503 "), HasSubstr("has ended")));
  EXPECT_TRUE(host.endpoint.stop()) << "as often as one likes";
}

TEST(Endpoint, answers_whoever_waits_when_it_stops_for_good) {
  Host host;
  const auto stoppable = host.send(modern_call("hold"));
  const auto deaf = host.send(modern_call("stuck"));
  host.stage.wait_until_entered(2);
  EXPECT_FALSE(host.endpoint.stop(0ms)) << "a handler still runs";
  EXPECT_THAT(stoppable->wait(), Not(testing::IsEmpty()));
  EXPECT_THAT(deaf->wait(), AllOf(StartsWith("503 "), HasSubstr("leaving")));
  host.stage.release();
}

TEST(Endpoint, asks_handlers_to_stop_whose_requests_are_answered) {
  Host host({.http = {.endpoint = {.sse_path = "/sse", .message_path = "/message"}}});
  const auto stream = host.send(
      {.method = "GET", .target = "/sse", .fields = {{"Host", "localhost"}, {"Accept", "text/event-stream"}}});
  const std::string opened = stream->wait_for("\n\n");
  const std::size_t at = opened.find("/message?");
  ASSERT_NE(at, std::string::npos) << opened;
  const auto post = [&](const std::string& body) {
    Sent sent = legacy(body);
    sent.target = opened.substr(at, opened.find('\n', at) - at);
    EXPECT_THAT(host.ask(sent), StartsWith("202 "));
  };
  post(initialize("2024-11-05"));
  post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  post(call("1", "hold", "{}"));
  host.stage.wait_until_entered(1);
  EXPECT_TRUE(host.endpoint.stop(20s));
  host.stage.wait_until_stopped(1);
  EXPECT_THAT(stream->wait(), testing::EndsWith("end, close"));
}

TEST(Endpoint, starts_no_thread_before_its_first_request) {
  const auto threads = [] {
    const std::filesystem::directory_iterator all("/proc/self/task");
    return std::distance(begin(all), end(all));
  };
  const auto before = threads();
  for (int i = 0; i < 50; ++i) {
    Host host;
    EXPECT_EQ(threads(), before);
    if (i % 10 == 0) host.ask(modern("server/discover", ""));
  }
  EXPECT_EQ(threads(), before) << "and leaves none behind";
}

TEST(Endpoint, takes_requests_from_many_threads) {
  Host host({.http = {.threads = 2}});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        EXPECT_THAT(host.ask(modern_call("echo", R"({"text":"hi"})")), HasSubstr(R"("text":"hi")"));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Endpoint, needs_the_objects_of_its_server) {
  Server server(fixture::descriptor());
  EXPECT_THROW(Endpoint endpoint(server), std::invalid_argument);
}

}  // namespace endpoint_test
}  // namespace mcp::http
