// Types with a codec of the user's own: a class with private data, an enum, the instances of a class template.
#include <mcp/annotations.hpp>
#include <mcp/codec/codec.hpp>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shop {

/// An amount of money.
class Money {
 public:
  [[nodiscard]] long cents() const { return cents_; }
  void set_cents(long cents) { cents_ = cents; }

 private:
  long cents_ = 0;
};

enum class Level { low = 1, high = 2 };

/// Two ends.
template <class T>
class Range {
 public:
  T low{};
  T high{};

 private:
  [[maybe_unused]] bool is_open_ = false;
};

struct Offer {
  Money price;
  std::optional<Money> discount;
  std::vector<Level> levels;
  std::map<std::string, Range<int>> sizes;
};

}  // namespace shop

template <>
struct mcp::codec<shop::Money> {
  static constexpr const char* schema = R"({"type": "integer", "minimum": 0, "description": "Cents"})";

  static bool decode(mcp::Value from, shop::Money& to, mcp::Decoder& problems) {
    unsigned cents = 0;
    if (!mcp::codec<unsigned>::decode(from, cents, problems)) return false;
    to.set_cents(cents);
    return true;
  }
  static void encode(const shop::Money& from, mcp::Writer& to) { to.integer(from.cents()); }
};

template <>
struct mcp::codec<shop::Level> {
  static constexpr std::string_view schema = R"({"enum": [1, 2]})";

  static bool decode(mcp::Value from, shop::Level& to, mcp::Decoder& problems) {
    int level = 0;
    if (!mcp::codec<int>::decode(from, level, problems)) return false;
    to = static_cast<shop::Level>(level);
    return level == 1 || level == 2 || problems.expected("1 or 2", from);
  }
  static void encode(shop::Level from, mcp::Writer& to) { to.integer(static_cast<int>(from)); }
};

template <class T>
struct mcp::codec<shop::Range<T>> {
  static constexpr const char* schema = R"({"type": "array", "minItems": 2, "maxItems": 2})";

  static bool decode(mcp::Value from, shop::Range<T>& to, mcp::Decoder& problems) {
    std::array<T, 2> ends{};
    if (!mcp::codec<std::array<T, 2>>::decode(from, ends, problems)) return false;
    to.low = ends[0];
    to.high = ends[1];
    return true;
  }
  static void encode(const shop::Range<T>& from, mcp::Writer& to) {
    mcp::codec<std::array<T, 2>>::encode({from.low, from.high}, to);
  }
};

/// Make an offer better.
/// @param offer What is offered
/// @param level For whom
MCP_TOOL()
shop::Offer improve(shop::Offer offer, shop::Level level) {
  offer.levels.push_back(level);
  return offer;
}
