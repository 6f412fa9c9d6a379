// Every seam under test: its functions in a store process, its implementation that asks such a process, and its check.
// To add one, write `<seam>_seam.cpp` and name it in seams.cpp.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <mcp/change_bus.hpp>
#include <mcp/event_store.hpp>
#include <mcp/handle_store.hpp>
#include <mcp/rate_store.hpp>
#include <mcp/session_store.hpp>
#include <mcp/task_store.hpp>
#include <mcp/test/checks.hpp>
#include <mcp/used_states.hpp>

#include "faults.hpp"
#include "remote_call.hpp"

namespace seams {

struct Seam {
  std::string_view name;
  /// Adds the functions of the seam to a store process; each is wrapped by `faults`.
  void (*add_functions)(RemoteFunctions& functions, Faults& faults);
  /// Checks the implementation that asks the store process at that socket.
  mcp::test::CheckReport (*check_remote)(const std::string& socket_path);
};

/// All of them.
[[nodiscard]] const std::vector<Seam>& all();

// change_bus_seam.cpp
void add_change_bus(RemoteFunctions& functions, Faults& faults);
[[nodiscard]] std::shared_ptr<mcp::ChangeBus> remote_change_bus(const std::string& socket_path);

// task_store_seam.cpp
void add_task_store(RemoteFunctions& functions, Faults& faults);
[[nodiscard]] std::shared_ptr<mcp::TaskStore> remote_task_store(const std::string& socket_path);

// used_states_seam.cpp
void add_used_states(RemoteFunctions& functions, Faults& faults);
[[nodiscard]] std::shared_ptr<mcp::UsedStates> remote_used_states(const std::string& socket_path);

// handle_store_seam.cpp
void add_handle_store(RemoteFunctions& functions, Faults& faults);
[[nodiscard]] std::shared_ptr<mcp::HandleStore> remote_handle_store(const std::string& socket_path);

// event_store_seam.cpp
void add_event_store(RemoteFunctions& functions, Faults& faults);
[[nodiscard]] std::shared_ptr<mcp::EventStore> remote_event_store(const std::string& socket_path);

// session_store_seam.cpp
void add_session_store(RemoteFunctions& functions, Faults& faults);
[[nodiscard]] std::shared_ptr<mcp::SessionStore> remote_session_store(const std::string& socket_path);

// rate_store_seam.cpp
void add_rate_store(RemoteFunctions& functions, Faults& faults);
[[nodiscard]] std::shared_ptr<mcp::RateStore> remote_rate_store(const std::string& socket_path);

}  // namespace seams
