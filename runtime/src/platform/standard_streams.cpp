#include "platform/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace mcp::transport {

namespace {

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

}  // namespace

void open_missing_standard_streams() noexcept {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    // open() returns the lowest free descriptor, which is this one. Children inherit it, like any standard stream.
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) (void)::open("/dev/null", O_RDWR);
  }
}

StandardStreams isolate_standard_streams() {
  open_missing_standard_streams();
  StandardStreams streams{};
  streams.in = checked(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), "stdin");
  streams.out = checked(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), "stdout");
  const int nothing = checked(::open("/dev/null", O_RDWR | O_CLOEXEC), "/dev/null");
  checked(::dup2(nothing, STDIN_FILENO), "stdin");
  if (::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) checked(::dup2(nothing, STDOUT_FILENO), "stdout");
  if (nothing > STDERR_FILENO) ::close(nothing);
  // Line buffering writes each line that a handler prints at once, even if the process crashes later.
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  return streams;
}

}  // namespace mcp::transport
