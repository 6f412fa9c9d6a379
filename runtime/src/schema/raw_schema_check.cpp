// How time is kept within bounds: recursion in a schema always passes a node that several keywords lead to, and what
// such a node says of a value is remembered. So alternatives that look at the same part of a value, level by level,
// cost their sum and not their product.
#include "schema/raw_schema_check.hpp"

#include <algorithm>

#include "codec/equality.hpp"
#include "codec/exact_number.hpp"
#include "codec/text.hpp"
#include "schema/raw_schema_likely.hpp"
#include "schema/raw_schema_text.hpp"

namespace mcp::internal {

namespace {

/// Schemas within schemas, and values within values, that are being checked at once. The stack must hold them:
/// 2 MiB at most, and several times that with sanitizers.
constexpr std::size_t kMaxNesting = 2048;

bool has_member(Value object, std::string_view wanted) {
  ObjectCursor cursor(object);
  std::string_view name;
  Value member;
  while (cursor.next(name, member)) {
    if (name == wanted) return true;
  }
  return false;
}

/// Whether `value` fits, where its type alone says so; false where more has to be looked at.
bool fits_by_type(const SchemaNode& node, Value value) {
  const unsigned char types = types_of(value);
  if ((types & (kArrayType | kObjectType)) != 0 || (node.types != 0 && (node.types & types) == 0)) return false;
  const bool has_rules = (types & kStringType) != 0   ? node.string != nullptr
                         : (types & kNumberType) != 0 ? node.number != nullptr
                                                      : false;
  return !has_rules && !node.nothing && !node.constant && !node.choices && node.references.empty() &&
         node.all_of.empty() && node.any_of.empty() && node.one_of.empty() && node.excluded == nullptr &&
         node.condition == nullptr;
}

bool matches(const RE2& pattern, std::string_view text) {
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), pattern);
}

/// The elements or members of one value that some schema has looked at: what unevaluatedItems and
/// unevaluatedProperties leave alone. Members count in the order in which they were sent.
class Evaluated {
 public:
  explicit Evaluated(Value value)
      : marks_(value.kind() == JsonKind::Array || value.kind() == JsonKind::Object ? value.size() : 0) {}

  void mark(std::size_t index) { marks_[index] = true; }
  void mark_all() { marks_.assign(marks_.size(), true); }
  [[nodiscard]] bool has(std::size_t index) const { return marks_[index]; }
  void merge(const Evaluated& other) {
    for (std::size_t i = 0; i < marks_.size(); ++i) marks_[i] = marks_[i] || other.marks_[i];
  }

 private:
  std::vector<bool> marks_;
};

class Checker {
 public:
  explicit Checker(Decoder& problems) : problems_(&problems) {}

  bool run(const SchemaNode& root, Value value) {
    const bool fits = this->fits(root, value, Verbosity::All, nullptr);
    if (!too_deep_) return fits;
    return problems_->fail("nested too deep to be checked against the tool's schema");
  }

 private:
  enum class Verbosity : unsigned char {
    Nothing,
    First,  // one problem
    All,
  };
  enum class Verdict : unsigned char { Fits, Fails, FailsAndTold };

  /// Undoes a step down the stack.
  struct Level {
    std::size_t& level;
    explicit Level(std::size_t& at) : level(at) { ++level; }
    ~Level() { --level; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
  };

  /// Whether `value` fits `node`; tells as much as `verbosity` says. `seen`, if not null, gets what was evaluated; it
  /// is of no use when the value does not fit.
  bool fits(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen) {
    if (too_deep_) return false;
    if (level_ >= kMaxNesting) {
      too_deep_ = true;
      return false;
    }
    const Level level(level_);
    if (is_told_enough()) verbosity = Verbosity::Nothing;
    if (node.uses < 2) return check_node(node, value, verbosity, seen);
    if (fits_by_type(node, value)) return true;  // which takes less than to remember it

    const std::uint64_t key = static_cast<std::uint64_t>(node.id) << 32 | value.position();
    if (const auto known = verdicts_.find(key); known != verdicts_.end()) {
      if (known->second == Verdict::Fits && seen == nullptr) return true;
      if (known->second != Verdict::Fits && verbosity == Verbosity::Nothing) return false;
      if (known->second == Verdict::FailsAndTold && verbosity == Verbosity::All) return false;
    }
    const bool good = check_node(node, value, verbosity, seen);
    if (good) {
      verdicts_[key] = Verdict::Fits;
    } else if (verbosity == Verbosity::All) {
      verdicts_[key] = Verdict::FailsAndTold;
    } else {
      verdicts_.try_emplace(key, Verdict::Fails);
    }
    return good;
  }

  /// The report has no room for more.
  [[nodiscard]] bool is_told_enough() const { return problems_->done(); }

  /// Whether the rest need not be looked at.
  [[nodiscard]] bool enough(bool good, Verbosity verbosity) const {
    return !good && (verbosity != Verbosity::All || is_told_enough());
  }

  bool fits_quietly(const SchemaNode& node, Value value) { return fits(node, value, Verbosity::Nothing, nullptr); }

  bool expected(Verbosity verbosity, std::string_view what, Value got) {
    if (verbosity == Verbosity::Nothing || too_deep_) return false;
    return what.empty() ? problems_->fail("no value is accepted here") : problems_->expected(what, got);
  }
  bool fail(Verbosity verbosity, std::string_view message) {
    if (verbosity == Verbosity::Nothing || too_deep_) return false;
    return problems_->fail(message);
  }

  bool check_node(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen) {
    if (node.nothing) return expected(verbosity, "", value);
    // A value of the wrong kind is told as such, and nothing else about it.
    if ((node.constant && !equal(*node.constant, value)) || (node.choices && !is_choice(*node.choices, value)) ||
        (node.types != 0 && (node.types & types_of(value)) == 0)) {
      return expected(verbosity, verbosity == Verbosity::Nothing ? "" : described(node), value);
    }

    const bool has_unevaluated = node.unevaluated_items != nullptr || node.unevaluated_properties != nullptr;
    if (!has_unevaluated) return check_parts(node, value, verbosity, seen);
    Evaluated own(value);
    if (!check_parts(node, value, verbosity, &own) || !check_unevaluated(node, value, verbosity, own)) return false;
    if (seen != nullptr) seen->merge(own);
    return true;
  }

  /// All but the unevaluated keywords, until enough is known.
  bool check_parts(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen) {
    bool good = true;
    switch (value.kind()) {
      case JsonKind::Null:
      case JsonKind::Boolean:
        break;
      case JsonKind::String:
        if (node.string != nullptr) good = check_string(node, value, verbosity);
        break;
      case JsonKind::Array:
        if (node.array != nullptr) good = check_array(*node.array, value, verbosity, seen);
        break;
      case JsonKind::Object:
        if (node.object != nullptr) good = check_object(*node.object, value, verbosity, seen);
        break;
      default:
        if (node.number != nullptr) good = check_number(node, value, verbosity);
        break;
    }
    for (const auto* schemas : {&node.references, &node.all_of}) {
      for (const SchemaNode* schema : *schemas) {
        if (enough(good, verbosity)) return false;
        good = fits(*schema, value, verbosity, seen) && good;
      }
    }
    if (!node.any_of.empty() && !enough(good, verbosity)) good = check_any_of(node, value, verbosity, seen) && good;
    if (!node.one_of.empty() && !enough(good, verbosity)) good = check_one_of(node, value, verbosity, seen) && good;
    if (node.excluded != nullptr && !enough(good, verbosity))
      good = check_not(*node.excluded, value, verbosity) && good;
    if (node.condition != nullptr && !enough(good, verbosity))
      good = check_condition(node, value, verbosity, seen) && good;
    return good;
  }

  bool check_number(const SchemaNode& node, Value value, Verbosity verbosity) {
    const NumberRules& rules = *node.number;
    if ((!rules.minimum || compare_numbers(value, *rules.minimum) >= 0) &&
        (!rules.maximum || compare_numbers(value, *rules.maximum) <= 0) &&
        (!rules.exclusive_minimum || compare_numbers(value, *rules.exclusive_minimum) > 0) &&
        (!rules.exclusive_maximum || compare_numbers(value, *rules.exclusive_maximum) < 0) &&
        (!rules.multiple_of || is_multiple(value, *rules.multiple_of))) {
      return true;
    }
    if (verbosity == Verbosity::Nothing) return false;
    const bool integer = (node.types & kIntegerType) != 0 && (node.types & kNumberType) == 0;
    return expected(verbosity, described(node, integer ? kIntegerType : kNumberType), value);
  }

  bool check_string(const SchemaNode& node, Value value, Verbosity verbosity) {
    const StringRules& rules = *node.string;
    if (rules.length.bounded()) {
      const std::size_t length = code_points(value.string());
      if (!rules.length.holds(length)) {
        return fail(verbosity, "expected " + described(node, kStringType) + ", got " + counted(length, "character"));
      }
    }
    if (rules.pattern == nullptr || matches(*rules.pattern, value.string())) return true;
    return expected(verbosity, verbosity == Verbosity::Nothing ? "" : described(node, kStringType), value);
  }

  bool check_size(std::string_view noun, const SizeRange& range, std::string_view unit, Value value,
                  Verbosity verbosity) {
    if (range.holds(value.size())) return true;
    if (verbosity == Verbosity::Nothing) return false;
    return fail(verbosity,
                "expected " + std::string(noun) + " of " + sized(range, unit) + ", got " + counted(value.size(), unit));
  }

  bool check_array(const ArrayRules& rules, Value array, Verbosity verbosity, Evaluated* seen) {
    // `items: false` behind prefixItems is a bound of the size, and better told as one.
    const bool closed = rules.items != nullptr && rules.items->nothing;
    SizeRange size = rules.size;
    if (closed) size.most = std::min(size.most, rules.prefix.size());
    bool good = check_size("array", size, "element", array, verbosity);
    if (enough(good, verbosity)) return false;
    if (rules.unique) good = check_unique(array, verbosity) && good;
    if (enough(good, verbosity)) return false;
    if (!rules.prefix.empty() || (rules.items != nullptr && !closed)) {
      good = check_elements(rules, array, verbosity, seen) && good;
    }
    if (rules.contains != nullptr && !enough(good, verbosity)) {
      good = check_contains(rules, array, verbosity, seen) && good;
    }
    return good;
  }

  bool check_unique(Value array, Verbosity verbosity) {
    const auto twins = find_equal_elements(array);
    if (!twins) return true;
    return fail(verbosity, "expected elements that differ, but [" + std::to_string(twins->first) + "] and [" +
                               std::to_string(twins->second) + "] are equal");
  }

  bool check_elements(const ArrayRules& rules, Value array, Verbosity verbosity, Evaluated* seen) {
    bool good = true;
    ArrayCursor cursor(array);
    PathScope scope(*problems_, std::size_t{0});
    Value element;
    for (std::size_t i = 0; cursor.next(element); ++i) {
      const SchemaNode* schema = i < rules.prefix.size() ? rules.prefix[i] : rules.items;
      if (schema == nullptr) break;
      if (i >= rules.prefix.size() && schema->nothing) break;
      scope.set_index(i);
      good = fits(*schema, element, verbosity, nullptr) && good;
      if (enough(good, verbosity)) return false;
      if (seen != nullptr) seen->mark(i);
    }
    return good;
  }

  bool check_contains(const ArrayRules& rules, Value array, Verbosity verbosity, Evaluated* seen) {
    std::size_t found = 0;
    ArrayCursor cursor(array);
    Value element;
    for (std::size_t i = 0; cursor.next(element); ++i) {
      if (!fits_quietly(*rules.contains, element)) continue;
      ++found;
      if (seen != nullptr) seen->mark(i);
    }
    if (rules.contained.holds(found)) return true;
    if (verbosity == Verbosity::Nothing) return false;
    const std::string what = described_fully(*rules.contains);
    return fail(verbosity, "expected " + sized(rules.contained, "element") +
                               (what.empty() ? " to fit the schema's \"contains\"" : " to be " + what) + ", got " +
                               std::to_string(found));
  }

  bool check_object(const ObjectRules& rules, Value object, Verbosity verbosity, Evaluated* seen) {
    bool good = check_size("object", rules.size, "member", object, verbosity);
    if (!enough(good, verbosity)) good = check_members(rules, object, verbosity, seen) && good;
    if (!enough(good, verbosity)) good = check_required(rules, object, verbosity) && good;
    for (const auto& [name, schema] : rules.dependent_schemas) {
      if (enough(good, verbosity)) return false;
      if (has_member(object, name)) good = fits(*schema, object, verbosity, seen) && good;
    }
    return good;
  }

  bool check_members(const ObjectRules& rules, Value object, Verbosity verbosity, Evaluated* seen) {
    if (rules.properties.empty() && rules.patterns.empty() && rules.additional == nullptr &&
        rules.property_names == nullptr) {
      return true;
    }
    bool good = true;
    ObjectCursor cursor(object);
    Value name;
    Value member;
    for (std::size_t i = 0; cursor.next(name, member); ++i) {
      bool known = false;
      good = check_member(rules, name, member, known, verbosity) && good;
      if (enough(good, verbosity)) return false;
      if (known && seen != nullptr) seen->mark(i);
    }
    return good;
  }

  /// Sets `known` if a schema looked at the member.
  bool check_member(const ObjectRules& rules, Value name, Value member, bool& known, Verbosity verbosity) {
    bool good = rules.property_names == nullptr || check_name(*rules.property_names, name, verbosity);
    PathScope scope(*problems_, name.string());
    const auto check_by = [&](const SchemaNode& schema) {
      known = true;
      if (!enough(good, verbosity)) good = fits(schema, member, verbosity, nullptr) && good;
    };
    if (const auto property = rules.properties.find(name.string()); property != rules.properties.end()) {
      check_by(*property->second);
    }
    for (const auto& [pattern, schema] : rules.patterns) {
      if (matches(*pattern, name.string())) check_by(*schema);
    }
    if (known || rules.additional == nullptr) return good;
    if (!rules.additional->nothing) {
      check_by(*rules.additional);
      return good;
    }
    return tell_unknown(name.string(), rules.names, verbosity);
  }

  /// The object has the problem, not the member at which we stand.
  bool tell_unknown(std::string_view name, std::span<const std::string_view> accepted, Verbosity verbosity) {
    if (verbosity == Verbosity::Nothing || is_told_enough()) return false;
    const PathStep* const here = problems_->path;
    problems_->path = here->parent;
    fail(verbosity, unknown_member(name, accepted));
    problems_->path = here;
    return false;
  }

  bool check_name(const SchemaNode& schema, Value name, Verbosity verbosity) {
    if (fits_quietly(schema, name)) return true;
    if (verbosity == Verbosity::Nothing || is_told_enough()) return false;
    return fail(verbosity, "member name " + in_quotes(name.string()) + ": " + first_problem(schema, name));
  }

  bool check_required(const ObjectRules& rules, Value object, Verbosity verbosity) {
    bool good = true;
    for (const std::string_view name : rules.required) {
      if (has_member(object, name)) continue;
      good = fail(verbosity, "required member " + in_quotes(name) + " is missing");
      if (enough(good, verbosity)) return false;
    }
    for (const auto& [given, names] : rules.dependent_required) {
      if (!has_member(object, given)) continue;
      for (const std::string_view name : names) {
        if (has_member(object, name)) continue;
        good = fail(verbosity, "member " + in_quotes(name) + " is required when " + in_quotes(given) + " is given");
        if (enough(good, verbosity)) return false;
      }
    }
    return good;
  }

  bool check_any_of(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen) {
    bool any = false;
    for (const SchemaNode* schema : node.any_of) {
      any = fits_alternative(*schema, value, seen) || any;
      if (any && seen == nullptr) return true;
    }
    return any || tell_none_fits(node.any_of, value, verbosity);
  }

  bool check_one_of(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen) {
    std::vector<std::size_t> fitting;
    for (std::size_t i = 0; i < node.one_of.size() && fitting.size() < 2; ++i) {
      if (fits_alternative(*node.one_of[i], value, seen)) fitting.push_back(i);
    }
    if (fitting.size() == 1) return true;
    if (fitting.empty()) return tell_none_fits(node.one_of, value, verbosity);
    return fail(verbosity, "fits alternatives " + std::to_string(fitting[0] + 1) + " and " +
                               std::to_string(fitting[1] + 1) + " of " + std::to_string(node.one_of.size()) +
                               ", must fit exactly one");
  }

  bool fits_alternative(const SchemaNode& schema, Value value, Evaluated* seen) {
    if (seen == nullptr) return fits_quietly(schema, value);
    Evaluated own(value);
    if (!fits(schema, value, Verbosity::Nothing, &own)) return false;
    seen->merge(own);
    return true;
  }

  bool check_not(const SchemaNode& excluded, Value value, Verbosity verbosity) {
    if (!fits_quietly(excluded, value)) return true;
    if (verbosity == Verbosity::Nothing) return false;
    const std::string what = described_fully(excluded);
    return expected(verbosity, "anything but " + (what.empty() ? "what fits the schema's \"not\"" : what), value);
  }

  bool check_condition(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen) {
    const bool holds = fits_alternative(*node.condition, value, seen);
    const SchemaNode* then = holds ? node.consequence : node.alternative;
    return then == nullptr || fits(*then, value, verbosity, seen);
  }

  bool check_unevaluated(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated& seen) {
    if (value.kind() == JsonKind::Array && node.unevaluated_items != nullptr) {
      return check_unevaluated_items(*node.unevaluated_items, value, verbosity, seen);
    }
    if (value.kind() == JsonKind::Object && node.unevaluated_properties != nullptr) {
      return check_unevaluated_members(node, value, verbosity, seen);
    }
    return true;
  }

  bool check_unevaluated_items(const SchemaNode& schema, Value array, Verbosity verbosity, Evaluated& seen) {
    bool good = true;
    ArrayCursor cursor(array);
    PathScope scope(*problems_, std::size_t{0});
    Value element;
    for (std::size_t i = 0; cursor.next(element); ++i) {
      if (seen.has(i)) continue;
      scope.set_index(i);
      good = fits(schema, element, verbosity, nullptr) && good;
      if (enough(good, verbosity)) return false;
    }
    seen.mark_all();
    return good;
  }

  bool check_unevaluated_members(const SchemaNode& node, Value object, Verbosity verbosity, Evaluated& seen) {
    const SchemaNode& schema = *node.unevaluated_properties;
    bool good = true;
    ObjectCursor cursor(object);
    PathScope scope(*problems_, std::string_view(""));
    std::string_view name;
    Value member;
    for (std::size_t i = 0; cursor.next(name, member); ++i) {
      if (seen.has(i)) continue;
      scope.set_name(name);
      if (!schema.nothing) {
        good = fits(schema, member, verbosity, nullptr) && good;
      } else if (verbosity == Verbosity::Nothing || is_told_enough()) {
        return false;
      } else {
        good = tell_unknown(name, accepted_names(node), verbosity);
      }
      if (enough(good, verbosity)) return false;
    }
    seen.mark_all();
    return good;
  }

  /// Names why none of `alternatives` fits: the demands of all if `value` is of no right type, the problems of the one
  /// that was meant if that can be told, a line with one problem of each otherwise.
  bool tell_none_fits(const std::vector<const SchemaNode*>& alternatives, Value value, Verbosity verbosity) {
    if (verbosity == Verbosity::Nothing || too_deep_) return false;
    std::vector<const SchemaNode*> meant = likely(alternatives, value);
    const auto is_list = [](const SchemaNode* node) { return lists_values(*node); };
    if (std::all_of(meant.begin(), meant.end(), is_list)) meant.clear();  // best told with all that would do
    if (meant.size() == 1) return fits(*meant.front(), value, verbosity, nullptr);
    const std::string none = "fits none of " + std::to_string(alternatives.size()) + " alternatives";
    if (meant.empty()) {
      std::vector<std::string> demands;
      for (const SchemaNode* alternative : alternatives) {
        if (std::string text = described(*alternative); !text.empty()) demands.push_back(std::move(text));
      }
      return demands.empty() ? fail(verbosity, none) : expected(verbosity, joined_by_or(demands), value);
    }
    if (verbosity == Verbosity::First) return fail(verbosity, none);  // a list in a list helps nobody
    constexpr std::size_t kMostListed = 4;
    std::string text = none + ':';
    for (std::size_t i = 0; i < std::min(meant.size(), kMostListed); ++i) {
      text += (i == 0 ? " " : "; or ") + first_problem(*meant[i], value);
    }
    if (meant.size() > kMostListed) text += "; …";
    return fail(verbosity, text);
  }

  /// The text of one problem that `value` has with `schema`, without the path if it is the one where we stand.
  std::string first_problem(const SchemaNode& schema, Value value) {
    Decoder own;
    own.path = problems_->path;
    Decoder* const outer = std::exchange(problems_, &own);
    (void)fits(schema, value, Verbosity::First, nullptr);
    problems_ = outer;
    std::string text = own.report();
    const std::string here = render_path(own.path) + ": ";
    return text.starts_with(here) ? text.substr(here.size()) : text;
  }

  Decoder* problems_;
  std::size_t level_ = 0;
  bool too_deep_ = false;
  std::unordered_map<std::uint64_t, Verdict> verdicts_;
};

}  // namespace

bool check(const SchemaTree& schema, Value value, Decoder& problems) {
  return Checker(problems).run(schema.root(), value);
}

}  // namespace mcp::internal
