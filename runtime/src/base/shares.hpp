// What all clients take from, so that none takes it from the others: one of them may have half.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace mcp::protocol {

/// Who takes from it: whoever was authenticated, else the peer by its address. Empty: there is but one.
[[nodiscard]] constexpr std::string_view holder_of(std::string_view principal, std::string_view peer) noexcept {
  return principal.empty() ? peer : principal;
}

/// How much of `all` one holder may have: half, and one at least. Who is alone may have everything.
[[nodiscard]] constexpr std::size_t share_of(std::size_t all, std::string_view holder) noexcept {
  return holder.empty() || all < 2 ? all : all / 2;
}

/// Counts what each holder has. Not thread-safe.
class Shares {
 public:
  enum class Taken : unsigned char {
    Yes,
    ShareIsFull,  ///< the holder would have more than its share
    AllIsFull,
  };

  explicit Shares(std::size_t all) noexcept : all_(all) {}

  [[nodiscard]] Taken take(std::string_view holder, std::size_t amount = 1);
  /// At most what the holder has taken.
  void give_back(std::string_view holder, std::size_t amount = 1) noexcept;
  /// By all holders together.
  [[nodiscard]] std::size_t taken() const noexcept { return taken_; }

 private:
  const std::size_t all_;
  std::size_t taken_ = 0;
  std::map<std::string, std::size_t, std::less<>> holders_;
};

}  // namespace mcp::protocol
