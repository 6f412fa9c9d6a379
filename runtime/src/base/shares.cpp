#include "base/shares.hpp"

#include <algorithm>

namespace mcp::protocol {

Shares::Taken Shares::take(std::string_view holder, std::size_t amount) {
  if (amount == 0) return Taken::Yes;
  const auto known = holders_.find(holder);
  const std::size_t share = share_of(all_, holder);
  const std::size_t held = known != holders_.end() ? known->second : 0;
  if (amount > share - std::min(held, share)) return amount > all_ - taken_ ? Taken::AllIsFull : Taken::ShareIsFull;
  if (amount > all_ - taken_) return Taken::AllIsFull;
  if (known != holders_.end()) {
    known->second += amount;
  } else {
    holders_.emplace(holder, amount);
  }
  taken_ += amount;
  return Taken::Yes;
}

void Shares::give_back(std::string_view holder, std::size_t amount) noexcept {
  const auto known = holders_.find(holder);
  if (known == holders_.end()) return;
  const std::size_t given = std::min(amount, known->second);
  taken_ -= given;
  known->second -= given;
  if (known->second == 0) holders_.erase(known);
}

}  // namespace mcp::protocol
