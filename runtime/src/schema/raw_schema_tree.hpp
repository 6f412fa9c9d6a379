// A compiled raw schema: a graph of nodes in which every reference is a pointer.
//
// mcpgen refuses a schema with an $id inside, so the text is a single schema resource. In it anchors are unique, so
// $dynamicRef means the same as $ref.
#pragma once

#include <re2/re2.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <mcp/codec/constraints.hpp>
#include <mcp/codec/value.hpp>

#include "codec/document.hpp"

namespace mcp::internal {

struct SchemaNode;

/// The types of JSON Schema, as bits of a set.
enum TypeBit : unsigned char {
  kArrayType = 1,
  kBooleanType = 2,
  kIntegerType = 4,
  kNullType = 8,
  kNumberType = 16,
  kObjectType = 32,
  kStringType = 64,
};

struct SizeRange {
  std::size_t least = 0;
  std::size_t most = detail::kNoLimit;

  [[nodiscard]] bool holds(std::size_t size) const { return size >= least && size <= most; }
  [[nodiscard]] bool bounded() const { return least != 0 || most != detail::kNoLimit; }
};

struct NumberRules {
  std::optional<Value> minimum;
  std::optional<Value> maximum;
  std::optional<Value> exclusive_minimum;
  std::optional<Value> exclusive_maximum;
  std::optional<Value> multiple_of;
};

struct StringRules {
  SizeRange length;  // code points
  std::unique_ptr<RE2> pattern;
};

struct ArrayRules {
  SizeRange size;
  bool unique = false;
  std::vector<const SchemaNode*> prefix;
  const SchemaNode* items = nullptr;
  const SchemaNode* contains = nullptr;
  SizeRange contained{1};
};

struct ObjectRules {
  SizeRange size;
  std::vector<std::string_view> required;
  std::unordered_map<std::string_view, const SchemaNode*> properties;
  std::vector<std::string_view> names;  // names of the properties, in the schema's order
  std::vector<std::pair<std::unique_ptr<RE2>, const SchemaNode*>> patterns;
  const SchemaNode* additional = nullptr;
  const SchemaNode* property_names = nullptr;
  std::vector<std::pair<std::string_view, std::vector<std::string_view>>> dependent_required;
  std::vector<std::pair<std::string_view, const SchemaNode*>> dependent_schemas;
};

/// One schema. A null pointer or an empty list is an absent keyword.
struct SchemaNode {
  std::size_t id = 0;
  std::size_t uses = 0;  // number of keywords that refer to this node; the root starts with 1

  bool nothing = false;  // the schema `false`
  unsigned char types = 0;
  std::optional<Value> constant;
  std::optional<Value> choices;  // the array of `enum`

  std::unique_ptr<NumberRules> number;
  std::unique_ptr<StringRules> string;
  std::unique_ptr<ArrayRules> array;
  std::unique_ptr<ObjectRules> object;

  std::vector<const SchemaNode*> references;  // $ref, $dynamicRef
  std::vector<const SchemaNode*> all_of;
  std::vector<const SchemaNode*> any_of;
  std::vector<const SchemaNode*> one_of;
  const SchemaNode* excluded = nullptr;  // not
  const SchemaNode* condition = nullptr;
  const SchemaNode* consequence = nullptr;
  const SchemaNode* alternative = nullptr;
  const SchemaNode* unevaluated_items = nullptr;
  const SchemaNode* unevaluated_properties = nullptr;
};

/// Whether a schema may have x-mcp-header: only that of an annotated tool may, because mcpgen has checked it.
enum class SchemaHeaders : bool { Refused, Checked };

/// Owns the nodes of one schema and the document that their values point into. Immutable after construction.
class SchemaTree {
 public:
  explicit SchemaTree(std::string_view text, SchemaHeaders headers = SchemaHeaders::Checked);

  /// The error in the text; empty if the schema is valid.
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }
  [[nodiscard]] const SchemaNode& root() const noexcept { return nodes_.front(); }

 private:
  friend class SchemaCompiler;

  Document document_;
  std::deque<SchemaNode> nodes_;
  std::string problem_;
};

}  // namespace mcp::internal
