// The check of a value against a raw schema, as a class: raw_schema_check.cpp has the keywords for any value, texts and
// numbers, raw_schema_check_parts.cpp those for arrays and objects.
//
// How the time is bounded: every recursion in a schema passes a node that several keywords refer to, and the result of
// such a node for a value is cached. So alternatives that check the same part of a value, level by level, cost the sum
// of their times and not the product.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <mcp/codec/decoder.hpp>
#include <mcp/codec/value.hpp>

#include "schema/raw_schema_tree.hpp"

namespace mcp::internal {

/// Whether `pattern` matches anywhere in `text`.
[[nodiscard]] bool matches(const RE2& pattern, std::string_view text);

/// The evaluated elements or members of one value, which unevaluatedItems and unevaluatedProperties skip. Members are
/// numbered in the order in which they were sent.
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

/// One check of one value. Not thread-safe.
class SchemaChecker {
 public:
  explicit SchemaChecker(Decoder& problems) : problems_(&problems) {}

  bool run(const SchemaNode& root, Value value);

 private:
  enum class Verbosity : unsigned char {
    Nothing,
    First,  // one problem
    All,
  };
  enum class Verdict : unsigned char { Fits, Fails, FailsAndReported };

  /// Increments the depth for the lifetime of the object.
  struct Level {
    std::size_t& level;
    explicit Level(std::size_t& at) : level(at) { ++level; }
    ~Level() { --level; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
  };

  /// Whether `value` conforms to `node`; reports as much as `verbosity` says. `seen`, if not null, gets the evaluated
  /// parts; it is meaningful only if the value conforms.
  bool fits(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen);

  /// Whether the report has room for no further errors.
  [[nodiscard]] bool is_report_full() const;

  /// Whether the remaining checks can be skipped.
  [[nodiscard]] bool enough(bool good, Verbosity verbosity) const;
  bool fits_quietly(const SchemaNode& node, Value value);
  bool expected(Verbosity verbosity, std::string_view what, Value got);
  bool fail(Verbosity verbosity, std::string_view message);
  bool check_node(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen);

  /// Checks all keywords except the unevaluated ones, until the result is known.
  bool check_parts(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen);
  bool check_number(const SchemaNode& node, Value value, Verbosity verbosity);
  bool check_string(const SchemaNode& node, Value value, Verbosity verbosity);
  bool check_size(std::string_view noun, const SizeRange& range, std::string_view unit, Value value,
                  Verbosity verbosity);
  bool check_array(const ArrayRules& rules, Value array, Verbosity verbosity, Evaluated* seen);
  bool check_unique(Value array, Verbosity verbosity);
  bool check_elements(const ArrayRules& rules, Value array, Verbosity verbosity, Evaluated* seen);
  bool check_contains(const ArrayRules& rules, Value array, Verbosity verbosity, Evaluated* seen);
  bool check_object(const ObjectRules& rules, Value object, Verbosity verbosity, Evaluated* seen);
  bool check_members(const ObjectRules& rules, Value object, Verbosity verbosity, Evaluated* seen);

  /// Sets `known` if a schema evaluated the member.
  bool check_member(const ObjectRules& rules, Value name, Value member, bool& known, Verbosity verbosity);

  /// Reports an error of the object, not of the member at the current path.
  bool report_unknown(std::string_view name, std::span<const std::string_view> accepted, Verbosity verbosity);
  bool check_name(const SchemaNode& schema, Value name, Verbosity verbosity);
  bool check_required(const ObjectRules& rules, Value object, Verbosity verbosity);
  bool check_any_of(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen);
  bool check_one_of(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen);
  bool fits_alternative(const SchemaNode& schema, Value value, Evaluated* seen);
  bool check_not(const SchemaNode& excluded, Value value, Verbosity verbosity);
  bool check_condition(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated* seen);
  bool check_unevaluated(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated& seen);
  bool check_unevaluated_items(const SchemaNode& schema, Value array, Verbosity verbosity, Evaluated& seen);
  bool check_unevaluated_members(const SchemaNode& node, Value object, Verbosity verbosity, Evaluated& seen);

  /// Reports why no alternative accepts the value. If `value` has none of the right types, lists what each alternative
  /// expects. If one alternative was evidently meant, reports its errors. Otherwise reports one line with the first
  /// error of each.
  bool report_none_fits(const std::vector<const SchemaNode*>& alternatives, Value value, Verbosity verbosity);

  /// The first error of `value` with `schema`, without its path if that is the current one.
  std::string first_problem(const SchemaNode& schema, Value value);

  Decoder* problems_;
  std::size_t level_ = 0;
  bool too_deep_ = false;
  std::unordered_map<std::uint64_t, Verdict> verdicts_;
};

}  // namespace mcp::internal
