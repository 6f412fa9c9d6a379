#include "watcher.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

namespace {

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

}  // namespace

Watcher::Watcher(const std::filesystem::path& directory, std::function<void(const std::string&, Change)> on_change)
    : on_change_(std::move(on_change)), events_(checked(::inotify_init1(IN_CLOEXEC), "inotify")), end_(-1) {
  try {
    constexpr std::uint32_t kEvents = IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE;
    checked(::inotify_add_watch(events_, directory.c_str(), kEvents), "inotify");
    end_ = checked(::eventfd(0, EFD_CLOEXEC), "eventfd");
    thread_ = std::thread([this] { watch(); });
  } catch (...) {
    ::close(events_);
    if (end_ >= 0) ::close(end_);
    throw;
  }
}

Watcher::~Watcher() {
  const std::uint64_t one = 1;
  if (::write(end_, &one, sizeof one) == sizeof one) thread_.join();
  ::close(events_);
  ::close(end_);
}

void Watcher::watch() {
  alignas(inotify_event) std::array<char, 16384> bytes{};
  while (true) {
    std::array<pollfd, 2> ready{{{events_, POLLIN, 0}, {end_, POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR) return;
    if (ready[1].revents != 0) return;
    if (ready[0].revents == 0) continue;
    const ssize_t got = ::read(events_, bytes.data(), bytes.size());
    for (ssize_t at = 0; at < got;) {
      const auto* const event = reinterpret_cast<const inotify_event*>(bytes.data() + at);
      at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
      const std::string name = event->len != 0 ? event->name : "";
      if (!name.ends_with(".md")) continue;
      if ((event->mask & (IN_DELETE | IN_MOVED_FROM)) != 0) {
        on_change_(name, Change::Gone);
      } else if ((event->mask & (IN_CREATE | IN_MOVED_TO)) != 0) {
        on_change_(name, Change::Come);
      } else {
        on_change_(name, Change::Written);
      }
    }
  }
}
