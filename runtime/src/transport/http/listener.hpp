// The sockets that a server accepts connections on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcp::transport::http {

/// An open descriptor. Movable.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) noexcept : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  [[nodiscard]] int get() const noexcept { return number_; }
  [[nodiscard]] int release() noexcept;

 private:
  int number_;
};

struct Listener {
  Descriptor socket;
  std::string address;      // for a URL: "127.0.0.1:8080", "[::1]:8080", or the path of a Unix socket
  unsigned short port = 0;  // of TCP
};

/// Listens on every address of `host`, on one port; without a host on the loopback interface, IPv4 and, where there is
/// any, IPv6. Throws std::system_error or std::runtime_error with a text that names the address.
[[nodiscard]] std::vector<Listener> listen_on(const std::string& host, unsigned short port);

/// Listens on a Unix socket. A socket file without a listening process is replaced. Only the user of this process can
/// connect.
[[nodiscard]] Listener listen_on_path(const std::string& path);

/// Accepts a connection without blocking; -1 with errno. Sets `peer` to the address without a port: the network (/64)
/// of an IPv6 address, the user id of a peer on a Unix socket.
[[nodiscard]] int accept_from(int listener, std::string& peer);

/// Whether every address of `host` is a loopback address.
[[nodiscard]] bool is_loopback(std::string_view host);

/// Whether an address of `host` is the unspecified one, which stands for all addresses of the machine.
[[nodiscard]] bool is_any(std::string_view host);

}  // namespace mcp::transport::http
