// A store process that ends with the test.
#pragma once

#include <sys/types.h>

#include <string>

#include <mcp/json.hpp>

#include "remote_call.hpp"

namespace seams {

class StoreProcess {
 public:
  /// Starts the process, which accepts clients at once. Throws std::system_error if that fails.
  StoreProcess();
  ~StoreProcess();
  StoreProcess(const StoreProcess&) = delete;
  StoreProcess& operator=(const StoreProcess&) = delete;

  [[nodiscard]] const std::string& socket_path() const noexcept { return path_; }
  /// `faults` as Faults::set() takes them: `{"delay_us": 500}`.
  void set_faults(const mcp::json& faults);
  /// Kills the process, as a power failure would.
  void kill();

 private:
  std::string directory_;
  std::string path_;
  pid_t process_ = -1;
};

/// Runs `seam_store check SEAM SOCKET` in a process of its own.
class CheckProcess {
 public:
  CheckProcess(const std::string& seam, const StoreProcess& store);
  ~CheckProcess();
  CheckProcess(const CheckProcess&) = delete;
  CheckProcess& operator=(const CheckProcess&) = delete;

  /// Waits for its end, and returns what it printed, and a line if it failed; empty: all was as expected.
  [[nodiscard]] std::string problems();

 private:
  pid_t process_ = -1;
  Descriptor output_;
};

}  // namespace seams
