// The parsed command line of a server.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <mcp/serve_options.hpp>

namespace mcp::cli {

enum class Command : unsigned char { ServeStdio, ServeHttp, List, Manifest, Call, ClientConfig, Version, Help };

/// How to serve, and what else a command line says.
struct Options : ServeOptions {
  Options() { task_limits.max_tasks = 500; }

  Command command = Command::ServeStdio;
  std::string_view tool;             // of Call
  std::string_view arguments;        // of Call: JSON
  std::string_view client;           // of ClientConfig
  std::string key_file;              // path of a file with keys; empty: none
  std::string principal_header;      // in which a proxy names the user; empty: there is no such proxy
  std::string challenge = "Bearer";  // the value of WWW-Authenticate for requests without it
};

/// The error text for a refused command line.
struct UsageError {
  std::string text;
};

/// Parses the arguments after the program's name. The views in the result point into them.
[[nodiscard]] std::variant<Options, UsageError> parse_options(std::span<const std::string_view> arguments);

/// The same with the keys that are in a file, and the authorizer that the options name. Throws std::invalid_argument
/// for invalid keys, and std::runtime_error for a file that cannot be read, each with an error text for the user.
[[nodiscard]] ServeOptions make_serve_options(const Options& options);

/// The text of `--help`, with every limit and its default.
[[nodiscard]] std::string help_text(std::string_view server_name);

}  // namespace mcp::cli
