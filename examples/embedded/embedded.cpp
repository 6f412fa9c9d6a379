// A program with a loop and signals of its own, which serves two MCP servers meanwhile: one over stdio to the client
// that started it, and one over HTTP to others, who may look and not touch. Its tools run on the thread of the loop.
#include <mcp/mcp.hpp>
#include <mcp/serve.hpp>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "embedded.mcp.hpp"

/// Temperatures in degrees Celsius.
struct Reading {
  double now;     ///< In the room
  double wanted;  ///< What the heating works for
};

/// The heating of a room. No lock guards it: the loop and the tools use it on one thread.
class Thermostat {
 public:
  /// Read the temperature of the room.
  MCP_TOOL(.read_only = true, .executor = "main")
  Reading read_temperature() const { return reading_; }

  /// Set the temperature that the heating works for.
  /// @param celsius In degrees Celsius
  MCP_TOOL(.destructive = false, .idempotent = true, .executor = "main")
  Reading set_temperature(MCP_PARAM(.minimum = 5, .maximum = 30) double celsius) {
    reading_.wanted = celsius;
    return reading_;
  }

  /// A tick of the loop: a tenth of the way.
  void tick() { reading_.now += (reading_.wanted - reading_.now) / 10; }

 private:
  Reading reading_{.now = 15, .wanted = 20};
};

/// Which thread a tool runs on.
struct Where {
  bool is_main_thread;  ///< Whether it is the one of the program's main function
};

// On Linux the main thread has the number of the process.
Where here() { return {.is_main_thread = ::gettid() == ::getpid()}; }

/// Tell on which thread a tool runs that asks for the main thread.
MCP_TOOL(.read_only = true, .executor = "main")
Where on_the_loop() { return here(); }

/// Tell on which thread a tool runs that asks for none: one of the server's own.
MCP_TOOL(.read_only = true)
Where on_any_thread() { return here(); }

namespace {

/// A descriptor of the loop.
struct Descriptor {
  explicit Descriptor(int opened) : number(opened) {
    if (opened < 0) std::exit(EXIT_FAILURE);
  }
  ~Descriptor() { ::close(number); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  /// Of an event, a timer: how often it happened since the last time.
  std::uint64_t take() const {
    std::uint64_t count = 0;
    return ::read(number, &count, sizeof count) == sizeof count ? count : 0;
  }

  const int number;
};

/// The program. It returns when it is told to stop, or when the client at stdin has gone.
void run_loop(const Descriptor& signals, const Descriptor& timer, const Descriptor& wake, Thermostat& thermostat,
              mcp::MainThread& main_thread, const mcp::Serving& stdio) {
  pollfd events[] = {{signals.number, POLLIN, 0}, {timer.number, POLLIN, 0}, {wake.number, POLLIN, 0}};
  while (::poll(events, std::size(events), -1) >= 0 || errno == EINTR) {
    if (events[0].revents != 0) return;
    if (events[1].revents != 0 && timer.take() != 0) {
      thermostat.tick();
      if (stdio.wait_for(std::chrono::milliseconds(0))) return;
    }
    if (events[2].revents != 0 && wake.take() != 0) main_thread.poll();  // the tools
  }
}

}  // namespace

int main() {
  // The signals are the loop's. They are blocked before a thread is started, and so in all threads.
  sigset_t stop;
  ::sigemptyset(&stop);
  ::sigaddset(&stop, SIGINT);
  ::sigaddset(&stop, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &stop, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // a client that is gone is no reason to end

  const Descriptor signals(::signalfd(-1, &stop, SFD_CLOEXEC));
  const Descriptor timer(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC));
  const Descriptor wake(::eventfd(0, EFD_CLOEXEC));
  constexpr itimerspec kEvery = {.it_interval = {.tv_sec = 0, .tv_nsec = 100'000'000},
                                 .it_value = {.tv_sec = 0, .tv_nsec = 100'000'000}};
  ::timerfd_settime(timer.number, 0, &kEvery, nullptr);

  try {
    Thermostat thermostat;
    mcp::MainThread main_thread;
    main_thread.set_wake([&] {
      const std::uint64_t once = 1;
      (void)!::write(wake.number, &once, sizeof once);
    });

    auto of_owner = mcp::generated::embedded::server();
    of_owner.bind(thermostat).executor("main", main_thread);
    auto of_others = mcp::generated::embedded::server();
    of_others.bind(thermostat).executor("main", main_thread);
    of_others.tools().disable("set_temperature");

    const mcp::Serving stdio = mcp::serve_stdio(of_owner, {.stdio = {.isolate = true}});
    const mcp::Serving http = mcp::serve_http(of_others);
    std::fprintf(stderr, "%s\n", http.url().c_str());
    run_loop(signals, timer, wake, thermostat, main_thread, stdio);
    // The servers end before what their tools use. Calls that wait for this thread are run by stop().
    http.stop();
    stdio.stop();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "embedded: %s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
