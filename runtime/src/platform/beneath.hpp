// Opens files below a directory. No symbolic link leads out of it.
#pragma once

#include <string>

namespace mcp::internal {

/// A descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) noexcept : fd_(fd) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;

  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] int release() noexcept {
    const int fd = fd_;
    fd_ = -1;
    return fd;
  }

 private:
  int fd_;
};

/// Like open(2) with `flags` and O_CLOEXEC, but `path` and its links must stay below `directory`; otherwise fails with
/// EXDEV. Returns a descriptor, or -1 with errno set.
[[nodiscard]] int open_beneath(int directory, const std::string& path, int flags);

/// The two implementations: by openat2 (fails with ENOSYS or EPERM where the system call is missing), and part by part.
[[nodiscard]] int open_by_kernel(int directory, const std::string& path, int flags);
[[nodiscard]] int open_by_parts(int directory, const std::string& path, int flags);

}  // namespace mcp::internal
