#include "platform/wake_up.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

namespace mcp::transport {

namespace {

int make_eventfd() {
  const int descriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  return descriptor;
}

}  // namespace

WakeUp::WakeUp() : descriptor_(make_eventfd()) {}

WakeUp::~WakeUp() { ::close(descriptor_); }

void WakeUp::signal() const noexcept {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written =
      ::write(descriptor_, &one, sizeof one);  // can fail only if it is already signalled
}

void WakeUp::reset() const noexcept {
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t got = ::read(descriptor_, &count, sizeof count);
}

}  // namespace mcp::transport
