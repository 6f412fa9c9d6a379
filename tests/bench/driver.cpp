// Measures a server over its pipes. Every answer is checked.
//
//   driver calls COUNT WINDOW PROGRAM…   COUNT calls of `add`, WINDOW in flight; prints calls per second
//   driver start ROUNDS PROGRAM…         median time from starting the program to its first answer, in ms
//   driver spawn ROUNDS PROGRAM…         median time from starting a program to its end, in ms
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

extern char** environ;

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "driver: %s\n", why.c_str());
  std::exit(1);
}

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// A running program with pipes to its standard input and output.
class Program {
 public:
  explicit Program(char** arguments) {
    int in[2];
    int out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) fail("no pipes");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    if (posix_spawnp(&pid_, arguments[0], &actions, nullptr, arguments, environ) != 0) {
      fail(std::string("cannot start ") + arguments[0]);
    }
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
  }
  ~Program() {
    close(to_);
    close(from_);
    int status = 0;
    waitpid(pid_, &status, 0);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] int to() const { return to_; }
  [[nodiscard]] int from() const { return from_; }

 private:
  pid_t pid_ = 0;
  int to_ = -1;
  int from_ = -1;
};

std::string call(std::size_t id) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
         R"(,"method":"tools/call","params":{"name":"add","arguments":{"a":)" + std::to_string(id) +
         R"(,"b":1},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})"
         "\n";
}

/// The id of an answer whose sum is right.
std::size_t checked_id(std::string_view line) {
  const auto number = [&](std::string_view key) {
    const std::size_t at = line.find(key);
    double value = 0;
    if (at == std::string_view::npos ||
        std::from_chars(line.data() + at + key.size(), line.data() + line.size(), value).ec != std::errc()) {
      fail("unexpected answer: " + std::string(line));
    }
    return value;
  };
  const double id = number("\"id\":");
  if (number("\"structuredContent\":{\"result\":") != id + 1) fail("wrong sum: " + std::string(line));
  return static_cast<std::size_t>(id);
}

double calls_per_second(std::size_t count, std::size_t window, char** arguments) {
  std::vector<std::string> requests;
  requests.reserve(count);
  for (std::size_t id = 0; id < count; ++id) requests.push_back(call(id));
  std::vector<bool> answered(count);

  const Program program(arguments);
  fcntl(program.to(), F_SETFL, O_NONBLOCK);
  std::string out;
  std::string in;
  std::vector<char> chunk(1 << 16);
  std::size_t sent = 0;
  std::size_t done = 0;
  const Clock::time_point start = Clock::now();
  while (done < count) {
    while (sent < count && sent - done < window) out += requests[sent++];
    pollfd fds[2] = {{program.from(), POLLIN, 0}, {program.to(), static_cast<short>(out.empty() ? 0 : POLLOUT), 0}};
    if (poll(fds, 2, 10000) <= 0) fail("no answer for 10 s");
    if ((fds[1].revents & POLLOUT) != 0) {
      const ssize_t written = write(program.to(), out.data(), out.size());
      if (written > 0) out.erase(0, static_cast<std::size_t>(written));
    }
    if (fds[0].revents == 0) continue;
    const ssize_t got = read(program.from(), chunk.data(), chunk.size());
    if (got <= 0) fail("the server went away");
    in.append(chunk.data(), static_cast<std::size_t>(got));
    std::size_t at = 0;
    for (std::size_t end = 0; (end = in.find('\n', at)) != std::string::npos; at = end + 1) {
      const std::size_t id = checked_id(std::string_view(in).substr(at, end - at));
      if (id >= count || answered[id]) fail("an answer to nothing: " + std::to_string(id));
      answered[id] = true;
      ++done;
    }
    in.erase(0, at);
  }
  return static_cast<double>(count) / (milliseconds_since(start) / 1000);
}

double first_answer(char** arguments) {
  const std::string request = call(1);
  const Clock::time_point start = Clock::now();
  const Program program(arguments);
  if (write(program.to(), request.data(), request.size()) != static_cast<ssize_t>(request.size())) fail("cannot write");
  std::string in;
  char chunk[4096];
  while (in.find('\n') == std::string::npos) {
    const ssize_t got = read(program.from(), chunk, sizeof chunk);
    if (got <= 0) fail("the server went away");
    in.append(chunk, static_cast<std::size_t>(got));
  }
  const double elapsed = milliseconds_since(start);
  (void)checked_id(in);
  return elapsed;
}

double whole_run(char** arguments) {
  const Clock::time_point start = Clock::now();
  {
    const Program program(arguments);
  }
  return milliseconds_since(start);
}

template <class Measure>
double median(std::size_t rounds, const Measure& measure) {
  std::vector<double> all;
  for (std::size_t i = 0; i < rounds; ++i) all.push_back(measure());
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 3 ? argv[1] : "";
  if (mode == "calls" && argc > 4) {
    std::printf("%.0f\n", calls_per_second(std::stoul(argv[2]), std::stoul(argv[3]), argv + 4));
  } else if (mode == "start") {
    std::printf("%.3f\n", median(std::stoul(argv[2]), [&] { return first_answer(argv + 3); }));
  } else if (mode == "spawn") {
    std::printf("%.3f\n", median(std::stoul(argv[2]), [&] { return whole_run(argv + 3); }));
  } else {
    fail("usage: driver calls COUNT WINDOW PROGRAM… | start ROUNDS PROGRAM… | spawn ROUNDS PROGRAM…");
  }
}
