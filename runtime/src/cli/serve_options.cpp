#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "base/sealing.hpp"
#include "cli/options.hpp"
#include "http/proxy_authorizer.hpp"

namespace mcp::cli {

namespace {

std::string read_keys(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) throw std::runtime_error("--state-key-file: cannot read " + path);
  return text;
}

void check_keys(const Options& options, const std::string& keys) {
  try {
    (void)protocol::parse_keys(keys);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string(options.key_file.empty() ? "--state-key" : "--state-key-file") + ": " +
                                error.what());
  }
}

}  // namespace

ServeOptions make_serve_options(const Options& options) {
  ServeOptions all = options;
  if (!options.key_file.empty()) all.keys = read_keys(options.key_file);
  if (!options.keys.empty() || !options.key_file.empty()) check_keys(options, all.keys);
  if (!options.principal_header.empty()) {
    all.authorizer = std::make_shared<protocol::http::ProxyAuthorizer>(options.principal_header, options.challenge);
  }
  return all;
}

}  // namespace mcp::cli
