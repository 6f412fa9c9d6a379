#include "mrtr/used_states.hpp"

#include <algorithm>

namespace mcp::protocol {

namespace {

/// A state is refused from its end on, up to the millisecond that the end is written in: this is far on the safe side.
constexpr std::chrono::minutes kKeptBehindEnd{1};

}  // namespace

StateUse MemoryUsedStates::use(std::string_view nonce, std::string_view holder, TimePoint expiry, TimePoint now) {
  const std::lock_guard lock(mutex_);
  forget_before(now - kKeptBehindEnd);
  if (expiry <= forgotten_ || used_.contains(nonce)) return StateUse::Again;
  switch (shares_.take(holder)) {
    case Shares::Taken::ShareIsFull:
      return StateUse::ShareIsFull;
    case Shares::Taken::AllIsFull:
      return StateUse::AllIsFull;
    case Shares::Taken::Yes:
      break;
  }
  const auto end = ends_.emplace(expiry, Used{std::string(nonce), std::string(holder)});
  used_.insert(end->second.nonce);
  return StateUse::First;
}

void MemoryUsedStates::forget_before(TimePoint time) noexcept {
  for (auto end = ends_.begin(); end != ends_.end() && end->first < time; end = ends_.erase(end)) {
    forgotten_ = std::max(forgotten_, end->first);
    used_.erase(end->second.nonce);
    shares_.give_back(end->second.holder);
  }
}

std::size_t MemoryUsedStates::size() const {
  const std::lock_guard lock(mutex_);
  return ends_.size();
}

}  // namespace mcp::protocol
