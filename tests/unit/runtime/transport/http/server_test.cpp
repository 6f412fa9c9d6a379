// Connections in a real server, where what matters is who keeps them.
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "peer.hpp"
#include "sockets.hpp"
#include "transport/http/server.hpp"

namespace mcp::transport {
namespace server_test {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using namespace testing_support;

/// The fixture server on a port of its own.
struct Serving : Backend<> {
  explicit Serving(HttpOptions options = {}) : server_(dispatcher, options, {}, log), thread_([this] { serve(); }) {}
  ~Serving() {
    stage.release();
    stop_.signal();
    thread_.join();
  }

  void stop() { stop_.signal(); }

  [[nodiscard]] unsigned short port() const { return server_.port(); }

 private:
  void serve() { EXPECT_TRUE(server_.serve(stop_)); }

  WakeUp stop_;
  HttpServer server_;
  std::thread thread_;
};

/// The header line with the id of a new session.
std::string open_session(Serving& serving) {
  Socket socket(serving);
  socket.send(post("Connection: close\r\n", initialize("2025-11-25")));
  const std::string answer = socket.read_all();
  const std::size_t at = answer.find("Mcp-Session-Id: ");
  EXPECT_NE(at, std::string::npos) << answer;
  return answer.substr(at, answer.find('\n', at) - at + 1);
}

TEST(HttpServer, keeps_a_connection_that_shows_a_stream_and_reads_nothing_more) {
  Serving serving;
  const std::string session = open_session(serving);
  Socket socket(serving);
  socket.send("GET /mcp HTTP/1.1\r\nHost: localhost\r\n" + session + "\r\n");
  EXPECT_THAT(socket.read_until("data: \n\n"), HasSubstr("text/event-stream"));
  socket.send(std::string(std::size_t{256} << 10, 'x'));  // more than is read ahead
  Socket other(serving);
  other.send("DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + session + "\r\n");
  EXPECT_THAT(other.read_all(), StartsWith("HTTP/1.1 204 "));
  EXPECT_THAT(socket.read_until("0\r\n\r\n"), EndsWith("0\r\n\r\n"));  // the stream ends in order
}

TEST(HttpServer, answers_a_legacy_client_that_closed_its_half) {
  for (const std::string accept : {"text/event-stream", "application/json"}) {
    Serving serving;
    const std::string session = open_session(serving);
    Socket socket(serving);
    socket.send(post("Accept: " + accept + "\r\n" + session, call("1", "hold")));
    serving.stage.wait_until_entered(1);
    socket.close_for_writing();
    open_session(serving);  // a round or two of the loop
    serving.stage.release();
    EXPECT_THAT(socket.read_all(), HasSubstr(text_result("1", "released"))) << accept;
  }
}

TEST(HttpServer, sends_the_body_of_an_early_refusal_after_a_head_request) {
  HttpOptions options;
  options.endpoint.calls = Rate{0.001, 1};
  Serving serving(options);
  const std::string body = request("1", "tools/call", R"({"name":"count",)" + std::string(kModernMeta) + "}");
  const std::string whole =
      post("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: count\r\n", body);
  Socket socket(serving);
  socket.send(whole);
  EXPECT_THAT(socket.read_until("}}}}"), StartsWith("HTTP/1.1 200 "));
  socket.send("HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_THAT(socket.read_until("\r\n\r\n"), StartsWith("HTTP/1.1 200 "));
  socket.send(whole.substr(0, whole.size() - body.size()));
  EXPECT_THAT(socket.read_until("}}"), HasSubstr(R"("message":"Too many calls: try again in )"));
}

TEST(HttpServer, answers_a_request_that_had_begun_when_it_was_told_to_stop) {
  Serving serving;
  const std::string body = request("1", "server/discover", "{" + std::string(kModernMeta) + "}");
  const std::string whole = post("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: server/discover\r\n", body);
  Socket begun(serving), idle(serving);
  begun.send(whole.substr(0, 20));
  idle.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_THAT(idle.read_until("ok\n"), StartsWith("HTTP/1.1 200 "));
  serving.stop();
  EXPECT_EQ(idle.read_all(), "");
  begun.send(whole.substr(20));
  const std::string answer = begun.read_all();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(answer, HasSubstr("Connection: close\r\n"));
}

TEST(HttpServer, leaves_a_client_that_sends_on_and_on_behind_the_last_response) {
  Serving serving;
  Socket socket(serving);
  socket.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(socket.read_all(), EndsWith("ok\n"));
  int sent = 0;
  constexpr int kMost = 200;  // for ten seconds
  while (sent < kMost && socket.send("x")) {
    ++sent;
    socket.wait_until_closed(std::chrono::milliseconds(50));
  }
  EXPECT_LT(sent, kMost);
}

TEST(HttpServer, may_go_while_another_thread_changes_what_its_clients_listen_to) {
  Backend<> backend;
  std::atomic<bool> done = false;
  std::thread changer([&] {
    while (!done) {
      backend.server.tools().disable("add");
      backend.server.tools().enable("add");
    }
  });
  for (int round = 0; round < 10; ++round) {
    const WakeUp stop;
    HttpOptions options;
    options.threads = 2;
    HttpServer server(backend.dispatcher, options, {}, backend.log);
    std::thread thread([&] { EXPECT_TRUE(server.serve(stop)); });
    std::vector<std::unique_ptr<Socket>> clients;
    for (int i = 0; i < 8; ++i) {
      clients.push_back(std::make_unique<Socket>(server.port()));
      clients.back()->send(
          post("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\n",
               request("1", "subscriptions/listen",
                       R"({"notifications":{"toolsListChanged":true},)" + std::string(kModernMeta) + "}")));
      EXPECT_THAT(clients.back()->read_until("tools/list_changed"), HasSubstr("subscriptions/acknowledged"));
      if (i % 2 == 0) clients.pop_back();
    }
    stop.signal();
    for (const auto& client : clients) EXPECT_THAT(client->read_all(), HasSubstr(R"("resultType":"complete")"));
    thread.join();
  }
  done = true;
  changer.join();
}

}  // namespace server_test
}  // namespace mcp::transport
