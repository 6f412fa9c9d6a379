#include "transport/http/listener.hpp"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace mcp::transport::http {

namespace {

constexpr int kBacklog = 4096;
constexpr int kNotSent = 128 << 10;  // bytes

[[noreturn]] void fail(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

std::string text_of(const sockaddr_storage& address, bool with_port) {
  char name[INET6_ADDRSTRLEN] = "";
  if (address.ss_family == AF_INET6) {
    auto six = reinterpret_cast<const sockaddr_in6&>(address);
    const auto port = std::to_string(ntohs(six.sin6_port));
    if (!with_port) std::memset(six.sin6_addr.s6_addr + 8, 0, 8);  // a client usually has the whole network
    ::inet_ntop(AF_INET6, &six.sin6_addr, name, sizeof name);
    return with_port ? "[" + std::string(name) + "]:" + port : std::string(name) + "/64";
  }
  const auto& four = reinterpret_cast<const sockaddr_in&>(address);
  ::inet_ntop(AF_INET, &four.sin_addr, name, sizeof name);
  return with_port ? std::string(name) + ":" + std::to_string(ntohs(four.sin_port)) : std::string(name);
}

/// The port that the system gave.
unsigned short port_of(const Descriptor& socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                                             : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

Listener listen_on_address(const addrinfo& entry, unsigned short port) {
  sockaddr_storage address{};
  std::memcpy(&address, entry.ai_addr, entry.ai_addrlen);
  if (address.ss_family == AF_INET6) {
    reinterpret_cast<sockaddr_in6&>(address).sin6_port = htons(port);
  } else {
    reinterpret_cast<sockaddr_in&>(address).sin_port = htons(port);
  }
  const std::string name = text_of(address, true);
  Descriptor socket(::socket(entry.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (socket.get() < 0) fail("cannot open a socket for " + name);
  const int on = 1;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (entry.ai_family == AF_INET6) ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  // The system buffers little of what the client has not read, so that a client that reads slowly can be told from one
  // that reads nothing. Accepted sockets inherit the option.
  ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kNotSent, sizeof kNotSent);
  if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), entry.ai_addrlen) < 0 ||
      ::listen(socket.get(), kBacklog) < 0) {
    fail("cannot listen on " + name);
  }
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&bound), &size);
  const unsigned short own_port = port_of(socket);
  return {std::move(socket), text_of(bound, true), own_port};
}

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

AddressList resolve(const std::string& host) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  // Brackets are how an IPv6 address stands before a port.
  const std::string name = host.starts_with('[') && host.ends_with(']') ? host.substr(1, host.size() - 2) : host;
  const int problem = ::getaddrinfo(name.c_str(), nullptr, &hints, &found);
  if (problem != 0) throw std::runtime_error("cannot find the host \"" + host + "\": " + ::gai_strerror(problem));
  return {found, &::freeaddrinfo};
}

bool is_loopback_address(const sockaddr& address) {
  if (address.sa_family == AF_INET6) {
    return IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6&>(address).sin6_addr) != 0;
  }
  return address.sa_family == AF_INET &&
         (ntohl(reinterpret_cast<const sockaddr_in&>(address).sin_addr.s_addr) >> 24) == 127;
}

bool is_any_address(const sockaddr& address) {
  if (address.sa_family == AF_INET6) {
    return IN6_IS_ADDR_UNSPECIFIED(&reinterpret_cast<const sockaddr_in6&>(address).sin6_addr) != 0;
  }
  return address.sa_family == AF_INET && reinterpret_cast<const sockaddr_in&>(address).sin_addr.s_addr == INADDR_ANY;
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  Descriptor old(std::exchange(number_, other.release()));
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

int Descriptor::release() noexcept { return std::exchange(number_, -1); }

std::vector<Listener> listen_on(const std::string& host, unsigned short port) {
  std::vector<Listener> listeners;
  const AddressList addresses = resolve(host.empty() ? "127.0.0.1" : host);
  for (const addrinfo* entry = addresses.get(); entry != nullptr; entry = entry->ai_next) {
    listeners.push_back(listen_on_address(*entry, port));
    port = listeners.back().port;
  }
  if (host.empty()) {
    // Some clients resolve localhost to the IPv6 address alone. Not every machine has one.
    try {
      listeners.push_back(listen_on_address(*resolve("::1"), port));
    } catch (const std::exception&) {
    }
  }
  return listeners;
}

Listener listen_on_path(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path) {
    throw std::runtime_error("the path of a Unix socket has at most " + std::to_string(sizeof address.sun_path - 1) +
                             " characters: " + path);
  }
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  const auto* const generic = reinterpret_cast<const sockaddr*>(&address);

  struct stat status{};
  if (::lstat(path.c_str(), &status) == 0) {
    if (!S_ISSOCK(status.st_mode)) throw std::runtime_error("is there already, and is no socket: " + path);
    const Descriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::connect(probe.get(), generic, sizeof address) == 0) {
      throw std::runtime_error("somebody listens already on " + path);
    }
    ::unlink(path.c_str());
  }
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (socket.get() < 0) fail("cannot open a socket for " + path);
  if (::bind(socket.get(), generic, sizeof address) < 0) fail("cannot listen on " + path);
  if (::chmod(path.c_str(), S_IRUSR | S_IWUSR) < 0 || ::listen(socket.get(), kBacklog) < 0) {
    fail("cannot listen on " + path);
  }
  return {std::move(socket), path};
}

int accept_from(int listener, std::string& peer) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  const int socket = ::accept4(listener, reinterpret_cast<sockaddr*>(&address), &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (socket < 0) return socket;
  if (address.ss_family == AF_UNIX) {
    ucred who{};
    socklen_t who_size = sizeof who;
    ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &who_size);
    peer = "user " + std::to_string(who.uid);
    return socket;
  }
  // Without this option, small answers wait for delayed acknowledgements.
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  peer = text_of(address, false);
  return socket;
}

bool is_loopback(std::string_view host) {
  if (host.empty()) return true;
  const AddressList addresses = resolve(std::string(host));
  for (const addrinfo* entry = addresses.get(); entry != nullptr; entry = entry->ai_next) {
    if (!is_loopback_address(*entry->ai_addr)) return false;
  }
  return true;
}

bool is_any(std::string_view host) {
  if (host.empty()) return false;
  const AddressList addresses = resolve(std::string(host));
  for (const addrinfo* entry = addresses.get(); entry != nullptr; entry = entry->ai_next) {
    if (is_any_address(*entry->ai_addr)) return true;
  }
  return false;
}

}  // namespace mcp::transport::http
