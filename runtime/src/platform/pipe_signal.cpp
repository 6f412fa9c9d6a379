#include "platform/pipe_signal.hpp"

#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

namespace mcp::transport {

namespace {

sigset_t pipe_signal() noexcept {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGPIPE);
  return set;
}

}  // namespace

bool pipe_signal_ends_process() noexcept {
  struct sigaction now{};
  return ::sigaction(SIGPIPE, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == SIG_DFL;
}

PipeSignalGuard::PipeSignalGuard() noexcept {
  const sigset_t signal = pipe_signal();
  ::pthread_sigmask(SIG_BLOCK, &signal, &before_);
  was_blocked_ = ::sigismember(&before_, SIGPIPE) == 1;
}

/// The signal of a failed write is sent to the thread that wrote, and waits there while it is blocked.
PipeSignalGuard::~PipeSignalGuard() {
  const int error = errno;
  if (broke_ && !was_blocked_) {
    const sigset_t signal = pipe_signal();
    const timespec at_once{};
    while (::sigtimedwait(&signal, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  errno = error;
}

ssize_t write_without_signal(int descriptor, std::string_view bytes) noexcept {
  PipeSignalGuard guard;
  const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
  if (written < 0 && errno == EPIPE) guard.broke();
  return written;
}

}  // namespace mcp::transport
