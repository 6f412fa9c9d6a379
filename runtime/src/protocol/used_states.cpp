#include <mcp/protocol/used_states.hpp>

namespace mcp::protocol {

bool MemoryUsedStates::use(std::string_view nonce, TimePoint expiry, TimePoint now) {
  const std::lock_guard lock(mutex_);
  for (auto end = ends_.begin(); end != ends_.end() && end->first < now; end = ends_.erase(end))
    used_.erase(end->second);
  if (used_.size() >= most_) return false;
  if (!used_.emplace(nonce).second) return false;
  ends_.emplace(expiry, nonce);
  return true;
}

std::size_t MemoryUsedStates::size() const {
  const std::lock_guard lock(mutex_);
  return used_.size();
}

}  // namespace mcp::protocol
