#include "cli/serve_options.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "cli/options.hpp"
#include "http/proxy_authorizer.hpp"

namespace mcp::cli {

namespace {

std::string read_keys(const Options& options) {
  if (options.state_key_file.empty()) return options.state_keys;
  std::ifstream file(options.state_key_file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) throw std::runtime_error("--state-key-file: cannot read " + options.state_key_file);
  return text;
}

/// Null if the options name no key.
std::shared_ptr<const protocol::Sealer> make_sealer(const Options& options) {
  if (options.state_keys.empty() && options.state_key_file.empty()) return nullptr;
  const std::string option = options.state_key_file.empty() ? "--state-key" : "--state-key-file";
  try {
    return std::make_shared<const protocol::Sealer>(protocol::parse_keys(read_keys(options)));
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(option + ": " + error.what());
  }
}

/// Null if no proxy authenticates users.
std::shared_ptr<Authorizer> make_authorizer(const Options& options) {
  if (options.principal_header.empty()) return nullptr;
  return std::make_shared<protocol::http::ProxyAuthorizer>(options.principal_header, options.challenge);
}

}  // namespace

ServeOptions make_serve_options(const Options& options) {
  return {.limits = options.limits,
          .sealer = make_sealer(options),
          .task_limits = {.max_tasks = options.max_tasks, .max_bytes = options.max_task_bytes},
          .authorizer = make_authorizer(options)};
}

}  // namespace mcp::cli
