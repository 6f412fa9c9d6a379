// Clients whose messages a program carries: what mcp::test::check_transport() does not look at.
#include <mcp/connection.hpp>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/dynamic.hpp>

#include "judged_peer.hpp"
#include "peer.hpp"

namespace mcp {
namespace connection_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;
using namespace testing_support;

/// Keeps messages until the test takes them.
class KeptMessages final : public ConnectionSink {
 public:
  void send(std::string_view message) override {
    const std::lock_guard lock(mutex_);
    if (throws_) throw std::runtime_error("a pipe with a defect");
    messages_.emplace_back(message);
    judge_.received(message);
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
  void set_throws() {
    const std::lock_guard lock(mutex_);
    throws_ = true;
  }

  /// Waits for the next message.
  std::string take() {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, 20s, [this] { return !messages_.empty(); }));
    if (messages_.empty()) return {};
    std::string message = std::move(messages_.front());
    messages_.pop_front();
    return message;
  }
  [[nodiscard]] std::size_t count() const {
    const std::lock_guard lock(mutex_);
    return messages_.size();
  }
  TestJudge& judge() { return judge_; }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> messages_;
  std::size_t unsent_ = 0;
  bool throws_ = false;
  TestJudge judge_;
};

struct Client {
  explicit Client(MessageEndpoint& endpoint, ConnectionPeer peer = {})
      : connection(endpoint.connect(sink, std::move(peer))) {}

  bool send(const std::string& message) {
    sink->judge().sent(message);
    return connection.receive(message);
  }
  std::string ask(const std::string& message) {
    send(message);
    return sink->take();
  }

  std::shared_ptr<KeptMessages> sink = std::make_shared<KeptMessages>();
  Connection connection;
};

struct Program {
  explicit Program(const ServeOptions& with = {}) : endpoint(std::in_place, server, logged(with)) {}
  ~Program() { stage.release(); }

  ServeOptions logged(ServeOptions with) {
    with.log = [this](std::string_view line) { log.write(line); };
    return with;
  }

  KeptLog log;
  fixture::Stage stage;
  Server server = fixture::server(stage);
  std::optional<MessageEndpoint> endpoint;
};

TEST(PublicConnection, speaks_both_eras) {
  Program program;
  Client legacy(*program.endpoint);
  Client modern(*program.endpoint);
  EXPECT_THAT(legacy.ask(initialize("2025-11-25")), HasSubstr("\"protocolVersion\":\"2025-11-25\""));
  EXPECT_THAT(legacy.ask(call("1", "echo", R"({"text":"hi"})")), HasSubstr(text_result("1", "hi")));
  EXPECT_THAT(modern.ask(request("1", "tools/call",
                                 R"({"name":"echo","arguments":{"text":"hi"},)" + std::string(kModernMeta) + "}")),
              HasSubstr("\"resultType\":\"complete\""));
  EXPECT_EQ(program.endpoint->counters().connections, 2U);
}

TEST(PublicConnection, takes_bytes_as_lines) {
  Program program;
  Client client(*program.endpoint);
  const std::string text = initialize("2025-11-25") + "\r\n\n" + request("1", "ping") + "\n" + request("2", "ping");
  client.sink->judge().sent(initialize("2025-11-25"));
  client.sink->judge().sent(request("1", "ping"));
  client.sink->judge().sent(request("2", "ping"));
  for (const char c : text) client.connection.receive_bytes({&c, 1});
  EXPECT_THAT(client.sink->take(), HasSubstr("\"id\":\"init\""));
  EXPECT_THAT(client.sink->take(), HasSubstr("\"id\":1"));
  EXPECT_EQ(client.sink->count(), 0U) << "the last line is not complete";
  client.connection.receive_bytes("\n");
  EXPECT_THAT(client.sink->take(), HasSubstr("\"id\":2"));
}

TEST(PublicConnection, refuses_a_message_that_is_too_long_and_goes_on) {
  Program program({.connections = {.max_message = 1000}});
  Client client(*program.endpoint);
  client.ask(initialize("2025-11-25"));
  client.connection.receive(std::string(1001, ' '));
  EXPECT_THAT(client.sink->take(), AllOf(HasSubstr("-32600"), HasSubstr("1000 bytes")));
  client.connection.receive_bytes(std::string(5000, 'x') + "\n");
  EXPECT_THAT(client.sink->take(), HasSubstr("1000 bytes"));
  EXPECT_THAT(client.ask(request("1", "ping")), HasSubstr("\"result\":{}"));
}

TEST(PublicConnection, stops_the_handlers_of_a_client_that_is_gone_and_of_no_other) {
  Program program;
  Client goes(*program.endpoint);
  Client stays(*program.endpoint);
  for (Client* const client : {&goes, &stays}) {
    client->ask(initialize("2025-11-25"));
    client->send(call("1", "hold"));
  }
  program.stage.wait_until_entered(2);
  goes.connection.close();
  program.stage.wait_until_stopped(1);
  EXPECT_EQ(program.endpoint->counters().connections, 1U);
  EXPECT_FALSE(goes.connection.receive(request("2", "ping"))) << "nothing is received any more";
  program.stage.release();
  EXPECT_THAT(stays.sink->take(), HasSubstr("released"));
  EXPECT_EQ(goes.sink->count(), 0U);
}

TEST(PublicConnection, takes_a_sink_that_throws_for_a_client_that_is_gone) {
  Program program;
  Client client(*program.endpoint);
  client.ask(initialize("2025-11-25"));
  client.send(call("1", "hold"));
  program.stage.wait_until_entered(1);
  client.sink->set_throws();
  client.connection.receive(request("2", "ping"));
  program.stage.wait_until_stopped(1);
  EXPECT_EQ(program.endpoint->counters().connections, 0U);
  Client other(*program.endpoint);
  EXPECT_THAT(other.ask(initialize("2025-11-25")), HasSubstr("protocolVersion"));
}

TEST(PublicConnection, lets_changes_wait_while_a_client_takes_nothing) {
  Program program({.connections = {.max_queued = 10}});
  Client client(*program.endpoint);
  client.ask(initialize("2025-11-25"));
  EXPECT_TRUE(client.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
  client.sink->set_unsent(11);
  for (int i = 0; i < 3; ++i) {
    program.server.tools().disable("count");
    program.server.tools().enable("count");
  }
  EXPECT_FALSE(client.send(request("1", "ping"))) << "the program should wait";
  EXPECT_THAT(client.sink->take(), HasSubstr("\"id\":1"));
  EXPECT_EQ(client.sink->count(), 0U);
  client.sink->set_unsent(0);
  client.connection.on_sent();
  EXPECT_THAT(client.sink->take(), HasSubstr("list_changed"));
  EXPECT_TRUE(client.send(request("2", "ping")));
  EXPECT_THAT(client.sink->take(), HasSubstr("\"id\":2")) << "what waited is one message";
}

TEST(PublicConnection, may_be_told_from_within_its_sink_that_all_is_sent) {
  class Telling final : public ConnectionSink {
   public:
    void send(std::string_view message) override {
      text.append(message);
      connection->on_sent();
    }
    Connection* connection = nullptr;
    std::string text;
  };
  Program program;
  const auto sink = std::make_shared<Telling>();
  Connection connection = program.endpoint->connect(sink);
  sink->connection = &connection;
  connection.receive(initialize("2025-11-25"));
  EXPECT_THAT(sink->text, HasSubstr("protocolVersion"));
  connection.close();
}

TEST(PublicConnection, has_a_principal_that_handlers_see) {
  Program program;
  program.server.tools().add(
      {.name = "who", .call = [](const json&, Context& context) { return ToolResult(context.principal()); }});
  Client ada(*program.endpoint, {.principal = "ada", .address = "192.0.2.1"});
  Client nobody(*program.endpoint);
  ada.ask(initialize("2025-11-25"));
  nobody.ask(initialize("2025-11-25"));
  EXPECT_THAT(ada.ask(call("1", "who")), HasSubstr(text_result("1", "ada")));
  EXPECT_THAT(nobody.ask(call("1", "who")), HasSubstr(text_result("1", "")));
}

TEST(PublicConnection, limits_the_rate_of_each_client) {
  Program program({.connections = {.calls = Rate{1, 2}}});
  Client client(*program.endpoint);
  Client other(*program.endpoint);
  client.ask(initialize("2025-11-25"));
  other.ask(initialize("2025-11-25"));
  std::string last;
  for (int i = 1; i <= 3; ++i) last = client.ask(call(std::to_string(i), "echo", R"({"text":"hi"})"));
  EXPECT_THAT(last, HasSubstr("isError"));
  EXPECT_THAT(other.ask(call("1", "echo", R"({"text":"hi"})")), HasSubstr(text_result("1", "hi")));
}

TEST(MessageEndpoint, has_as_many_connections_as_it_may) {
  Program program({.connections = {.max_connections = 2}});
  std::vector<Client> clients;
  for (int i = 0; i < 2; ++i) clients.emplace_back(*program.endpoint);
  EXPECT_THROW((void)program.endpoint->connect(std::make_shared<KeptMessages>()), std::runtime_error);
  clients.pop_back();
  EXPECT_NO_THROW((void)program.endpoint->connect(std::make_shared<KeptMessages>()));
  EXPECT_THROW((void)program.endpoint->connect(nullptr), std::invalid_argument);
}

TEST(MessageEndpoint, lets_calls_end_when_it_stops) {
  Program program;
  Client client(*program.endpoint);
  client.ask(initialize("2025-11-25"));
  client.send(call("1", "hold"));
  program.stage.wait_until_entered(1);
  std::thread stopping([&] { EXPECT_TRUE(program.endpoint->stop(20s)); });
  program.stage.release();
  EXPECT_THAT(client.sink->take(), HasSubstr("released"));
  stopping.join();
  EXPECT_FALSE(client.connection.receive(request("2", "ping")));
  EXPECT_THROW((void)program.endpoint->connect(std::make_shared<KeptMessages>()), std::runtime_error);
}

TEST(MessageEndpoint, asks_handlers_to_stop_that_take_too_long) {
  Program program;
  Client client(*program.endpoint);
  client.ask(initialize("2025-11-25"));
  client.send(call("1", "hold"));
  client.send(call("2", "stuck"));
  program.stage.wait_until_entered(2);
  EXPECT_FALSE(program.endpoint->stop(0ms)) << "one is deaf";
  EXPECT_THAT(client.sink->take(), HasSubstr("stopped"));
}

TEST(MessageEndpoint, may_go_before_its_connections) {
  Program program;
  Client client(*program.endpoint);
  client.ask(initialize("2025-11-25"));
  client.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  client.send(call("1", "stuck"));
  program.stage.wait_until_entered(1);
  program.stage.release();
  program.endpoint.reset();
  EXPECT_FALSE(client.connection.receive(request("2", "ping")));
  client.connection.on_sent();
  client.connection.close();
  program.server.tools().disable("count");
}

TEST(MessageEndpoint, starts_no_thread_before_its_first_connection) {
  const auto threads = [] {
    const std::filesystem::directory_iterator all("/proc/self/task");
    return std::distance(begin(all), end(all));
  };
  const auto before = threads();
  for (int i = 0; i < 50; ++i) {
    Program program;
    EXPECT_EQ(threads(), before);
    if (i % 10 == 0) Client(*program.endpoint).ask(initialize("2025-11-25"));
  }
  EXPECT_EQ(threads(), before) << "and leaves none behind";
}

TEST(MessageEndpoint, serves_clients_that_come_and_go) {
  Program program;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        Client client(*program.endpoint);
        client.ask(initialize("2025-11-25"));
        EXPECT_THAT(client.ask(call("1", "echo", R"({"text":"hi"})")), HasSubstr(text_result("1", "hi")));
        if (i % 2 == 0) client.send(call("2", "hold"));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(program.endpoint->counters().connections, 0U);
}

TEST(MessageEndpoint, needs_the_objects_of_its_server) {
  Server server(fixture::descriptor());
  EXPECT_THROW(MessageEndpoint endpoint(server), std::invalid_argument);
}

}  // namespace connection_test
}  // namespace mcp
