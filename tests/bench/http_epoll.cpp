// The least that can serve HTTP: waits for the end of a request's header, reads as many bytes as its Content-Length
// says, and sends a canned answer. Keep-alive only; checks nothing. The yardstick for a server that does all the rest.
//
//   http_epoll PORT BYTES   the answers' bodies have BYTES bytes; PORT 0 takes a free one. Prints the port first.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>

namespace {

[[noreturn]] void fail(const char* why) {
  std::perror(why);
  std::exit(1);
}

std::size_t content_length(std::string_view head) {
  constexpr std::string_view kName = "content-length:";
  std::size_t at = 0;
  while ((at = head.find("\r\n", at)) != std::string_view::npos) {
    at += 2;
    if (head.size() - at < kName.size() || strncasecmp(head.data() + at, kName.data(), kName.size()) != 0) continue;
    std::size_t length = 0;
    const std::size_t digits = head.find_first_not_of(' ', at + kName.size());
    if (digits != std::string_view::npos) std::from_chars(head.data() + digits, head.data() + head.size(), length);
    return length;
  }
  return 0;
}

/// The bytes of the request at the start of `bytes`; 0 if it is not complete.
std::size_t request_size(std::string_view bytes) {
  const void* const end = memmem(bytes.data(), bytes.size(), "\r\n\r\n", 4);
  if (end == nullptr) return 0;
  const auto head = static_cast<std::size_t>(static_cast<const char*>(end) - bytes.data()) + 4;
  const std::size_t size = head + content_length(bytes.substr(0, head));
  return size <= bytes.size() ? size : 0;
}

class Server {
 public:
  Server(std::uint16_t port, std::size_t body_bytes)
      : answer_("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body_bytes) +
                "\r\n\r\n" + std::string(body_bytes, 'x')) {
    const int on = 1;
    setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const raw = reinterpret_cast<sockaddr*>(&address);
    if (bind(listener_, raw, size) != 0 || listen(listener_, SOMAXCONN) != 0) fail("cannot listen");
    getsockname(listener_, raw, &size);
    std::printf("%u\n", static_cast<unsigned>(ntohs(address.sin_port)));
    std::fflush(stdout);
    watch(listener_);
  }

  [[noreturn]] void run() {
    std::array<epoll_event, 256> events;
    for (;;) {
      const int count = epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
      for (int i = 0; i < count; ++i) {
        const int fd = events[static_cast<std::size_t>(i)].data.fd;
        if (fd == listener_) {
          accept_client();
        } else {
          serve(fd);
        }
      }
    }
  }

 private:
  void watch(int fd) const {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = fd;
    epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
  }

  void accept_client() const {
    const int client = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (client < 0) return;
    const int on = 1;
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    watch(client);
  }

  void serve(int fd) {
    const ssize_t got = read(fd, chunk_.data(), chunk_.size());
    if (got <= 0) {
      partial_.erase(fd);
      close(fd);
      return;
    }
    std::string_view bytes(chunk_.data(), static_cast<std::size_t>(got));
    const auto partial = partial_.find(fd);
    if (partial != partial_.end()) bytes = partial->second.append(bytes);
    std::size_t size = 0;
    while (!bytes.empty() && (size = request_size(bytes)) != 0) {
      // An answer is far smaller than a socket's buffer, and its client waits for it.
      if (send(fd, answer_.data(), answer_.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(answer_.size())) {
        shutdown(fd, SHUT_RDWR);
      }
      bytes.remove_prefix(size);
    }
    if (!bytes.empty()) {
      partial_[fd] = std::string(bytes);
    } else if (partial != partial_.end()) {
      partial_.erase(partial);
    }
  }

  std::string answer_;
  int listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int epoll_ = epoll_create1(EPOLL_CLOEXEC);
  std::unordered_map<int, std::string> partial_;
  std::array<char, 1 << 16> chunk_{};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: bench_http_epoll PORT BYTES\n", stderr);
    return 1;
  }
  Server(static_cast<std::uint16_t>(std::strtoul(argv[1], nullptr, 10)), std::strtoul(argv[2], nullptr, 10)).run();
}
