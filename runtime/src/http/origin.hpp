// Which values of Host and Origin a server takes: a page of a foreign site must not reach it by way of the browser that
// shows the page, not even under a name that was rebound to the server's address.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::protocol::http {

/// Immutable: threads may share it. A request without the header is the caller's to judge: HTTP/1.1 demands Host;
/// Origin comes from browsers alone.
class HostRules {
 public:
  /// Besides the defaults below, allows `hosts`, each `name[:port]` or `*`, and `origins`, each `scheme://host[:port]`,
  /// `null` or `*`. `on_loopback`: the server listens on loopback addresses alone. Throws std::invalid_argument, with a
  /// text that names the entry, if one cannot be used.
  HostRules(std::span<const std::string> hosts, std::span<const std::string> origins, bool on_loopback);

  /// Whether a value of Host is well-formed and allowed. By default, localhost, 127.0.0.0/8 and [::1] with any port if
  /// the server listens on loopback, else none. Names are compared without regard to case. An allowed host without a
  /// port allows all ports; one with a port allows that port alone, for which 80 and 443 may be left out. `*` allows
  /// all.
  [[nodiscard]] bool allows_host(std::string_view host) const noexcept;

  /// Whether a value of Origin is well-formed and allowed. By default, http and https of the loopback names above, with
  /// any port: such pages come from the user's own machine. Others must equal an allowed origin in scheme, host and
  /// port, where no port means the scheme's own. `null` is allowed if it is listed. `*` allows all, `null` too.
  [[nodiscard]] bool allows_origin(std::string_view origin) const noexcept;

 private:
  struct Host {
    std::string name;
    std::optional<std::uint16_t> port;
  };
  struct Origin {
    std::string scheme;
    Host host;
  };

  void allow_host(const std::string& entry);
  void allow_origin(const std::string& entry);

  std::vector<Host> hosts_;
  std::vector<Origin> origins_;
  bool on_loopback_;
  bool any_host_ = false;
  bool any_origin_ = false;
  bool null_origin_ = false;
};

}  // namespace mcp::protocol::http
