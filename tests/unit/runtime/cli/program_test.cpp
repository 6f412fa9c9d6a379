// The whole program, as a shell and a client see it.
#include <sys/wait.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "peer.hpp"
#include "pipes.hpp"

namespace program_test {

using testing::HasSubstr;
using testing::StartsWith;
using namespace testing_support;

constexpr const char* kProgram = MCP_FIXTURE_SERVER;

/// A running server with pipes for its three streams.
class Program {
 public:
  /// `closed`: a standard stream that it is started without, or -1.
  explicit Program(std::vector<std::string> arguments, int closed = -1) {
    std::vector<char*> argv = {const_cast<char*>(kProgram)};
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.read_end(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.write_end(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err.write_end(), STDERR_FILENO);
    if (closed >= 0) posix_spawn_file_actions_addclose(&actions, closed);
    EXPECT_EQ(::posix_spawn(&process_, kProgram, &actions, nullptr, argv.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    in.close_read();
    out.close_write();
    err.close_write();
  }
  ~Program() {
    if (process_ > 0) wait();
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void send(const std::string& message) { in.write(message + "\n"); }
  void signal(int number) const { ::kill(process_, number); }
  /// Where one of its descriptors leads.
  [[nodiscard]] std::string target_of(int descriptor) const {
    return std::filesystem::read_symlink(proc() + "/fd/" + std::to_string(descriptor)).string();
  }
  /// The signals of a set in /proc/PID/status, bit 0 for signal 1.
  [[nodiscard]] unsigned long signals(const std::string& set) const {
    std::ifstream status(proc() + "/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with(set + ":")) return std::stoul(line.substr(set.size() + 1), nullptr, 16);
    }
    return 0;
  }
  /// The exit status, or minus the signal that ended it.
  int wait() {
    in.close_write();
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  Pipe in;
  Pipe out;
  Pipe err;

 private:
  [[nodiscard]] std::string proc() const { return "/proc/" + std::to_string(process_); }

  pid_t process_ = 0;
};

struct Outcome {
  int status;
  std::string out;
  std::string err;
};

Outcome run(std::vector<std::string> arguments, const std::string& input = {}) {
  Program program(std::move(arguments));
  program.in.write(input);
  program.in.close_write();
  Outcome outcome;
  outcome.out = program.out.read_all();
  outcome.err = program.err.read_all();
  outcome.status = program.wait();
  return outcome;
}

TEST(Program, serves_stdio_and_exits_with_0_when_its_input_ends) {
  const Outcome outcome = run({}, initialize("2025-11-25") + "\r\n" + call("1", "add", R"({"a":1,"b":2})"));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr(R"("structuredContent":{"result":3})"));
  EXPECT_EQ(outcome.err, "");
}

TEST(Program, exits_with_0_without_any_input) {
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "");
}

TEST(Program, keeps_what_handlers_print_away_from_the_protocol) {
  const Outcome outcome = run({}, initialize("2025-11-25") + "\n" + call("1", "print", R"({"text":"noise"})") + "\n");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, testing::Not(HasSubstr("noise")));
  EXPECT_EQ(outcome.err, "noise\nnoise\n");
}

TEST(Program, exits_within_the_grace_time_although_a_handler_never_returns) {
  Program program({"--grace", "50ms"});
  program.send(initialize("2025-11-25"));
  program.send(call("1", "stuck"));
  program.send(request("2", "ping"));
  EXPECT_THAT(program.out.read_line(), HasSubstr("init"));
  EXPECT_THAT(program.out.read_line(), HasSubstr(R"("id":2)"));
  EXPECT_EQ(program.wait(), 0);
}

TEST(Program, ends_like_at_the_end_of_input_on_sigterm_and_sigint) {
  for (const int number : {SIGTERM, SIGINT}) {
    Program program({});
    program.send(initialize("2025-11-25"));
    program.send(call("1", "hold"));
    EXPECT_THAT(program.out.read_line(), HasSubstr("init"));
    program.signal(number);
    const std::string stopped = program.out.read_line();
    // The call may not have been read before the signal came.
    if (!stopped.empty()) {
      EXPECT_EQ(stopped, text_result("1", "stopped"));
    }
    EXPECT_EQ(program.wait(), 0);
  }
}

TEST(Program, ends_likewise_when_its_terminal_is_closed_which_may_be_said_twice) {
  Program program({});
  program.send(initialize("2025-11-25"));
  program.send(call("1", "hold"));
  EXPECT_THAT(program.out.read_line(), HasSubstr("init"));
  program.signal(SIGHUP);
  program.signal(SIGHUP);
  const std::string stopped = program.out.read_line();
  if (!stopped.empty()) {
    EXPECT_EQ(stopped, text_result("1", "stopped"));
  }
  EXPECT_EQ(program.wait(), 0);
}

TEST(Program, stays_deaf_to_a_closed_terminal_under_nohup) {
  std::signal(SIGHUP, SIG_IGN);
  Program program({});
  std::signal(SIGHUP, SIG_DFL);
  program.send(initialize("2025-11-25"));
  EXPECT_THAT(program.out.read_line(), HasSubstr("init"));
  constexpr unsigned long kHangUp = 1UL << (SIGHUP - 1);
  EXPECT_NE(program.signals("SigIgn") & kHangUp, 0U);
  program.signal(SIGHUP);
  program.send(request("2", "ping"));
  EXPECT_THAT(program.out.read_line(), HasSubstr(R"("id":2)"));
  EXPECT_EQ(program.wait(), 0);
}

TEST(Program, answers_and_ends_although_nobody_reads_its_log) {
  Program program({});
  program.send(initialize("2025-11-25"));
  EXPECT_THAT(program.out.read_line(), HasSubstr("init"));
  for (int i = 0; i < 5000; ++i) {
    program.send(call(std::to_string(i), "crash"));
    ASSERT_THAT(program.out.read_line(), HasSubstr(R"("isError":true)")) << i;
  }
  program.signal(SIGTERM);
  EXPECT_EQ(program.out.read_line(), "");  // it is gone before its input ends
  EXPECT_EQ(program.wait(), 0);
}

TEST(Program, ends_when_its_output_is_closed) {
  Program program({});
  program.send(initialize("2025-11-25"));
  EXPECT_THAT(program.out.read_line(), HasSubstr("init"));
  program.out.close_read();
  EXPECT_EQ(program.err.read_line(), "");  // it is gone before its input ends
  EXPECT_EQ(program.wait(), 0);
}

TEST(Program, puts_nothing_in_the_place_of_a_standard_stream_it_is_started_without) {
  Program program({}, STDERR_FILENO);
  program.send(initialize("2025-11-25"));
  EXPECT_THAT(program.out.read_line(), HasSubstr("init"));
  EXPECT_EQ(program.target_of(STDIN_FILENO), "/dev/null");
  EXPECT_EQ(program.target_of(STDOUT_FILENO), "/dev/null");
  EXPECT_EQ(program.target_of(STDERR_FILENO), "/dev/null");
  program.send(call("1", "print", R"({"text":"noise"})"));
  EXPECT_THAT(program.out.read_line(), HasSubstr(R"("id":1)"));
  program.send(call("2", "crash"));  // is logged
  EXPECT_THAT(program.out.read_line(), HasSubstr(R"("id":2)"));
  EXPECT_EQ(program.wait(), 0);
  for (const int closed : {STDIN_FILENO, STDOUT_FILENO}) EXPECT_EQ(Program({}, closed).wait(), 0) << closed;
}

TEST(Program, leaves_the_defaults_of_signals_that_become_errors_to_children_of_tools) {
  Program program({});
  program.send(initialize("2025-11-25"));
  EXPECT_THAT(program.out.read_line(), HasSubstr("init"));
  for (const int number : {SIGPIPE, SIGXFSZ}) {
    EXPECT_EQ(program.signals("SigIgn") >> (number - 1) & 1U, 0U) << number;  // exec would pass that on
    EXPECT_EQ(program.signals("SigCgt") >> (number - 1) & 1U, 1U) << number;  // and this not
  }
  EXPECT_EQ(program.wait(), 0);
}

TEST(Program, refuses_to_serve_while_a_class_has_no_object) {
  const Outcome outcome = run({"--unbound"}, initialize("2025-11-25") + "\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("fixture::Stage"));
  EXPECT_EQ(run({"--unbound", "--list"}).status, 0);
}

TEST(Program, lists_tools_for_people) {
  const Outcome outcome = run({"--list"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, StartsWith("fixture 1.2.3: 16 tools\n"));
  EXPECT_THAT(outcome.out, HasSubstr("\n  add(a, b)            A tool of the tests.\n"));
}

TEST(Program, prints_manifest_version_and_help) {
  const std::string manifest = run({"--manifest"}).out;
  EXPECT_THAT(manifest, StartsWith("{\n  \"manifest\": 1,\n  \"name\": \"fixture\",\n  \"version\": \"1.2.3\",\n"));
  EXPECT_EQ(nlohmann::json::parse(manifest).at("tools").at(0).at("name"), "add");
  EXPECT_EQ(run({"--version"}).out, "fixture 1.2.3\n");
  const Outcome help = run({"--help"});
  EXPECT_EQ(help.status, 0);
  for (const char* option :
       {"--list", "--manifest", "--call", "--client-config", "--version", "--max-message", "--max-result",
        "--max-in-flight", "--max-workers", "--grace", "1024", "16M", "4M", "10000 messages", "64M"}) {
    EXPECT_THAT(help.out, HasSubstr(option));
  }
}

TEST(Program, calls_a_tool_and_prints_its_structured_result) {
  const Outcome outcome = run({"--call", "mirror", R"({"point":{"x":1,"y":2}})"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "{\n  \"x\": -1,\n  \"y\": -2\n}\n");
}

TEST(Program, calls_a_tool_and_prints_its_text) {
  EXPECT_EQ(run({"--call", "echo", "{\n\"text\": \"two\\nlines\"\n}"}).out, "two\nlines\n");
  EXPECT_EQ(run({"--call=count"}).out, "{\n  \"result\": 1\n}\n");
  const Outcome printed = run({"--call", "print", R"({"text":"noise"})"});
  EXPECT_EQ(printed.out, "");
  EXPECT_EQ(printed.err, "noise\nnoise\n");
}

TEST(Program, reports_failed_calls_by_exit_status_and_text) {
  const Outcome failed = run({"--call", "fail", R"({"why":"no such city"})"});
  EXPECT_EQ(failed.status, 1);
  EXPECT_EQ(failed.out, "");
  EXPECT_EQ(failed.err, "no such city\n");
  const Outcome wrong = run({"--call", "add", R"({"a":"x"})"});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.err, HasSubstr("$.a: expected number"));
  EXPECT_EQ(run({"--call", "ad", "{}"}).status, 2);
  EXPECT_THAT(run({"--call", "ad", "{}"}).err, HasSubstr("did you mean \"add\"?"));
  EXPECT_EQ(run({"--call", "add", "{"}).status, 2);
  EXPECT_EQ(run({"--call", "add", "[]"}).status, 2);
  EXPECT_EQ(run({"--call"}).status, 2);
}

/// Quoted where a shell needs it: the build directory may have a space in its name.
std::string shell_word(const std::string& path) {
  return path.find(' ') == std::string::npos ? path : "'" + path + "'";
}

TEST(Program, prints_what_to_tell_each_client) {
  const std::string program = std::filesystem::canonical(kProgram).string();
  for (const auto& [client, member] :
       {std::pair("claude-desktop", "mcpServers"), std::pair("cursor", "mcpServers"), std::pair("vscode", "servers")}) {
    const Outcome outcome = run({"--client-config", client});
    EXPECT_EQ(outcome.status, 0);
    const auto config = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(config.at(member).at("fixture").at("command"), program) << client;
    EXPECT_TRUE(config.at(member).at("fixture").at("args").empty()) << client;
  }
  EXPECT_EQ(run({"--client-config", "claude-code"}).out,
            "claude mcp add --transport stdio fixture -- " + shell_word(program) + "\n");
  EXPECT_EQ(run({"--client-config", "emacs"}).status, 2);
}

TEST(Program, refuses_options_it_does_not_know_and_values_that_make_no_sense) {
  EXPECT_THAT(run({"--lst"}).err, HasSubstr("did you mean --list?"));
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--lst"},
                                             {"list"},
                                             {"--max-message"},
                                             {"--max-message", "0"},
                                             {"--max-message=4X"},
                                             {"--max-message", "99999999999999999999"},
                                             {"--max-result", "-1"},
                                             {"--max-in-flight", "many"},
                                             {"--max-workers", "0"},
                                             {"--grace", "2"},
                                             {"--grace", "-1s"},
                                             {"--list", "--manifest"}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments[0];
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("--help"));
  }
}

TEST(Program, keeps_the_limits_it_is_given) {
  const Outcome outcome =
      run({"--max-message=200", "--max-result", "1K", "--max-in-flight=5", "--max-workers", "2", "--grace", "1s"},
          initialize("2025-11-25") + "\n" + request("1", "ping", "{\"x\":\"" + std::string(300, 'x') + "\"}") + "\n" +
              call("2", "repeat", R"({"text":"x","times":2000})") + "\n");
  EXPECT_THAT(outcome.out, HasSubstr("limit of 200 bytes"));
  EXPECT_THAT(outcome.out, HasSubstr("limit of 1024;"));
}

}  // namespace program_test
