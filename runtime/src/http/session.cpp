#include "http/session.hpp"

#include "base/shares.hpp"

namespace mcp::protocol::http {

Session::Session(std::string id, std::string principal, const SessionLimits& limits, EventBudget& budget,
                 std::string_view peer, std::uint64_t first_id)
    : id_(std::move(id)),
      principal_(std::move(principal)),
      holder_(holder_of(principal_, peer)),
      limits_(limits),
      first_id_(first_id),
      streams_(limits, budget, holder_, first_id) {}

/// Clients of revisions without priming events take the empty data for a message.
bool Session::has_primed_streams() const noexcept {
  return state.revision && spec::traits_of(*state.revision).primed_streams;
}

void Session::on_available() {
  if (const auto observer = streams_.observer_of(changes_stream())) observer->on_available();
}

void Session::tell_changes() {
  const std::lock_guard lock(telling_);
  std::string message;
  while (state.subscription != nullptr && streams_.observer_of(changes_stream()) != nullptr &&
         state.subscription->next(message) == Subscription::Next::Message) {
    streams_.append(changes_stream(), message);
  }
}

void Session::used(std::chrono::steady_clock::time_point now) noexcept {
  used_.store(now.time_since_epoch().count(), std::memory_order_relaxed);
}

bool Session::expired(std::chrono::steady_clock::time_point now) const {
  if (now - last_used() < (state.initialized ? limits_.idle : limits_.idle_before_use)) return false;
  return streams_.open_count() == 0;
}

}  // namespace mcp::protocol::http
