#include "api/handle_texts.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include <mcp/spec/text.hpp>

#include "base/digest.hpp"

namespace mcp::detail {

namespace {

constexpr std::size_t kRandomBytes = 18;  // 144 bits
constexpr std::size_t kRandomCharacters = 24;

/// "15 minutes": the lifetime in the largest unit that divides it.
std::string spoken(std::chrono::seconds time) {
  struct Unit {
    std::chrono::seconds length;
    std::string_view name;
  };
  constexpr Unit kUnits[] = {{std::chrono::days(1), "day"},
                             {std::chrono::hours(1), "hour"},
                             {std::chrono::minutes(1), "minute"},
                             {std::chrono::seconds(1), "second"}};
  const Unit* unit = std::begin(kUnits);
  while (time % unit->length != std::chrono::seconds::zero()) ++unit;
  const auto count = time / unit->length;
  return std::to_string(count) + ' ' + std::string(unit->name) + (count == 1 ? "" : "s");
}

}  // namespace

HandleTexts::HandleTexts(std::string_view owner, std::string noun_of_one, std::string maker,
                         std::chrono::seconds lifetime_of_one, std::size_t max)
    : noun(std::move(noun_of_one)), made_by(std::move(maker)), lifetime(lifetime_of_one), prefix_(noun + '_') {
  const std::string options = std::string(owner) + ": .";
  if (max == 0) throw std::invalid_argument(options + "max must be 1 or more");
  if (lifetime < std::chrono::seconds(1)) throw std::invalid_argument(options + "lifetime must be a second or more");
  if (noun.empty()) throw std::invalid_argument(options + "noun is empty");
  // As in "shopping_basket_…".
  std::replace_if(prefix_.begin(), prefix_.end(), [](char c) { return !spec::is_alphanumeric(c); }, '_');
}

std::string HandleTexts::make_id() const { return prefix_ + protocol::random_token(kRandomBytes); }

bool HandleTexts::is_id(std::string_view id) const noexcept {
  return id.size() == prefix_.size() + kRandomCharacters && id.starts_with(prefix_) &&
         std::ranges::all_of(id.substr(prefix_.size()),
                             [](char c) { return spec::is_alphanumeric(c) || c == '-' || c == '_'; });
}

std::string HandleTexts::describe_lifetime() const {
  return "Each " + noun + " expires after " + spoken(lifetime) + " without use.";
}

std::string HandleTexts::missing() const {
  return "No such " + noun + ", or it has expired. " + describe_lifetime() + make_another();
}

std::string HandleTexts::make_another() const {
  return made_by.empty() ? " Make another one." : " Make another one with " + made_by + '.';
}

}  // namespace mcp::detail
