// A limit that all clients share and of which each may use at most half.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace mcp::protocol {

/// The holder that a client counts as: its principal if authenticated, else its address. Empty: there is only one
/// client.
[[nodiscard]] constexpr std::string_view holder_of(std::string_view principal, std::string_view peer) noexcept {
  return principal.empty() ? peer : principal;
}

/// The share of `all` that one holder may have: half, but at least one. If there is only one client, it may have
/// everything.
[[nodiscard]] constexpr std::size_t share_of(std::size_t all, std::string_view holder) noexcept {
  return holder.empty() || all < 2 ? all : all / 2;
}

/// Counts the amounts of each holder. Not thread-safe.
class Shares {
 public:
  enum class Taken : unsigned char {
    Yes,
    ShareIsFull,  ///< the holder would have more than its share
    AllIsFull,
  };

  explicit Shares(std::size_t all) noexcept : all_(all) {}

  [[nodiscard]] Taken take(std::string_view holder, std::size_t amount = 1);
  /// Precondition: the holder has taken at least that much.
  void give_back(std::string_view holder, std::size_t amount = 1) noexcept;
  /// The sum of all holders.
  [[nodiscard]] std::size_t taken() const noexcept { return taken_; }

 private:
  const std::size_t all_;
  std::size_t taken_ = 0;
  std::map<std::string, std::size_t, std::less<>> holders_;
};

}  // namespace mcp::protocol
