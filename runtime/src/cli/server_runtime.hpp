// What all peers of a served server share, as the command line wants it.
#pragma once

#include <memory>

#include "base/sealing.hpp"
#include "cli/options.hpp"
#include "methods/dispatcher.hpp"
#include "tasks/task_store.hpp"

namespace mcp::cli {

class ServerRuntime {
 public:
  /// Throws std::invalid_argument, or std::runtime_error for a file that cannot be read, with a text for people.
  explicit ServerRuntime(const Options& options);

  [[nodiscard]] bool has_keys() const noexcept { return sealer_ != nullptr; }
  [[nodiscard]] protocol::DispatcherOptions dispatcher_options();

 private:
  protocol::Limits limits_;
  std::shared_ptr<const protocol::Sealer> sealer_;  // null: no key was given
  protocol::MemoryTaskStore tasks_;
};

}  // namespace mcp::cli
