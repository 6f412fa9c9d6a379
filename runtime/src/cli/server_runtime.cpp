#include "cli/server_runtime.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace mcp::cli {

namespace {

std::string read_keys(const Options& options) {
  if (options.state_key_file.empty()) return options.state_keys;
  std::ifstream file(options.state_key_file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) throw std::runtime_error("--state-key-file: cannot read " + options.state_key_file);
  return text;
}

}  // namespace

ServerRuntime::ServerRuntime(const Options& options)
    : limits_(options.limits), tasks_({.max_tasks = options.max_tasks, .max_bytes = options.max_task_bytes}) {
  if (options.state_keys.empty() && options.state_key_file.empty()) return;
  const std::string option = options.state_key_file.empty() ? "--state-key" : "--state-key-file";
  try {
    sealer_ = std::make_shared<const protocol::Sealer>(protocol::parse_keys(read_keys(options)));
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(option + ": " + error.what());
  }
}

protocol::DispatcherOptions ServerRuntime::dispatcher_options() {
  return {.limits = limits_, .sealer = sealer_, .tasks = &tasks_};
}

}  // namespace mcp::cli
