// A client's end of a TCP connection to a server of the test.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace testing_support {

/// A connection to a server on 127.0.0.1.
class Socket {
 public:
  template <class Serving>
  explicit Socket(const Serving& serving) : Socket(serving.port()) {}
  explicit Socket(unsigned short port) : number_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(number_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  ~Socket() { ::close(number_); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  /// False if the server is gone.
  bool send(std::string_view text) {
    while (!text.empty()) {
      const ssize_t sent = ::send(number_, text.data(), text.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  /// Waits for at most `time` until the server has closed both directions.
  void wait_until_closed(std::chrono::milliseconds time) {
    pollfd socket{.fd = number_, .events = 0, .revents = 0};  // POLLHUP and POLLERR are always told
    ::poll(&socket, 1, static_cast<int>(time.count()));
  }
  void close_for_writing() { ::shutdown(number_, SHUT_WR); }
  /// Up to and with `end`, or to the end of the connection.
  std::string read_until(std::string_view end) {
    std::string text;
    char c = 0;
    while (!text.ends_with(end) && ::recv(number_, &c, 1, 0) == 1) text += c;
    return text;
  }
  std::string read_all() { return read_until(std::string_view("\0\0", 2)); }

 private:
  int number_;
};

inline std::string post(std::string_view fields, std::string_view body) {
  return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + std::string(fields) +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

}  // namespace testing_support
