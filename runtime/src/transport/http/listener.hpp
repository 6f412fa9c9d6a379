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
  std::string address;  // for a URL: "127.0.0.1:8080", "[::1]:8080", or the path of a Unix socket
};

/// Listens on every address of `host`, on one port; without a host on the loopback interface, IPv4 and, where there is
/// any, IPv6. Throws std::system_error or std::runtime_error with a text that names the address.
[[nodiscard]] std::vector<Listener> listen_on(const std::string& host, unsigned short port);

/// Listens on a Unix socket. One that nobody listens on any more is replaced; it is the user's alone.
[[nodiscard]] Listener listen_on_path(const std::string& path);

/// Accepts without blocking; -1 with errno. `peer`: the address without its port, an IPv6 one by its network (/64), a
/// Unix peer by its user.
[[nodiscard]] int accept_from(int listener, std::string& peer);

/// Whether all of what `host` means is loopback.
[[nodiscard]] bool is_loopback(std::string_view host);

/// Whether some of it is the address that stands for all of the machine's.
[[nodiscard]] bool is_any(std::string_view host);

}  // namespace mcp::transport::http
