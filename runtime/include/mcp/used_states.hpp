// Which sealed states were used up, for tools that accept each state only once (.single_use). A modern client carries
// the state of a request that asks it something from one round to the next; without this record, a client that sends
// the same answers twice would make such a tool act twice.
//
// The server keeps the record in memory unless ServeOptions name another one. Servers that share the keys of their
// states must share the record too. mcp::test::check_used_states() tests an implementation.
#pragma once

#include <chrono>
#include <string_view>

#include <mcp/export.hpp>

namespace mcp {

/// The outcome of an attempt to use a state.
enum class StateUse : unsigned char {
  First,        ///< the state was not used before, and is used now
  Again,        ///< it was used before
  ShareIsFull,  ///< there is no room to remember one more state of that holder; the state was not used
  AllIsFull,    ///< there is no room to remember one more state of anybody; the state was not used
};

/// An interface for the record.
///
/// Threads: any number of threads may call at the same time. A call may block: it runs on a thread that runs handlers,
/// and holds no lock. Atomicity: of all attempts to use one state, in whatever process, exactly one is First. Errors:
/// an implementation whose store cannot be reached throws; the client is then asked to try again later, and the tool
/// does not run.
class MCP_EXPORT UsedStates {
 public:
  using TimePoint = std::chrono::system_clock::time_point;

  virtual ~UsedStates() = default;

  /// Marks a state as used. `nonce` names the state; it is a text of at most 64 printable ASCII characters, and no two
  /// states have the same. `holder` is the principal or the address whose states are counted together, of any length
  /// and of any bytes; empty: there is only one client. The server accepts a state until `expiry`. `now` is the time at
  /// which this server found the state valid, so it is not after `expiry`, or at most one millisecond.
  ///
  /// An implementation may forget a state only when no server can accept it any more. The clocks of the servers that
  /// share the record differ, and may step back: forget a state a minute after its `expiry` at the earliest.
  [[nodiscard]] virtual StateUse use(std::string_view nonce, std::string_view holder, TimePoint expiry,
                                     TimePoint now) = 0;

 protected:
  UsedStates() = default;
  UsedStates(const UsedStates&) = default;
  UsedStates& operator=(const UsedStates&) = default;
};

}  // namespace mcp
