#include "schema/raw_schema_check.hpp"

#include <algorithm>
#include <utility>

#include "codec/equality.hpp"
#include "codec/exact_number.hpp"
#include "codec/text.hpp"
#include "schema/raw_schema_checker.hpp"
#include "schema/raw_schema_likely.hpp"
#include "schema/raw_schema_text.hpp"

namespace mcp::internal {

namespace {

/// The maximum depth of nested schemas and values that are being checked. They need at most 2 MiB of stack, and several
/// times that with sanitizers.
constexpr std::size_t kMaxNesting = 2048;

/// Whether the type of `value` alone shows that it conforms. False means that more must be checked.
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

}  // namespace

bool matches(const RE2& pattern, std::string_view text) {
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), pattern);
}

bool SchemaChecker::run(const SchemaNode& root, Value value) {
  const bool fits = this->fits(root, value, Verbosity::All, nullptr);
  if (!too_deep_) return fits;
  return problems_->fail("nested too deep to be checked against the tool's schema");
}

bool SchemaChecker::fits(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen) {
  if (too_deep_) return false;
  if (level_ >= kMaxNesting) {
    too_deep_ = true;
    return false;
  }
  const Level level(level_);
  if (is_report_full()) verbosity = Verbosity::Nothing;
  if (node.uses < 2) return check_node(node, value, verbosity, seen);
  if (fits_by_type(node, value)) return true;  // cheaper than the cache

  const std::uint64_t key = static_cast<std::uint64_t>(node.id) << 32 | value.position();
  if (const auto known = verdicts_.find(key); known != verdicts_.end()) {
    if (known->second == Verdict::Fits && seen == nullptr) return true;
    if (known->second != Verdict::Fits && verbosity == Verbosity::Nothing) return false;
    if (known->second == Verdict::FailsAndReported && verbosity == Verbosity::All) return false;
  }
  const bool good = check_node(node, value, verbosity, seen);
  if (good) {
    verdicts_[key] = Verdict::Fits;
  } else if (verbosity == Verbosity::All) {
    verdicts_[key] = Verdict::FailsAndReported;
  } else {
    verdicts_.try_emplace(key, Verdict::Fails);
  }
  return good;
}

bool SchemaChecker::is_report_full() const { return problems_->done(); }

bool SchemaChecker::enough(bool good, Verbosity verbosity) const {
  return !good && (verbosity != Verbosity::All || is_report_full());
}

bool SchemaChecker::fits_quietly(const SchemaNode& node, Value value) {
  return fits(node, value, Verbosity::Nothing, nullptr);
}

bool SchemaChecker::expected(Verbosity verbosity, std::string_view what, Value got) {
  if (verbosity == Verbosity::Nothing || too_deep_) return false;
  return what.empty() ? problems_->fail("no value is accepted here") : problems_->expected(what, got);
}

bool SchemaChecker::fail(Verbosity verbosity, std::string_view message) {
  if (verbosity == Verbosity::Nothing || too_deep_) return false;
  return problems_->fail(message);
}

bool SchemaChecker::check_node(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen) {
  if (node.nothing) return expected(verbosity, "", value);
  // For a value of the wrong type, only that is reported.
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

bool SchemaChecker::check_parts(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen) {
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
  if (node.excluded != nullptr && !enough(good, verbosity)) good = check_not(*node.excluded, value, verbosity) && good;
  if (node.condition != nullptr && !enough(good, verbosity))
    good = check_condition(node, value, verbosity, seen) && good;
  return good;
}

bool SchemaChecker::check_number(const SchemaNode& node, Value value, Verbosity verbosity) {
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

bool SchemaChecker::check_string(const SchemaNode& node, Value value, Verbosity verbosity) {
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

bool SchemaChecker::check_any_of(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen) {
  bool any = false;
  for (const SchemaNode* schema : node.any_of) {
    any = fits_alternative(*schema, value, seen) || any;
    if (any && seen == nullptr) return true;
  }
  return any || report_none_fits(node.any_of, value, verbosity);
}

bool SchemaChecker::check_one_of(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen) {
  std::vector<std::size_t> fitting;
  for (std::size_t i = 0; i < node.one_of.size() && fitting.size() < 2; ++i) {
    if (fits_alternative(*node.one_of[i], value, seen)) fitting.push_back(i);
  }
  if (fitting.size() == 1) return true;
  if (fitting.empty()) return report_none_fits(node.one_of, value, verbosity);
  return fail(verbosity, "fits alternatives " + std::to_string(fitting[0] + 1) + " and " +
                             std::to_string(fitting[1] + 1) + " of " + std::to_string(node.one_of.size()) +
                             ", must fit exactly one");
}

bool SchemaChecker::fits_alternative(const SchemaNode& schema, Value value, Evaluated* seen) {
  if (seen == nullptr) return fits_quietly(schema, value);
  Evaluated own(value);
  if (!fits(schema, value, Verbosity::Nothing, &own)) return false;
  seen->merge(own);
  return true;
}

bool SchemaChecker::check_not(const SchemaNode& excluded, Value value, Verbosity verbosity) {
  if (!fits_quietly(excluded, value)) return true;
  if (verbosity == Verbosity::Nothing) return false;
  const std::string what = described_fully(excluded);
  return expected(verbosity, "anything but " + (what.empty() ? "what fits the schema's \"not\"" : what), value);
}

bool SchemaChecker::check_condition(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen) {
  const bool holds = fits_alternative(*node.condition, value, seen);
  const SchemaNode* then = holds ? node.consequence : node.alternative;
  return then == nullptr || fits(*then, value, verbosity, seen);
}

bool SchemaChecker::report_none_fits(const std::vector<const SchemaNode*>& alternatives, Value value,
                                     Verbosity verbosity) {
  if (verbosity == Verbosity::Nothing || too_deep_) return false;
  std::vector<const SchemaNode*> meant = likely(alternatives, value);
  const auto is_list = [](const SchemaNode* node) { return lists_values(*node); };
  if (std::all_of(meant.begin(), meant.end(), is_list)) meant.clear();  // better reported with all accepted values
  if (meant.size() == 1) return fits(*meant.front(), value, verbosity, nullptr);
  const std::string none = "fits none of " + std::to_string(alternatives.size()) + " alternatives";
  if (meant.empty()) {
    std::vector<std::string> demands;
    for (const SchemaNode* alternative : alternatives) {
      if (std::string text = described(*alternative); !text.empty()) demands.push_back(std::move(text));
    }
    return demands.empty() ? fail(verbosity, none) : expected(verbosity, joined_by_or(demands), value);
  }
  if (verbosity == Verbosity::First) return fail(verbosity, none);  // no nested lists
  constexpr std::size_t kMostListed = 4;
  std::string text = none + ':';
  for (std::size_t i = 0; i < std::min(meant.size(), kMostListed); ++i) {
    text += (i == 0 ? " " : "; or ") + first_problem(*meant[i], value);
  }
  if (meant.size() > kMostListed) text += "; …";
  return fail(verbosity, text);
}

std::string SchemaChecker::first_problem(const SchemaNode& schema, Value value) {
  Decoder own;
  own.path = problems_->path;
  Decoder* const outer = std::exchange(problems_, &own);
  (void)fits(schema, value, Verbosity::First, nullptr);
  problems_ = outer;
  std::string text = own.report();
  const std::string here = render_path(own.path) + ": ";
  return text.starts_with(here) ? text.substr(here.size()) : text;
}

bool check(const SchemaTree& schema, Value value, Decoder& problems) {
  return SchemaChecker(problems).run(schema.root(), value);
}

}  // namespace mcp::internal
