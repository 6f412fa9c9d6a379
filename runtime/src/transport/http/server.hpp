// Serves any number of clients over Streamable HTTP, both eras on one endpoint, on TCP or Unix sockets, with or without
// TLS. All of Boost stays behind this header.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/serve_options.hpp>

#include "base/log_sink.hpp"
#include "http/endpoint.hpp"
#include "methods/dispatcher.hpp"
#include "platform/wake_up.hpp"

namespace boost::asio {
class io_context;  // NOLINT(readability-identifier-naming)
}

namespace mcp::transport {

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
  /// `of_program`: the io_context that the program runs, which reads and writes the sockets then; null: threads of the
  /// server do.
  HttpServer(const protocol::Dispatcher& dispatcher, const HttpOptions& options,
             const protocol::http::EndpointParts& parts, protocol::LogSink& log,
             boost::asio::io_context* of_program = nullptr);
  /// Waits for handlers that still run.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// The URL for clients: "http://127.0.0.1:8080/mcp", "unix:/run/x.sock".
  [[nodiscard]] std::string url() const;

  /// Serves until `stop` becomes readable. Then no connection is accepted any more, streams end, and what runs has the
  /// grace time; handlers that run on are asked to stop then, and get a moment. False if some still run.
  [[nodiscard]] bool serve(const WakeUp& stop);

  // From any thread, while it is there:
  /// By a thread that waits for the end: runs the program's io_context for a while if nobody else does, since it was
  /// stopped, the calling thread is its own, or it was left alone for a second. False if there is nothing to do here.
  bool drive(std::chrono::milliseconds time);
  /// Another grace time.
  void set_grace(std::chrono::milliseconds grace) noexcept;
  /// The TCP port; 0 on a Unix socket.
  [[nodiscard]] unsigned short port() const noexcept;
  [[nodiscard]] std::size_t connections() const;
  [[nodiscard]] std::size_t sessions() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mcp::transport
