#include "platform/beneath.hpp"

#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <deque>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::internal {

namespace {

constexpr int kMostLinks = 40;
/// openat2 fails with EAGAIN if a concurrent rename could have led out of the directory; this many attempts are made.
constexpr int kMostTries = 100;

/// Puts the parts of `path` in front of `parts`.
void prepend(std::string_view path, std::deque<std::string>& parts) {
  while (!path.empty()) {
    const std::size_t slash = path.rfind('/');
    const std::string_view part = slash == std::string_view::npos ? path : path.substr(slash + 1);
    if (!part.empty() && part != ".") parts.emplace_front(part);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
  }
}

int refuse(int error) noexcept {
  errno = error;
  return -1;
}

}  // namespace

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = other.release();
  }
  return *this;
}

int open_by_kernel(int directory, const std::string& path, int flags) {
  open_how how{};
  how.flags = static_cast<unsigned>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  int fd = -1;
  for (int tries = 0; tries < kMostTries; ++tries) {
    fd = static_cast<int>(::syscall(SYS_openat2, directory, path.c_str(), &how, sizeof how));
    if (fd >= 0 || (errno != EAGAIN && errno != EINTR)) break;
  }
  return fd;
}

int open_by_parts(int directory, const std::string& path, int flags) {
  if (path.starts_with('/')) return refuse(EXDEV);
  std::deque<std::string> parts;
  prepend(path, parts);
  std::vector<Descriptor> entered;
  int links = 0;
  for (;;) {
    const int here = entered.empty() ? directory : entered.back().get();
    if (parts.empty()) return ::openat(here, ".", flags | O_CLOEXEC);
    const std::string part = std::move(parts.front());
    parts.pop_front();
    if (part == "..") {
      if (entered.empty()) return refuse(EXDEV);
      entered.pop_back();
      continue;
    }
    char target[PATH_MAX];
    const ssize_t size = ::readlinkat(here, part.c_str(), target, sizeof target);
    if (size >= 0) {
      if (++links > kMostLinks) return refuse(ELOOP);
      if (target[0] == '/') return refuse(EXDEV);
      prepend(std::string_view(target, static_cast<std::size_t>(size)), parts);
      continue;
    }
    if (errno != EINVAL) return -1;  // EINVAL: not a link; if it has become one meanwhile, it is not followed
    if (parts.empty()) return ::openat(here, part.c_str(), flags | O_NOFOLLOW | O_CLOEXEC);
    Descriptor next(::openat(here, part.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (next.get() < 0) return -1;
    entered.push_back(std::move(next));
  }
}

int open_beneath(int directory, const std::string& path, int flags) {
  const int fd = open_by_kernel(directory, path, flags);
  if (fd >= 0 || (errno != ENOSYS && errno != EPERM)) return fd;
  return open_by_parts(directory, path, flags);
}

}  // namespace mcp::internal
