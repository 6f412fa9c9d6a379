// What a comparison of two manifests finds: changes, each with what it means to a client.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace mcpgen::diff {

using Json = nlohmann::ordered_json;

/// What a client that was written against the old manifest has to expect, the worst last.
enum class Weight {
  Wording,     // other texts for people and language models
  Compatible,  // all that worked goes on working
  Breaking,    // something that worked may fail or mean something else
};

struct Change {
  Weight weight;
  std::string text;  // "tool `x`: argument `y` is now required"
};

/// Collects changes in the order in which they are found.
class Changes {
 public:
  void add(Weight weight, std::string text) { all_.push_back({weight, std::move(text)}); }
  [[nodiscard]] const std::vector<Change>& all() const noexcept { return all_; }

 private:
  std::vector<Change> all_;
};

/// Equal as JSON: the order of members does not count.
[[nodiscard]] inline bool same(const Json& a, const Json& b) { return nlohmann::json(a) == nlohmann::json(b); }

/// The member of an object, or null.
[[nodiscard]] inline const Json* find(const Json& object, std::string_view name) {
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

[[nodiscard]] inline std::string ticked(std::string_view name) { return '`' + std::string(name) + '`'; }

/// "now has `x` 1", "no longer has `x` 1", "has `x` 2, was 1". At least one of the two is there.
[[nodiscard]] inline std::string replaced(std::string_view name, const Json* before, const Json* after) {
  if (before == nullptr) return "now has " + ticked(name) + ' ' + after->dump();
  if (after == nullptr) return "no longer has " + ticked(name) + ' ' + before->dump();
  return "has " + ticked(name) + ' ' + after->dump() + ", was " + before->dump();
}

}  // namespace mcpgen::diff
