// Serves any number of clients over Streamable HTTP, both eras on one endpoint, on TCP or Unix sockets, with or without
// TLS. All of Boost stays behind this header.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/log_sink.hpp"
#include "http/endpoint.hpp"
#include "methods/dispatcher.hpp"
#include "platform/wake_up.hpp"

namespace mcp::transport {

struct HttpOptions {
  /// A name or address; empty: the loopback interface.
  std::string host;
  /// 0: one that is free.
  unsigned short port = 0;
  /// Serve on this Unix socket instead. A socket file without a listening process is replaced.
  std::string unix_path;
  /// PEM files: both for TLS, or none.
  std::string tls_certificate;
  std::string tls_key;

  protocol::http::EndpointOptions endpoint;
  /// Addresses as http_address() writes them. Requests from there name their client in Forwarded or X-Forwarded-For.
  std::vector<std::string> trusted_proxies;
  std::size_t threads = 1;                         // event loops
  std::size_t max_workers = 64;                    // threads for slow tools
  std::size_t max_connections = 32'768;            // half of them from one address, but for trusted proxies
  std::size_t max_header = std::size_t{16} << 10;  // bytes of request line and header
  std::size_t max_message = std::size_t{4} << 20;  // bytes of one message from a client
  /// Bytes that wait for one client to read them. With more, its next requests and events wait, and notifications that
  /// may be dropped are.
  std::size_t max_queued = std::size_t{1} << 20;
  /// Bytes that wait for all clients together, and bytes of incomplete requests of all clients. With more, the
  /// connections that keep most for longest are cut off, or are answered with 503.
  std::size_t max_unsent = std::size_t{64} << 20;
  std::size_t max_receiving = std::size_t{64} << 20;
  std::chrono::milliseconds header_timeout{10'000};
  std::chrono::milliseconds request_timeout{60'000};  // for header and body
  std::chrono::milliseconds write_timeout{30'000};    // without progress
  std::chrono::milliseconds idle_timeout{75'000};     // between requests
  std::chrono::milliseconds grace{10'000};            // for calls that run when the server stops
  bool access_log = false;                            // a line of JSON for each request, to the log
};

/// An IPv4 or IPv6 address in the one way to write it; "unix", which stands for Unix sockets, as it is. Empty if `text`
/// is neither.
[[nodiscard]] std::string http_address(std::string_view text);

/// Whether every address of a host is a loopback address; an empty host is one. Throws std::runtime_error if the host
/// is not known.
[[nodiscard]] bool is_loopback_host(const std::string& host);

/// Whether a host stands for all addresses of the machine, like 0.0.0.0. Throws likewise.
[[nodiscard]] bool is_any_host(const std::string& host);

/// Not copyable, not thread-safe.
class HttpServer {
 public:
  /// Opens the sockets and reads the certificate. Everything passed in outlives the server. Throws std::system_error or
  /// std::runtime_error, with an error text for the user.
  HttpServer(const protocol::Dispatcher& dispatcher, const HttpOptions& options, protocol::LogSink& log);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// The URL for clients: "http://127.0.0.1:8080/mcp", "unix:/run/x.sock".
  [[nodiscard]] std::string url() const;

  /// Serves until `stop` becomes readable. Then no connection is accepted any more, streams end, and what runs has the
  /// grace time; handlers that run on are asked to stop then, and get a moment. False if some still run: leave the
  /// process instead of destroying what they may use.
  [[nodiscard]] bool serve(const WakeUp& stop);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mcp::transport
