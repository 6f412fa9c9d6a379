#include "cli/stop_signals.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>

namespace mcp::cli {

namespace {

// A signal handler gets no argument, so this one thing is global. Blocking the signals and reading them from a
// descriptor would need none, but children that a tool starts would inherit the blocked mask.
std::atomic<const transport::WakeUp*> stop_signal_target{nullptr};
static_assert(std::atomic<const transport::WakeUp*>::is_always_lock_free);

void on_stop_signal(int) {
  const int saved = errno;
  if (const transport::WakeUp* const target = stop_signal_target.load()) target->signal();
  errno = saved;
}

void set_action(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = handler == SIG_DFL ? 0 : static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGINT, &action, nullptr);
}

}  // namespace

StopSignals::StopSignals(const transport::WakeUp& stop) {
  stop_signal_target.store(&stop);
  set_action(&on_stop_signal);
}

StopSignals::~StopSignals() {
  set_action(SIG_DFL);
  stop_signal_target.store(nullptr);
}

}  // namespace mcp::cli
