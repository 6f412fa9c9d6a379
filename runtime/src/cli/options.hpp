// The parsed command line of a server.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <mcp/limits.hpp>

#include "cli/serve_options.hpp"
#include "transport/http/server.hpp"
#include "transport/stdio/stdio.hpp"

namespace mcp::cli {

enum class Command : unsigned char { ServeStdio, ServeHttp, List, Manifest, Call, ClientConfig, Version, Help };

struct Options {
  Command command = Command::ServeStdio;
  std::string_view tool;       // of Call
  std::string_view arguments;  // of Call: JSON
  std::string_view client;     // of ClientConfig
  protocol::Limits limits;
  std::string state_keys;      // keys for protocol::parse_keys(); empty: none
  std::string state_key_file;  // path of a file with such keys; empty: none
  std::size_t max_tasks = 500;
  std::size_t max_task_bytes = std::size_t{64} << 20;
  std::string principal_header;      // in which a proxy names the user; empty: there is no such proxy
  std::string challenge = "Bearer";  // the value of WWW-Authenticate for requests without it
  transport::StdioOptions stdio;
  transport::HttpOptions http;
};

/// The error text for a refused command line.
struct UsageError {
  std::string text;
};

/// Parses the arguments after the program's name. The views in the result point into them.
[[nodiscard]] std::variant<Options, UsageError> parse_options(std::span<const std::string_view> arguments);

/// What the command line says of the server. Throws std::invalid_argument for invalid keys, and std::runtime_error for
/// a file that cannot be read, each with an error text for the user.
[[nodiscard]] ServeOptions make_serve_options(const Options& options);

/// The text of `--help`, with every limit and its default.
[[nodiscard]] std::string help_text(std::string_view server_name);

}  // namespace mcp::cli
