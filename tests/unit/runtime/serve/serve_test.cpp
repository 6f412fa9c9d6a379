// Servers within a program: started, stopped, several at a time, and what they leave alone.
#include <mcp/serve.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <clocale>
#include <condition_variable>
#include <csignal>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <mcp/connection.hpp>
#include <mcp/executor.hpp>
#include <mcp/generated_support.hpp>

#include "kept_jobs.hpp"
#include "peer.hpp"
#include "pipes.hpp"
#include "sockets.hpp"

namespace mcp {
namespace serve_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using namespace std::chrono_literals;
using namespace testing_support;

/// A program with a server.
struct Program {
  ~Program() { stage.release(); }

  [[nodiscard]] ServeOptions options() {
    ServeOptions made;
    made.log = [this](std::string_view line) { log.write(line); };
    return made;
  }

  fixture::Stage stage;
  Server server = fixture::server(stage);
  KeptLog log;
};

std::string call_request(std::string_view tool, std::string_view arguments = "{}") {
  const std::string body = request("1", "tools/call",
                                   R"({"name":")" + std::string(tool) + R"(","arguments":)" + std::string(arguments) +
                                       "," + std::string(kModernMeta) + "}");
  return post("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: " + std::string(tool) +
                  "\r\nConnection: close\r\n",
              body);
}

std::string call_over_http(const Serving& serving, std::string_view tool, std::string_view arguments = "{}") {
  Socket socket(serving);
  socket.send(call_request(tool, arguments));
  return socket.read_all();
}

std::string echo_over_http(const Serving& serving) { return call_over_http(serving, "echo", R"({"text":"hi"})"); }

std::size_t entries_of(const char* directory) {
  const std::filesystem::directory_iterator all(directory);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST(ServeHttp, serves_from_the_moment_that_it_returns_until_it_is_stopped) {
  Program program;
  const Serving serving = serve_http(program.server, program.options());
  EXPECT_NE(serving.port(), 0);
  EXPECT_EQ(serving.url(), "http://127.0.0.1:" + std::to_string(serving.port()) + "/mcp");
  EXPECT_THAT(echo_over_http(serving), AllOf(StartsWith("HTTP/1.1 200 "), HasSubstr(R"("text":"hi")")));
  EXPECT_EQ(serving.wait_for(0ms), std::nullopt);
  EXPECT_TRUE(serving.stop());
  EXPECT_EQ(serving.wait_for(0ms), true);
  EXPECT_TRUE(serving.wait()) << "as often as one likes";
  EXPECT_NE(serving.port(), 0) << "it had one";
}

TEST(ServeHttp, says_what_is_open) {
  Program program;
  const Serving serving = serve_http(program.server, program.options());
  EXPECT_EQ(serving.counters().connections, 0U);
  Socket socket(serving);
  socket.send(post("", initialize("2025-11-25")));
  EXPECT_THAT(socket.read_until("}}"), HasSubstr("Mcp-Session-Id: "));
  EXPECT_EQ(serving.counters().connections, 1U);
  EXPECT_EQ(serving.counters().sessions, 1U);
}

TEST(ServeHttp, serves_on_a_unix_socket) {
  Program program;
  const std::string path = testing::TempDir() + "serve_test." + std::to_string(::getpid());
  ServeOptions options = program.options();
  options.http.unix_path = path;
  {
    const Serving serving = serve_http(program.server, std::move(options));
    EXPECT_EQ(serving.url(), "unix:" + path);
    EXPECT_EQ(serving.port(), 0);
    EXPECT_TRUE(std::filesystem::is_socket(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(ServeHttp, serves_several_servers_in_one_process) {
  Program one, two;
  const Serving first = serve_http(one.server, one.options());
  const Serving second = serve_http(two.server, two.options());
  const Serving again = serve_http(one.server, one.options());
  EXPECT_NE(first.port(), second.port());
  for (const Serving* const serving : {&first, &second, &again}) {
    EXPECT_THAT(echo_over_http(*serving), HasSubstr(R"("text":"hi")"));
  }
  EXPECT_TRUE(first.stop());
  for (const Serving* const serving : {&second, &again}) {
    EXPECT_THAT(echo_over_http(*serving), HasSubstr(R"("text":"hi")")) << "the others go on";
  }
}

TEST(ServeHttp, can_be_started_and_stopped_any_number_of_times) {
  Program program;
  (void)serve_http(program.server, program.options()).stop();
  const std::size_t descriptors = entries_of("/proc/self/fd");
  const std::size_t threads = entries_of("/proc/self/task");
  for (int i = 0; i < 100; ++i) {
    const Serving serving = serve_http(program.server, program.options());
    if (i % 10 == 0) {
      EXPECT_THAT(echo_over_http(serving), HasSubstr(R"("text":"hi")"));
    }
  }
  EXPECT_EQ(entries_of("/proc/self/fd"), descriptors);
  EXPECT_EQ(entries_of("/proc/self/task"), threads);
}

TEST(ServeHttp, is_asked_to_stop_by_a_signal_handler) {
  static const Serving* to_stop = nullptr;
  Program program;
  const Serving serving = serve_http(program.server, program.options());
  to_stop = &serving;
  const auto before = std::signal(SIGUSR1, [](int) { to_stop->request_stop(); });
  ASSERT_EQ(std::raise(SIGUSR1), 0);
  EXPECT_TRUE(serving.wait());
  std::signal(SIGUSR1, before);
}

TEST(ServeHttp, does_not_wait_longer_for_a_handler_than_it_is_told) {
  Program program;
  std::optional<Serving> serving = serve_http(program.server, program.options());
  Socket socket(*serving);
  socket.send(post("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: stuck\r\n",
                   request("1", "tools/call", R"({"name":"stuck","arguments":{},)" + std::string(kModernMeta) + "}")));
  program.stage.wait_until_entered(1);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(serving->stop(0ms)) << "the handler still runs";
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
  std::thread later([&] { program.stage.release(); });
  serving.reset();  // waits for the handler, which uses the program's stage
  later.join();
}

TEST(ServeHttp, asks_handlers_to_stop_whose_requests_are_answered) {
  Program program;
  ServeOptions options = program.options();
  options.http.endpoint.sse_path = "/sse";
  options.http.endpoint.message_path = "/message";
  options.http.threads = 2;
  const Serving serving = serve_http(program.server, std::move(options));
  Socket stream(serving);
  stream.send("GET /sse HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n");
  const std::string opened = stream.read_until("\n\n") + stream.read_until("\n\n");
  const std::size_t at = opened.find("/message?");
  ASSERT_NE(at, std::string::npos) << opened;
  const std::string target = opened.substr(at, opened.find('\n', at) - at);
  for (const std::string& body :
       {initialize("2024-11-05"), std::string(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"),
        call("1", "hold", "{}")}) {
    Socket socket(serving);
    std::string text = post("Connection: close\r\n", body);
    text.replace(text.find("/mcp"), 4, target);
    socket.send(text);
    EXPECT_THAT(socket.read_all(), StartsWith("HTTP/1.1 202 "));
  }
  program.stage.wait_until_entered(1);
  EXPECT_TRUE(serving.stop());
  program.stage.wait_until_stopped(1);
}

TEST(ServeHttp, can_be_moved_and_assigned) {
  Program program;
  Serving serving = serve_http(program.server, program.options());
  Serving moved = std::move(serving);
  EXPECT_THAT(echo_over_http(moved), HasSubstr(R"("text":"hi")"));
  const unsigned short port = moved.port();
  moved = serve_http(program.server, program.options());
  EXPECT_NE(moved.port(), port);
  EXPECT_THAT(echo_over_http(moved), HasSubstr(R"("text":"hi")"));
}

TEST(ServeHttp, refuses_what_it_cannot_do_with_a_text) {
  Program program;
  const auto text_of = [&](auto change) -> std::string {
    ServeOptions options = program.options();
    change(options);
    try {
      (void)serve_http(program.server, std::move(options));
    } catch (const std::exception& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(text_of([](ServeOptions& o) { o.keys = "short"; }), HasSubstr("line 1"));
  EXPECT_THAT(text_of([](ServeOptions& o) { o.http.host = "0.0.0.0"; }), HasSubstr("http.endpoint.allowed_hosts"));
  EXPECT_THAT(text_of([](ServeOptions& o) { o.http.tls_key = "key.pem"; }), HasSubstr("need each other"));
  EXPECT_THAT(text_of([](ServeOptions& o) { o.http.trusted_proxies = {"proxy"}; }), HasSubstr("\"proxy\""));
  EXPECT_THAT(text_of([](ServeOptions& o) { o.http.endpoint.allowed_origins = {"no origin"}; }),
              HasSubstr("no origin"));
  const Serving taken = serve_http(program.server, program.options());
  EXPECT_THAT(text_of([&](ServeOptions& o) { o.http.port = taken.port(); }), HasSubstr("cannot listen on 127.0.0.1"));
  EXPECT_EQ(text_of([](ServeOptions&) {}), "");
}

TEST(ServeHttp, leaves_alone_what_belongs_to_the_process) {
  const auto state = [] {
    std::string all = std::setlocale(LC_ALL, nullptr);
    for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction now{};
      ::sigaction(signal, nullptr, &now);
      all += now.sa_handler == SIG_DFL ? 'd' : now.sa_handler == SIG_IGN ? 'i' : 'h';
    }
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    all += std::to_string(limit.rlim_cur);
    for (const int descriptor : {0, 1, 2}) {
      struct stat status{};
      ::fstat(descriptor, &status);
      all += ' ' + std::to_string(status.st_ino) + ' ' + std::to_string(::fcntl(descriptor, F_GETFL));
    }
    return all;
  };
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  rlimit lower = before;
  lower.rlim_cur = std::min<rlim_t>(before.rlim_max - 1, 512);
  ::setrlimit(RLIMIT_NOFILE, &lower);
  const auto pipe = std::signal(SIGPIPE, SIG_DFL);
  const std::string was = state();
  {
    Program program;
    const Serving http = serve_http(program.server, program.options());
    Pipe in, out;
    std::signal(SIGPIPE, SIG_DFL);
    ServeOptions options = program.options();
    options.stdio = between(options.stdio, in.read_end(), out.write_end());
    const Serving stdio = serve_stdio(program.server, std::move(options));
    EXPECT_THAT(echo_over_http(http), HasSubstr(R"("text":"hi")"));
    EXPECT_EQ(state(), was);
  }
  EXPECT_EQ(state(), was);
  std::signal(SIGPIPE, pipe);
  ::setrlimit(RLIMIT_NOFILE, &before);
}

/// A program with an io_context of its own.
struct ContextProgram : Program {
  ContextProgram() = default;
  ~ContextProgram() { stage.release(); }

  Serving serve(ServeOptions with = {}) {
    with.log = options().log;
    return serve_http(server, context, std::move(with));
  }
  boost::asio::io_context context{1};
};

TEST(ServeHttpOnContext, reads_and_writes_on_the_thread_that_runs_it) {
  ContextProgram program;
  const Serving serving = program.serve();
  std::thread running([&] { program.context.run(); });
  EXPECT_THAT(echo_over_http(serving), HasSubstr(R"("text":"hi")"));
  Socket socket(serving);
  for (int i = 0; i < 3; ++i) {
    socket.send(post("", initialize("2025-11-25")));
    EXPECT_THAT(socket.read_until("up.\"}}"), HasSubstr("Mcp-Session-Id: ")) << "a connection stays open";
  }
  EXPECT_TRUE(serving.stop());
  running.join();
  EXPECT_TRUE(program.context.stopped()) << "nothing is left to do";
}

TEST(ServeHttpOnContext, does_nothing_while_nobody_runs_it) {
  ContextProgram program;
  const Serving serving = program.serve();
  Socket socket(serving);
  socket.send(post("", initialize("2025-11-25")));
  EXPECT_EQ(serving.counters().connections, 0U);
  while (serving.counters().sessions == 0) program.context.run_one();
  EXPECT_THAT(socket.read_until("}}"), HasSubstr("Mcp-Session-Id: "));
  program.context.stop();
  EXPECT_TRUE(serving.stop()) << "and ends by itself when it was stopped";
}

TEST(ServeHttpOnContext, ends_when_a_handler_of_it_asks_for_that) {
  ContextProgram program;
  std::optional<Serving> serving(program.serve());
  boost::asio::steady_timer timer(program.context, 1ms);
  timer.async_wait([&](boost::system::error_code) { serving->request_stop(); });
  program.context.run();
  EXPECT_EQ(serving->wait_for(20s), true);
}

TEST(ServeHttpOnContext, may_be_stopped_and_destroyed_by_a_handler_of_it) {
  ContextProgram program;
  std::optional<Serving> serving(program.serve());
  boost::asio::post(program.context, [&] {
    EXPECT_TRUE(serving->stop());
    serving.reset();
  });
  program.context.run();
  EXPECT_FALSE(serving.has_value());
}

TEST(ServeHttpOnContext, waits_for_handlers_that_run_when_it_is_destroyed) {
  ContextProgram program;
  std::thread running;
  {
    const Serving serving = program.serve();
    running = std::thread([&] { program.context.run(); });
    Socket socket(serving);
    socket.send(call_request("stuck"));
    program.stage.wait_until_entered(1);
    EXPECT_FALSE(serving.stop(0ms));
    program.stage.release();
  }
  running.join();
}

TEST(ServeHttpOnContext, has_slow_tools_run_beside_it) {
  ContextProgram program;
  const Serving serving = program.serve();
  std::thread running([&] { program.context.run(); });
  Socket socket(serving);
  socket.send(call_request("hold"));
  program.stage.wait_until_entered(1);
  EXPECT_THAT(echo_over_http(serving), HasSubstr(R"("text":"hi")"));
  program.stage.release();
  EXPECT_THAT(socket.read_until("}}"), HasSubstr("released"));
  serving.stop();
  running.join();
}

TEST(ServeHttpOnContext, ends_although_nobody_ever_ran_it) {
  ContextProgram program;
  std::optional<Serving> serving(program.serve());
  Socket socket(*serving);
  serving.reset();
  EXPECT_EQ(socket.read_all(), "") << "the connection was closed";
}

TEST(ServeHttpOnContext, is_one_of_several_on_it_any_number_of_times) {
  ContextProgram program;
  (void)program.serve();  // an io_context opens descriptors of its own
  const std::size_t descriptors = entries_of("/proc/self/fd");
  const auto busy = boost::asio::make_work_guard(program.context);
  std::thread running([&] { program.context.run(); });
  for (int i = 0; i < 50; ++i) {
    const Serving first = program.serve();
    const Serving second = program.serve();
    EXPECT_THAT(echo_over_http(first), HasSubstr(R"("text":"hi")"));
    EXPECT_TRUE(first.stop());
    EXPECT_THAT(echo_over_http(second), HasSubstr(R"("text":"hi")"));
  }
  EXPECT_EQ(entries_of("/proc/self/fd"), descriptors);
  program.context.stop();
  running.join();
}

/// A server between two pipes.
struct Piped : Program {
  explicit Piped(const ServeOptions& with = {}) : serving(serve_stdio(server, between_pipes(with))) {}

  ServeOptions between_pipes(ServeOptions with) {
    with.log = options().log;
    with.stdio = between(with.stdio, in.read_end(), out.write_end());
    return with;
  }
  std::string ask(const std::string& message) {
    in.write(message + '\n');
    return out.read_line();
  }

  Pipe in, out;
  Serving serving;
};

TEST(ServeStdio, serves_any_two_descriptors_until_the_client_is_gone) {
  Piped piped;
  EXPECT_THAT(piped.ask(initialize("2025-11-25")), HasSubstr("\"protocolVersion\":\"2025-11-25\""));
  EXPECT_THAT(piped.ask(call("1", "echo", R"({"text":"hi"})")), HasSubstr(text_result("1", "hi")));
  EXPECT_EQ(piped.serving.counters().connections, 1U);
  EXPECT_EQ(piped.serving.url(), "");
  EXPECT_EQ(piped.serving.port(), 0);
  EXPECT_EQ(piped.serving.wait_for(0ms), std::nullopt);
  piped.in.close_write();
  EXPECT_TRUE(piped.serving.wait());
  EXPECT_EQ(piped.serving.counters().connections, 0U);
}

TEST(ServeStdio, serves_two_clients_of_one_server_at_a_time) {
  Program program;
  Pipe in[2], out[2];
  std::vector<Serving> servings;
  for (int i = 0; i < 2; ++i) {
    ServeOptions options = program.options();
    options.stdio = between(options.stdio, in[i].read_end(), out[i].write_end());
    servings.push_back(serve_stdio(program.server, std::move(options)));
  }
  for (int i = 0; i < 2; ++i) {
    in[i].write(initialize("2025-11-25") + '\n' + call("1", "echo", R"({"text":"hi"})") + '\n');
    out[i].read_line();
    EXPECT_THAT(out[i].read_line(), HasSubstr(text_result("1", "hi")));
  }
  EXPECT_TRUE(servings[0].stop());
  in[1].write(call("2", "echo", R"({"text":"still"})") + '\n');
  EXPECT_THAT(out[1].read_line(), HasSubstr(text_result("2", "still")));
}

TEST(ServeStdio, outlives_a_client_that_reads_nothing_more) {
  Piped piped;
  std::signal(SIGPIPE, SIG_DFL);  // as in a program that never thought of it
  piped.out.close_read();
  piped.in.write(initialize("2025-11-25") + '\n');
  EXPECT_TRUE(piped.serving.wait()) << "and so does the process";
  std::signal(SIGPIPE, SIG_IGN);
}

TEST(ServeStdio, keeps_to_the_limits_of_its_options) {
  Piped piped({.limits = {.max_result = 100}});
  piped.ask(initialize("2025-11-25"));
  EXPECT_THAT(piped.ask(call("1", "echo", R"({"text":")" + std::string(200, 'x') + "\"}")), HasSubstr("100"));
}

TEST(ServeStdio, isolates_nothing_but_stdin_and_stdout) {
  Program program;
  ServeOptions options = program.options();
  options.stdio.isolate = true;
  options.stdio.in = 7;
  EXPECT_THROW((void)serve_stdio(program.server, std::move(options)), std::invalid_argument);
}

/// The lines of a log, which a test can wait for.
class AwaitedLog {
 public:
  void write(std::string_view line) {
    const std::lock_guard lock(mutex_);
    text_.append(line).append("\n");
    written_.notify_all();
  }
  [[nodiscard]] std::string wait_for(std::string_view part) {
    std::unique_lock lock(mutex_);
    written_.wait_for(lock, 1min, [&] { return text_.find(part) != std::string::npos; });
    return text_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable written_;
  std::string text_;
};

/// A program whose tools `where` and `echo` run on its main thread, and on the server's own threads.
struct FrameProgram {
  FrameProgram() {
    add("where", "main");
    add<SlowTool>("slow", "main");
    add("echo", "");
    std::ranges::sort(tools, {}, &detail::Handler::name);
    for (const detail::Handler& tool : tools) listed.push_back({tool.name, "", "", &tool});
    descriptor.tools = listed;
    server.emplace(descriptor);
    the_log = &log;
  }

  struct Tool {
    struct McpArguments {};
    static constexpr detail::Object kMcpArguments{nullptr, 0};
    static void mcp_call(void*, void*, detail::Invocation& call) {
      call.result_text(std::this_thread::get_id() == main_thread_id ? "on the main thread" : "elsewhere");
    }
  };

  /// Runs until the log says that it is slow; what the log says.
  struct SlowTool {
    struct McpArguments {};
    static constexpr detail::Object kMcpArguments{nullptr, 0};
    static void mcp_call(void*, void*, detail::Invocation& call) { call.result_text(the_log->wait_for("has run")); }
  };

  template <class T = Tool>
  void add(std::string_view name, std::string_view executor) {
    detail::Handler tool = detail::make_handler<T>(name, nullptr, false);
    tool.executor = executor;
    tools.push_back(tool);
  }
  [[nodiscard]] ServeOptions options() {
    ServeOptions made;
    made.log = [this](std::string_view line) { log.write(line); };
    made.limits.executor_report = 10ms;
    return made;
  }

  static inline AwaitedLog* the_log = nullptr;
  static inline const std::thread::id main_thread_id = std::this_thread::get_id();
  std::vector<detail::Handler> tools;
  std::vector<detail::ListedTool> listed;
  detail::ServerDescriptor descriptor = fixture::descriptor();
  std::optional<Server> server;
  AwaitedLog log;
};

/// A call by another thread, while the test's thread is the program's main thread.
struct BackgroundCall {
  BackgroundCall(const Serving& serving, std::string_view tool)
      : thread([&serving, tool = std::string(tool), this] {
          answer = call_over_http(serving, tool);
          over = true;
        }) {}
  ~BackgroundCall() { join(); }
  const std::string& join() {
    if (thread.joinable()) thread.join();
    return answer;
  }

  std::atomic<bool> over = false;
  std::string answer;
  std::thread thread;
};

TEST(ServeOnExecutors, runs_handlers_on_the_main_thread_when_it_polls) {
  FrameProgram program;
  MainThread main_thread;
  program.server->executor("main", main_thread);
  const Serving serving = serve_http(*program.server, program.options());
  BackgroundCall where(serving, "where");
  ASSERT_TRUE(main_thread.wait_for(1min));
  EXPECT_THAT(call_over_http(serving, "echo"), HasSubstr("elsewhere")) << "the call that waits delays no other";
  EXPECT_FALSE(where.over);
  EXPECT_EQ(main_thread.poll(), 1U);
  EXPECT_THAT(where.join(), HasSubstr("on the main thread"));
}

TEST(ServeOnExecutors, runs_on_the_thread_that_stops_it_what_waits_for_that_thread) {
  FrameProgram program;
  MainThread main_thread;
  program.server->executor("main", main_thread);
  std::optional<BackgroundCall> where;
  {
    const Serving serving = serve_http(*program.server, program.options());
    where.emplace(serving, "where");
    ASSERT_TRUE(main_thread.wait_for(1min));
    EXPECT_TRUE(serving.stop());
    EXPECT_THAT(where->join(), HasSubstr("on the main thread"));
  }
}

TEST(ServeOnExecutors, answers_what_waits_for_a_thread_that_does_not_poll_when_the_grace_time_is_over) {
  FrameProgram program;
  std::optional<MainThread> main_thread;
  std::thread([&] { main_thread.emplace(); }).join();  // of a thread that never polls
  program.server->executor("main", *main_thread);
  const Serving serving = serve_http(*program.server, program.options());
  BackgroundCall where(serving, "where");
  EXPECT_THAT(program.log.wait_for("has waited for"), HasSubstr("tool where"));
  EXPECT_TRUE(serving.stop(20ms)) << "no handler runs";
  EXPECT_THAT(where.join(), HasSubstr("The server is shutting down."));
}

TEST(ServeOnExecutors, answers_the_same_over_stdio) {
  FrameProgram program;
  KeptJobs jobs;
  program.server->executor("main", jobs);
  Pipe in, out;
  ServeOptions options = program.options();
  options.stdio = between(options.stdio, in.read_end(), out.write_end());
  const Serving serving = serve_stdio(*program.server, std::move(options));
  in.write(initialize("2025-11-25") + '\n' + call("1", "where") + '\n' + call("2", "echo") + '\n');
  EXPECT_THAT(out.read_line(), HasSubstr("protocolVersion"));
  EXPECT_THAT(out.read_line(), HasSubstr("elsewhere"));
  jobs.wait_until(1);
  EXPECT_TRUE(serving.stop(0ms));
  EXPECT_THAT(out.read_line(), HasSubstr("The server is shutting down."));
}

TEST(ServeOnExecutors, goes_on_without_a_main_thread_that_is_destroyed) {
  FrameProgram program;
  std::optional<MainThread> main_thread(std::in_place);
  program.server->executor("main", *main_thread);
  const Serving serving = serve_http(*program.server, program.options());
  BackgroundCall where(serving, "where");
  ASSERT_TRUE(main_thread->wait_for(1min));
  main_thread.reset();
  EXPECT_THAT(where.join(), HasSubstr("did not run this"));
  EXPECT_THAT(call_over_http(serving, "where"), HasSubstr("did not run this"));
  EXPECT_THAT(program.log.wait_for("refused"), HasSubstr("mcp::MainThread: it has been destroyed"));
}

/// Keeps what a connection sends.
class KeptMessages final : public ConnectionSink {
 public:
  void send(std::string_view message) override { log.write(message); }
  AwaitedLog log;
};

TEST(ServeOnExecutors, takes_back_what_waits_for_a_connection_that_is_closed) {
  FrameProgram program;
  KeptJobs jobs;
  program.server->executor("main", jobs);
  ServeOptions options = program.options();
  options.connections.max_connections = 1;
  MessageEndpoint endpoint(*program.server, options);
  // There is room for one connection, and one that is closed counts until its calls are over.
  const auto connect = [&] {
    while (true) {
      try {
        return endpoint.connect(std::make_shared<KeptMessages>());
      } catch (const std::runtime_error&) {
        std::this_thread::yield();
      }
    }
  };
  for (int i = 0; i < 3; ++i) {
    Connection connection = connect();
    connection.receive(initialize("2025-11-25"));
    connection.receive(call("1", "where"));
    EXPECT_EQ(jobs.size(), static_cast<std::size_t>(i + 1));
    connection.close();
  }
  EXPECT_TRUE(endpoint.stop(0ms));
  while (jobs.size() != 0) jobs.run_one();
}

TEST(ServeOnExecutors, runs_on_the_thread_that_stops_an_endpoint_what_waits_for_that_thread) {
  FrameProgram program;
  MainThread main_thread;
  program.server->executor("main", main_thread);
  MessageEndpoint endpoint(*program.server, program.options());
  const auto sink = std::make_shared<KeptMessages>();
  Connection connection = endpoint.connect(sink);
  connection.receive(initialize("2025-11-25"));
  connection.receive(call("1", "where"));
  EXPECT_TRUE(main_thread.wait_for(1min));
  EXPECT_TRUE(endpoint.stop());
  EXPECT_THAT(sink->log.wait_for("main thread"), HasSubstr("on the main thread"));
}

TEST(ServeOnExecutors, reports_what_waits_and_what_runs_for_long) {
  FrameProgram program;
  KeptJobs jobs;
  program.server->executor("main", jobs);
  const Serving serving = serve_http(*program.server, program.options());
  BackgroundCall where(serving, "where");
  EXPECT_THAT(program.log.wait_for("has waited"),
              HasSubstr("tool where has waited for the executor \"main\" for more than 10 ms: its thread does other "
                        "work, or does not poll; 1 call waits\n"));
  jobs.run_one();
  EXPECT_THAT(where.join(), HasSubstr("on the main thread"));
  BackgroundCall slow(serving, "slow");
  jobs.run_one();  // until the log has it
  EXPECT_THAT(slow.join(),
              HasSubstr("tool slow has run on the executor \\\"main\\\" for more than 10 ms: what waits for "
                        "that thread goes on waiting\\n"));
}

TEST(ServeOnExecutors, says_which_executors_no_handler_names) {
  FrameProgram program;
  KeptJobs jobs;
  program.server->executor("main", jobs).executor("gui", jobs);
  const Serving serving = serve_http(*program.server, program.options());
  EXPECT_EQ(program.log.wait_for("gui"),
            "the server was given an executor \"gui\", and no handler names it (.executor)\n");
}

TEST(ServeOnExecutors, refuses_a_server_without_one_that_handlers_name) {
  FrameProgram program;
  try {
    (void)serve_http(*program.server);
    ADD_FAILURE() << "it is served";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("\"main\" (tool slow, tool where)"));
  }
  EXPECT_THROW((void)serve_stdio(*program.server), std::invalid_argument);
}

TEST(Serve, refuses_a_server_without_its_objects) {
  Server server(fixture::descriptor());
  ASSERT_NE(server.unbound(), "");
  EXPECT_THROW((void)serve_http(server), std::invalid_argument);
  EXPECT_THROW((void)serve_stdio(server), std::invalid_argument);
}

}  // namespace serve_test
}  // namespace mcp
