#include <poll.h>
#include <sys/socket.h>

#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "peer.hpp"
#include "pipes.hpp"
#include "transport/stdio/stdio.hpp"

namespace mcp::transport {
namespace stdio_test {

using testing::HasSubstr;
using testing::StartsWith;
using namespace testing_support;

StdioOptions with_grace(std::chrono::milliseconds grace) {
  StdioOptions options;
  options.grace = grace;
  return options;
}

/// A server on two pipes and a thread of its own.
class Serving : public Backend<> {
 public:
  explicit Serving(const StdioOptions& options = with_grace(std::chrono::minutes(1)), const Limits& limits = {})
      : Backend<>(limits), server_(dispatcher, between(options, in.read_end(), out.write_end()), log) {
    thread_ = std::thread([this] { finished_ = server_.serve(stop); });
  }
  ~Serving() {
    stage.release();
    in.close_write();
    if (thread_.joinable()) thread_.join();
  }

  void send(const std::string& message) { in.write(message + "\n"); }
  std::string receive() { return out.read_line(); }
  void handshake() {
    send(initialize("2025-11-25"));
    EXPECT_THAT(receive(), StartsWith(R"({"jsonrpc":"2.0","id":"init","result")"));
  }
  /// What serve() returned.
  bool ended() {
    thread_.join();
    return finished_;
  }

  Pipe in;
  Pipe out;
  WakeUp stop;

 private:
  StdioServer server_;
  bool finished_ = false;
  std::thread thread_;
};

TEST(Stdio, answers_a_call_while_nothing_else_goes_on) {
  Serving serving;
  serving.handshake();
  for (int i = 0; i < 100; ++i) {
    serving.send(call("1", "add", R"({"a":1,"b":2})"));
    ASSERT_THAT(serving.receive(), HasSubstr(R"({"result":3})"));
  }
}

TEST(Stdio, tells_of_changes_by_any_thread_and_of_the_end) {
  Serving serving;
  const std::string listen = R"({"notifications":{"toolsListChanged":true},)" + std::string(kModernMeta) + "}";
  serving.send(request("1", "subscriptions/listen", listen));
  EXPECT_THAT(serving.receive(), HasSubstr("notifications/subscriptions/acknowledged"));
  std::thread([&] { serving.server.tools().disable("add"); }).join();
  EXPECT_THAT(serving.receive(), HasSubstr("notifications/tools/list_changed"));
  serving.in.close_write();
  EXPECT_THAT(serving.receive(), HasSubstr(R"("notifications/cancelled")"));
  EXPECT_THAT(serving.receive(), StartsWith(R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",)"));
  EXPECT_TRUE(serving.ended());
  serving.server.tools().enable("add");
}

TEST(Stdio, tells_a_client_that_does_not_read_each_change_once) {
  Serving serving;
  const std::string listen = R"({"notifications":{"toolsListChanged":true},)" + std::string(kModernMeta) + "}";
  serving.send(request("1", "subscriptions/listen", listen));
  serving.receive();
  serving.send(
      request("2", "tools/call",
              R"({"name":"repeat","arguments":{"text":"x","times":1000000},)" + std::string(kModernMeta) + "}"));
  pollfd entry{serving.out.read_end(), POLLIN, 0};
  ASSERT_EQ(::poll(&entry, 1, -1), 1);  // the answer has begun to come, and the pipe does not take all of it
  for (int i = 0; i < 1000; ++i) {
    serving.server.tools().disable("add");
    serving.server.tools().enable("add");
  }
  int told = 0;
  serving.send(request("4", "tools/list", "{" + std::string(kModernMeta) + "}"));
  for (;;) {
    const std::string message = serving.receive();
    if (message.find("list_changed") != message.npos) ++told;
    if (message.starts_with(R"({"jsonrpc":"2.0","id":4,)")) break;
  }
  if (told == 0) {
    EXPECT_THAT(serving.receive(), HasSubstr("list_changed"));
    told = 1;
  }
  EXPECT_LE(told, 2);
}

TEST(Stdio, answers_pings_and_quick_calls_while_a_slow_call_runs) {
  Serving serving;
  serving.handshake();
  serving.send(call("1", "stuck"));
  serving.stage.wait_until_entered(1);
  serving.send(request("2", "ping"));
  EXPECT_EQ(serving.receive(), R"({"jsonrpc":"2.0","id":2,"result":{}})");
  serving.send(call("3", "echo", R"({"text":"quick"})"));
  EXPECT_EQ(serving.receive(), text_result("3", "quick"));
  serving.stage.release();
  EXPECT_EQ(serving.receive(), text_result("1", "released"));
}

TEST(Stdio, sends_an_answer_that_precedes_a_slow_call_of_the_same_burst) {
  Serving serving;
  serving.handshake();
  serving.in.write(call("1", "echo", R"({"text":"first"})") + "\n" + call("2", "stuck") + "\n");
  EXPECT_EQ(serving.receive(), text_result("1", "first"));
  serving.in.write(call("3", "echo", R"({"text":"a"})") + "\n" + call("4", "stuck") + "\n" + call("5", "stuck") + "\n");
  EXPECT_EQ(serving.receive(), text_result("3", "a"));
}

TEST(Stdio, answers_one_quick_call_among_sixty_three_slow_ones) {
  Serving serving;
  serving.handshake();
  std::string burst;
  for (int i = 0; i < 63; ++i) burst += call(std::to_string(i), "stuck") + "\n";
  serving.in.write(burst + call("\"fast\"", "echo", R"({"text":"fast"})") + "\n");
  EXPECT_EQ(serving.receive(), text_result("\"fast\"", "fast"));
  serving.stage.release();
  std::set<std::string> rest;
  for (int i = 0; i < 63; ++i) rest.insert(serving.receive());
  EXPECT_EQ(rest.size(), 63U);
}

TEST(Stdio, runs_all_calls_of_a_batch_at_the_same_time) {
  Serving serving;
  serving.send(initialize("2025-03-26"));
  (void)serving.receive();
  serving.send("[" + call("1", "stuck") + "," + call("2", "stuck") + "," + call("3", "stuck") + "]");
  serving.stage.wait_until_entered(3);
  serving.stage.release();
  EXPECT_THAT(serving.receive(), StartsWith("["));
}

TEST(Stdio, stops_a_cancelled_call_and_never_answers_it) {
  Serving serving;
  serving.handshake();
  serving.send(call("1", "hold"));
  serving.stage.wait_until_entered(1);
  serving.send(cancel("1"));
  serving.stage.wait_until_stopped(1);
  serving.send(request("2", "ping"));
  EXPECT_EQ(serving.receive(), R"({"jsonrpc":"2.0","id":2,"result":{}})");
  serving.in.close_write();
  EXPECT_TRUE(serving.ended());
  serving.out.close_write();
  EXPECT_EQ(serving.receive(), "");
}

TEST(Stdio, finishes_what_runs_when_its_input_ends) {
  Serving serving;
  serving.handshake();
  serving.send(call("1", "hold"));
  serving.in.write(call("2", "echo", R"({"text":"last, without a line end"})"));
  serving.in.close_write();
  EXPECT_TRUE(serving.ended());
  std::set<std::string> answers = {serving.receive(), serving.receive()};
  EXPECT_TRUE(answers.contains(text_result("2", "last, without a line end")));
}

TEST(Stdio, gives_up_on_handlers_that_do_not_return_and_still_sends_the_rest) {
  Serving serving(with_grace(std::chrono::milliseconds(30)));
  serving.handshake();
  serving.send(call("1", "stuck"));
  serving.stage.wait_until_entered(1);
  serving.send(request("2", "ping"));
  serving.in.close_write();
  EXPECT_FALSE(serving.ended());
  EXPECT_EQ(serving.receive(), R"({"jsonrpc":"2.0","id":2,"result":{}})");
}

TEST(Stdio, ends_when_told_to_stop) {
  Serving serving;
  serving.handshake();
  serving.stop.signal();
  EXPECT_TRUE(serving.ended());
}

TEST(Stdio, ends_when_its_output_is_closed_even_while_idle) {
  Serving serving;
  serving.handshake();
  serving.out.close_read();
  EXPECT_TRUE(serving.ended());
}

TEST(Stdio, ends_when_an_output_that_is_a_socket_is_closed) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  Backend<> backend;
  Pipe in;
  const WakeUp stop;
  StdioServer server(backend.dispatcher, between(with_grace(std::chrono::minutes(1)), in.read_end(), ends[1]),
                     backend.log);
  ::close(ends[0]);
  EXPECT_TRUE(server.serve(stop));  // although its input stays open
  ::close(ends[1]);
}

TEST(Stdio, waits_no_longer_than_the_grace_time_for_a_client_that_hung_up_and_does_not_read) {
  StdioOptions options = with_grace(std::chrono::milliseconds(20));
  options.max_backlog = 1000;
  Backend<> backend;
  Pipe in;
  Pipe out;
  const WakeUp stop;
  StdioServer server(backend.dispatcher, between(options, in.read_end(), out.write_end()), backend.log);
  ::fcntl(out.write_end(), F_SETPIPE_SZ, 4096);
  std::string text;  // all of it fits into its pipe; the answers do not
  for (int i = 0; i < 400; ++i) text += request("\"" + std::string(60, 'x') + "\"", "ping") + "\n";
  in.write(text);
  in.close_write();
  EXPECT_FALSE(server.serve(stop));
  EXPECT_THAT(backend.log.text(), HasSubstr("does not read"));
  out.close_read();
}

TEST(Stdio, runs_a_batch_of_more_calls_than_may_be_in_flight) {
  Serving serving(with_grace(std::chrono::minutes(1)), {.max_in_flight = 8});
  serving.send(initialize("2025-03-26"));
  (void)serving.receive();
  std::string batch = "[" + call("0", "count");
  for (int i = 1; i < 100; ++i) batch += "," + call(std::to_string(i), "count");
  serving.send(batch + "]");
  const std::string answer = serving.receive();
  std::size_t refused = 0;
  for (std::size_t at = 0; (at = answer.find("busy", at)) != std::string::npos; ++at) ++refused;
  EXPECT_LT(refused, 10U);  // none, unless the machine stalls the workers
}

TEST(Stdio, answers_a_line_over_the_limit_with_an_error_and_goes_on) {
  StdioOptions options = with_grace(std::chrono::minutes(1));
  options.max_message = 1000;
  Serving serving(options);
  serving.handshake();
  for (int i = 0; i < 50; ++i) serving.in.write(std::string(5000, 'x'));
  serving.in.write("\n");
  EXPECT_THAT(serving.receive(), HasSubstr("longer than the limit of 1000 bytes"));
  serving.send(request("1", "ping"));
  EXPECT_EQ(serving.receive(), R"({"jsonrpc":"2.0","id":1,"result":{}})");
}

TEST(Stdio, serves_a_client_that_reads_late) {
  StdioOptions options = with_grace(std::chrono::minutes(1));
  options.max_backlog = 100'000;
  Serving serving(options);
  serving.handshake();
  constexpr int kCalls = 200;
  std::thread writer([&] {
    for (int i = 0; i < kCalls; ++i) {
      serving.send(call(std::to_string(i), "repeat", R"({"text":"0123456789","times":1000})"));
    }
  });
  std::set<std::string> answers;
  for (int i = 0; i < kCalls; ++i) answers.insert(serving.receive());
  writer.join();
  EXPECT_EQ(answers.size(), static_cast<std::size_t>(kCalls));
}

TEST(Stdio, slows_a_flood_of_quick_calls_down_instead_of_refusing_them) {
  Serving serving(with_grace(std::chrono::minutes(1)), {.max_in_flight = 64, .max_result = 1000});
  serving.handshake();
  constexpr int kCalls = 5000;
  std::string flood;
  for (int i = 0; i < kCalls; ++i) flood += call(std::to_string(i), "add", R"({"a":1,"b":1})") + "\n";
  std::thread writer([&] { serving.in.write(flood); });
  int refused = 0;
  for (int i = 0; i < kCalls; ++i) {
    if (serving.receive().find("busy") != std::string::npos) ++refused;
  }
  writer.join();
  EXPECT_LT(refused, kCalls / 10);  // none, unless the machine stalls the workers
}

TEST(Stdio, answers_each_call_at_most_once_however_cancellations_race_with_answers) {
  Serving serving;
  serving.handshake();
  constexpr int kCalls = 2000;
  std::thread writer([&] {
    for (int i = 0; i < kCalls; ++i) {
      const std::string id = std::to_string(i);
      serving.in.write(call(id, i % 2 == 0 ? "count" : "cancelled") + "\n" + (i % 3 == 0 ? cancel(id) + "\n" : ""));
    }
    serving.in.close_write();
  });
  std::set<std::string> ids;
  int answers = 0;
  std::thread reader([&] {
    for (std::string line = serving.receive(); !line.empty(); line = serving.receive()) {
      ids.insert(line.substr(0, line.find(R"(,"result")")));
      ++answers;
    }
  });
  writer.join();
  EXPECT_TRUE(serving.ended());
  serving.out.close_write();
  reader.join();
  EXPECT_EQ(ids.size(), static_cast<std::size_t>(answers));
  EXPECT_GE(answers, kCalls * 2 / 3);
}

TEST(Stdio, keeps_the_memory_of_a_slot_apart_from_that_of_the_next_call_in_it) {
  Serving serving;
  serving.handshake();
  for (int i = 0; i < 50; ++i) {
    const std::string text(static_cast<std::size_t>(i * 37), static_cast<char>('a' + i % 26));
    serving.send(call(std::to_string(i), "echo", R"({"text":")" + text + "\"}"));
    ASSERT_EQ(serving.receive(), text_result(std::to_string(i), text));
  }
}

}  // namespace stdio_test
}  // namespace mcp::transport
