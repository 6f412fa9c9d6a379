#include "platform/stop_signals.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>

namespace mcp::cli {

namespace {

// A signal handler gets no argument, so this variable is global. A signalfd would need no global, but requires blocked
// signals, and the child processes of a tool would inherit the blocked mask.
std::atomic<const transport::WakeUp*> stop_signal_target{nullptr};
static_assert(std::atomic<const transport::WakeUp*>::is_always_lock_free);

void on_stop_signal(int) {
  const int saved = errno;
  if (const transport::WakeUp* const target = stop_signal_target.load()) target->signal();
  errno = saved;
}

void set_action(int signal, void (*handler)(int), int flags) noexcept {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

/// The program's own disposition of a signal.
enum class Wish { Default, Ignore, Handler };

Wish wish_for(int signal) noexcept {
  struct sigaction action = {};
  sigaction(signal, nullptr, &action);
  if ((action.sa_flags & static_cast<int>(SA_SIGINFO)) != 0) return Wish::Handler;
  return action.sa_handler == SIG_DFL ? Wish::Default : action.sa_handler == SIG_IGN ? Wish::Ignore : Wish::Handler;
}

void do_nothing(int) {}

constexpr int kOnce = static_cast<int>(SA_RESETHAND) | SA_RESTART;

}  // namespace

StopSignals::StopSignals(const transport::WakeUp& stop) {
  stop_signal_target.store(&stop);
  set_action(SIGTERM, &on_stop_signal, kOnce);
  set_action(SIGINT, &on_stop_signal, kOnce);
  hang_up_ = wish_for(SIGHUP) == Wish::Default;
  if (hang_up_) set_action(SIGHUP, &on_stop_signal, SA_RESTART);
}

StopSignals::~StopSignals() {
  set_action(SIGTERM, SIG_DFL, 0);
  set_action(SIGINT, SIG_DFL, 0);
  if (hang_up_) set_action(SIGHUP, SIG_DFL, 0);
  stop_signal_target.store(nullptr);
}

void make_errors_of_signals() noexcept {
  // Empty handlers instead of SIG_IGN: child processes would inherit SIG_IGN, whereas exec resets handlers to the
  // default.
  for (const int signal : {SIGPIPE, SIGXFSZ}) {
    if (wish_for(signal) != Wish::Handler) set_action(signal, &do_nothing, SA_RESTART);
  }
}

}  // namespace mcp::cli
