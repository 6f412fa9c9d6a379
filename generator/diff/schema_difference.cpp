#include "diff/schema_difference.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "diff/numbers.hpp"
#include "diff/shape.hpp"

namespace mcpgen::diff {

namespace {

/// The change of the set of values that a schema accepts.
enum class Step { Wider, Narrower, Other };

Step opposite(Step step) {
  if (step == Step::Other) return step;
  return step == Step::Wider ? Step::Narrower : Step::Wider;
}

/// Keywords that do not affect which values a schema accepts.
constexpr std::array<std::string_view, 7> kTexts = {
    "title", "description", "examples", "$comment", "icons", "deprecated", "x-fastmcp-wrap-result"};
/// Each pair bounds the same thing; the second says "not the bound itself".
struct Bound {
  std::string_view keyword;
  std::string_view exclusive;
  bool is_lower;
};
constexpr std::array<Bound, 8> kBounds = {{{"minimum", "exclusiveMinimum", true},
                                           {"maximum", "exclusiveMaximum", false},
                                           {"minLength", "", true},
                                           {"maxLength", "", false},
                                           {"minItems", "", true},
                                           {"maxItems", "", false},
                                           {"minProperties", "", true},
                                           {"maxProperties", "", false}}};
/// Keywords that restrict the values and are not analysed further.
constexpr std::array<std::string_view, 4> kDemands = {"pattern", "format", "contentEncoding", "contentMediaType"};

/// The change if a constraint is added, removed or replaced.
Step step_of(const Json* before, const Json* after) {
  if (before == nullptr) return Step::Narrower;
  return after == nullptr ? Step::Wider : Step::Other;
}

std::string word_of(const std::optional<std::set<std::string>>& types) {
  if (!types) return "anything";
  if (types->empty()) return "null";
  std::string words;
  for (const std::string& type : *types) words += (words.empty() ? "" : " or ") + ticked(type);
  return words;
}

class Comparison {
 public:
  Comparison(const Json& before, const Json& after, Direction direction, const std::string& subject, Changes& changes)
      : before_root_(before), after_root_(after), direction_(direction), subject_(subject), changes_(&changes) {}

  void compare(const Json& before, const Json& after, const std::string& path) {
    // Pairs of schemas that are being compared, so that the comparison of recursive types ends.
    const auto [place, is_new] = open_.emplace(before.dump(), after.dump());
    if (!is_new) return;
    compare_shapes(shape_of(before, before_root_), shape_of(after, after_root_), path);
    open_.erase(place);
  }

 private:
  void report(Weight weight, const std::string& path, const std::string& text) {
    const bool is_input = direction_ == Direction::Input;
    const std::string thing =
        path.empty() ? (is_input ? "the input" : "the output") : (is_input ? "argument " : "output ") + ticked(path);
    changes_->add(weight, subject_ + ": " + thing + ' ' + text);
  }
  void report(Step step, const std::string& path, const std::string& text) {
    const Step harmless = direction_ == Direction::Input ? Step::Wider : Step::Narrower;
    report(step == harmless ? Weight::Compatible : Weight::Breaking, path, text);
  }

  void compare_shapes(const Shape& before, const Shape& after, const std::string& path) {
    const bool comparable = compare_types(before, after, path);
    compare_texts(before, after, path);
    if (!comparable) return;  // bounds of a text and of a number cannot be compared
    const std::set<std::string_view> done = compare_own_keywords(before, after, path);
    for (const Json* side : {&before.keywords, &after.keywords}) {
      for (const auto& [keyword, value] : side->items()) {
        if (done.contains(keyword) || (side == &after.keywords && before.keywords.contains(keyword))) continue;
        const Json* old_value = find(before.keywords, keyword);
        const Json* new_value = find(after.keywords, keyword);
        if (old_value != nullptr && new_value != nullptr && same(*old_value, *new_value)) continue;
        report(Step::Other, path, replaced(keyword, old_value, new_value));
      }
    }
  }

  /// Returns false if no value of one schema can be a value of the other.
  bool compare_types(const Shape& before, const Shape& after, const std::string& path) {
    if (before.nullable != after.nullable && before.types && after.types) {
      report(after.nullable ? Step::Wider : Step::Narrower, path,
             after.nullable ? "may now be null" : "may no longer be null");
    }
    if (before.types != after.types) {
      const bool wider = contains(after.types, before.types);
      const bool narrower = contains(before.types, after.types);
      const std::string text = "takes " + word_of(after.types) + ", was " + word_of(before.types);
      if (!wider && !narrower) {
        report(Step::Other, path, text);
        return false;
      }
      // Both: number, and number or integer.
      if (wider != narrower) report(wider ? Step::Wider : Step::Narrower, path, text);
    }
    compare_values(before, after, path);
    return true;
  }

  /// Whether all of `few` is in `many`. An integer is a number.
  static bool contains(const std::optional<std::set<std::string>>& many,
                       const std::optional<std::set<std::string>>& few) {
    if (!many) return true;
    if (!few) return false;
    return std::ranges::all_of(*few, [&](const std::string& type) {
      return many->contains(type) || (type == "integer" && many->contains("number"));
    });
  }

  static bool has(const std::vector<Json>& values, const Json& wanted) {
    return std::ranges::any_of(values, [&](const Json& value) { return same(value, wanted); });
  }

  void compare_values(const Shape& before, const Shape& after, const std::string& path) {
    if (!before.values && !after.values) return;
    if (!before.values || !after.values) {
      report(after.values ? Step::Narrower : Step::Wider, path,
             after.values ? "takes certain values only: " + Json(*after.values).dump()
                          : "is no longer one of certain values: " + Json(*before.values).dump());
      return;
    }
    for (const Json& value : *before.values) {
      if (!has(*after.values, value)) report(Step::Narrower, path, "can no longer be " + value.dump());
    }
    for (const Json& value : *after.values) {
      if (!has(*before.values, value)) report(Step::Wider, path, "can now be " + value.dump());
    }
  }

  void compare_texts(const Shape& before, const Shape& after, const std::string& path) {
    for (const std::string_view keyword : kTexts) {
      const Json* old_text = find(before.keywords, keyword);
      const Json* new_text = find(after.keywords, keyword);
      if (old_text == nullptr && new_text == nullptr) continue;
      if (old_text != nullptr && new_text != nullptr && same(*old_text, *new_text)) continue;
      report(Weight::Wording, path, replaced(keyword, old_text, new_text));
    }
    // Compares the texts of values that both schemas have. compare_values() reports the others.
    for (const Json& value : after.values.value_or(std::vector<Json>())) {
      if (!before.values || !has(*before.values, value)) continue;
      const Json* old_texts = find(before.value_texts, value.dump());
      const Json* new_texts = find(after.value_texts, value.dump());
      if (old_texts == nullptr && new_texts == nullptr) continue;
      if (old_texts != nullptr && new_texts != nullptr && same(*old_texts, *new_texts)) continue;
      report(Weight::Wording, path,
             (new_texts != nullptr ? "says something else about " : "no longer says something about ") + value.dump());
    }
  }

  /// Compares the keywords whose meaning is known and returns them.
  std::set<std::string_view> compare_own_keywords(const Shape& before, const Shape& after, const std::string& path) {
    std::set<std::string_view> done(kTexts.begin(), kTexts.end());
    const auto known = [&](std::string_view keyword) {
      done.insert(keyword);
      return std::pair(find(before.keywords, keyword), find(after.keywords, keyword));
    };
    for (const Bound& bound : kBounds) {
      done.insert(bound.keyword);
      if (!bound.exclusive.empty()) done.insert(bound.exclusive);
      compare_bounds(bound, before.keywords, after.keywords, path);
    }
    for (const std::string_view keyword : kDemands) {
      const auto [old_value, new_value] = known(keyword);
      if (old_value == nullptr && new_value == nullptr) continue;
      if (old_value != nullptr && new_value != nullptr && same(*old_value, *new_value)) continue;
      report(step_of(old_value, new_value), path, replaced(keyword, old_value, new_value));
    }
    {
      const auto [old_value, new_value] = known("multipleOf");
      compare_multiples(old_value, new_value, path);
    }
    {
      const auto [old_value, new_value] = known("uniqueItems");
      const bool was = old_value != nullptr && *old_value == true;
      const bool is = new_value != nullptr && *new_value == true;
      if (was != is) {
        report(is ? Step::Narrower : Step::Wider, path, is ? "takes no equal items now" : "may now have equal items");
      }
    }
    {
      const auto [old_value, new_value] = known("default");
      compare_defaults(old_value, new_value, path);
    }
    compare_parts(known("items"), path + "[]");
    compare_parts(known("propertyNames"), path + ".(name)");
    for (const std::string_view keyword : {"prefixItems", "anyOf", "oneOf", "allOf"}) {
      const auto [old_list, new_list] = known(keyword);
      compare_lists(keyword, old_list, new_list, path);
    }
    compare_members(known("properties"), known("required"), path);
    compare_additional(known("additionalProperties"), path);
    compare_dependent(known("dependentRequired"), path);
    return done;
  }

  void compare_bounds(const Bound& bound, const Json& before, const Json& after, const std::string& path) {
    const auto tightest = [&](const Json& keywords) {
      std::pair<const Json*, std::string_view> found = {find(keywords, bound.keyword), bound.keyword};
      const Json* exclusive = bound.exclusive.empty() ? nullptr : find(keywords, bound.exclusive);
      const bool wins =
          exclusive != nullptr && (found.first == nullptr ||
                                   !(bound.is_lower ? less(*exclusive, *found.first) : less(*found.first, *exclusive)));
      if (wins) found = {exclusive, bound.exclusive};
      // A minimum length or count of 0 is no constraint.
      if (bound.exclusive.empty() && bound.is_lower && found.first != nullptr && *found.first == 0) {
        found.first = nullptr;
      }
      return found;
    };
    const auto [old_bound, old_keyword] = tightest(before);
    const auto [new_bound, new_keyword] = tightest(after);
    if (old_bound == nullptr && new_bound == nullptr) return;
    if (old_bound != nullptr && new_bound != nullptr) {
      const bool equal = !less(*old_bound, *new_bound) && !less(*new_bound, *old_bound);
      if (equal && old_keyword == new_keyword) return;
      const bool rose = equal ? (new_keyword == bound.exclusive) == bound.is_lower : less(*old_bound, *new_bound);
      const std::string was =
          old_keyword == new_keyword ? old_bound->dump() : ticked(old_keyword) + ' ' + old_bound->dump();
      report(rose == bound.is_lower ? Step::Narrower : Step::Wider, path,
             "has " + ticked(new_keyword) + ' ' + new_bound->dump() + ", was " + was);
      return;
    }
    const bool added = old_bound == nullptr;
    report(added ? Step::Narrower : Step::Wider, path,
           replaced(added ? new_keyword : old_keyword, old_bound, new_bound));
  }

  void compare_multiples(const Json* before, const Json* after, const std::string& path) {
    if (before == nullptr && after == nullptr) return;
    Step step = step_of(before, after);
    if (before != nullptr && after != nullptr) {
      if (!less(*before, *after) && !less(*after, *before)) return;
      if (is_multiple(*after, *before)) {
        step = Step::Narrower;
      } else if (is_multiple(*before, *after)) {
        step = Step::Wider;
      }
    }
    report(step, path, replaced("multipleOf", before, after));
  }

  /// The default of an input determines the meaning of a call without the argument. In an output it is only
  /// information.
  void compare_defaults(const Json* before, const Json* after, const std::string& path) {
    if (before == nullptr && after == nullptr) return;
    if (before != nullptr && after != nullptr && same(*before, *after)) return;
    Weight weight = Weight::Wording;
    if (direction_ == Direction::Input) weight = before == nullptr ? Weight::Compatible : Weight::Breaking;
    report(weight, path, replaced("default", before, after));
  }

  using Pair = std::pair<const Json*, const Json*>;

  /// A schema that may be absent. An absent schema accepts everything.
  void compare_parts(const Pair& parts, const std::string& path) {
    static const Json kAnything = true;
    if (parts.first == nullptr && parts.second == nullptr) return;
    compare(parts.first != nullptr ? *parts.first : kAnything, parts.second != nullptr ? *parts.second : kAnything,
            path);
  }

  /// Whether the two schemas take the same values.
  bool equivalent(const Json& before, const Json& after) {
    Changes found;
    Changes* reported = std::exchange(changes_, &found);
    compare(before, after, {});
    changes_ = reported;
    return std::ranges::all_of(found.all(), [](const Change& change) { return change.weight == Weight::Wording; });
  }

  void compare_lists(std::string_view keyword, const Json* before, const Json* after, const std::string& path) {
    if (before == nullptr && after == nullptr) return;
    if (before == nullptr || after == nullptr || !before->is_array() || !after->is_array()) {
      if (before != nullptr && after != nullptr && same(*before, *after)) return;
      report(step_of(before, after), path, replaced(keyword, before, after));
      return;
    }
    const bool ordered = keyword == "prefixItems";
    std::vector<const Json*> old_parts;
    std::vector<const Json*> new_parts;
    for (const Json& part : *before) old_parts.push_back(&part);
    for (const Json& part : *after) new_parts.push_back(&part);
    if (!ordered) {
      // Alternatives that both schemas have are ignored, in whatever order.
      std::erase_if(old_parts, [&](const Json* part) {
        const auto twin = std::ranges::find_if(new_parts, [&](const Json* other) { return equivalent(*part, *other); });
        if (twin == new_parts.end()) return false;
        compare(*part, **twin, path);  // for the texts
        new_parts.erase(twin);
        return true;
      });
    }
    const std::size_t both = std::min(old_parts.size(), new_parts.size());
    for (std::size_t i = 0; i < both; ++i) {
      compare(*old_parts[i], *new_parts[i], ordered ? path + '[' + std::to_string(i) + ']' : path);
    }
    // Another alternative widens the set of values, another constraint narrows it.
    const Step grown = keyword == "anyOf" || keyword == "oneOf" ? Step::Wider : Step::Narrower;
    for (std::size_t i = both; i < old_parts.size(); ++i) {
      report(opposite(grown), path, "no longer has this in " + ticked(keyword) + ": " + old_parts[i]->dump());
    }
    for (std::size_t i = both; i < new_parts.size(); ++i) {
      report(grown, path, "now has this in " + ticked(keyword) + ": " + new_parts[i]->dump());
    }
  }

  static std::set<std::string> names_in(const Json* list) {
    std::set<std::string> names;
    if (list == nullptr) return names;
    for (const Json& name : *list) names.insert(name.get<std::string>());
    return names;
  }

  void compare_members(const Pair& properties, const Pair& required, const std::string& path) {
    static const Json kNone = Json::object();
    const Json& old_members = properties.first != nullptr ? *properties.first : kNone;
    const Json& new_members = properties.second != nullptr ? *properties.second : kNone;
    const std::set<std::string> old_required = names_in(required.first);
    const std::set<std::string> new_required = names_in(required.second);
    const bool is_input = direction_ == Direction::Input;
    const auto member_path = [&](const std::string& name) { return path.empty() ? name : path + '.' + name; };

    for (const auto& [name, schema] : old_members.items()) {
      if (!new_members.contains(name)) report(Weight::Breaking, member_path(name), "was removed");
    }
    for (const auto& [name, schema] : new_members.items()) {
      const Json* old_schema = find(old_members, name);
      if (old_schema != nullptr) {
        if (old_required.contains(name) != new_required.contains(name)) {
          const bool is = new_required.contains(name);
          const std::string now = is ? "is now " : "is no longer ";
          report(is ? Step::Narrower : Step::Wider, member_path(name), now + (is_input ? "required" : "always there"));
        }
        if (is_input && !old_required.contains(name) && new_required.contains(name) && old_schema->is_object()) {
          // The default was removed together with the right to omit the argument, which is reported already.
          Json without_default = *old_schema;
          if (!schema.contains("default")) without_default.erase("default");
          compare(without_default, schema, member_path(name));
        } else {
          compare(*old_schema, schema, member_path(name));
        }
      } else if (is_input && new_required.contains(name)) {
        report(Weight::Breaking, member_path(name), "was added and is required");
      } else {
        // A new member of a result is compatible, since clients ignore unknown members of results whatever
        // `additionalProperties` says.
        report(Weight::Compatible, member_path(name), "was added");
      }
    }
    // Names that are required though no property describes them.
    const auto described = [&](const std::string& name) {
      return old_members.contains(name) || new_members.contains(name);
    };
    for (const std::string& name : old_required) {
      if (!described(name) && !new_required.contains(name))
        report(Step::Wider, member_path(name), "is no longer required");
    }
    for (const std::string& name : new_required) {
      if (!described(name) && !old_required.contains(name))
        report(Step::Narrower, member_path(name), "is now required");
    }
  }

  void compare_additional(const Pair& additional, const std::string& path) {
    const auto refused = [](const Json* schema) { return schema != nullptr && *schema == false; };
    const bool was = refused(additional.first);
    const bool is = refused(additional.second);
    if (was != is) {
      report(is ? Step::Narrower : Step::Wider, path,
             is ? "has no unknown members now" : "may now have unknown members");
    } else if (!was) {
      compare_parts(additional, path + ".*");
    }
  }

  void compare_dependent(const Pair& dependent, const std::string& path) {
    static const Json kNone = Json::object();
    const Json& before = dependent.first != nullptr ? *dependent.first : kNone;
    const Json& after = dependent.second != nullptr ? *dependent.second : kNone;
    const auto tell_missing = [&](const Json& from, const Json& in, Step step, const std::string& verb) {
      for (const auto& [name, list] : from.items()) {
        const std::set<std::string> others = names_in(find(in, name));
        for (const std::string& needed : names_in(&list)) {
          if (others.contains(needed)) continue;
          report(step, path.empty() ? name : path + '.' + name, verb + ticked(needed) + " beside it");
        }
      }
    };
    tell_missing(after, before, Step::Narrower, "now needs ");
    tell_missing(before, after, Step::Wider, "no longer needs ");
  }

  const Json& before_root_;
  const Json& after_root_;
  Direction direction_;
  const std::string& subject_;
  Changes* changes_;
  std::set<std::pair<std::string, std::string>> open_;
};

}  // namespace

void compare_schemas(const Json& before, const Json& after, Direction direction, const std::string& subject,
                     Changes& changes) {
  Comparison(before, after, direction, subject, changes).compare(before, after, {});
}

}  // namespace mcpgen::diff
