#include "schema/raw_schema_text.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <unordered_set>

#include <mcp/codec/writer.hpp>
#include <mcp/spec/schema_keywords.hpp>

#include "codec/text.hpp"

namespace mcp::internal {

namespace {

constexpr std::size_t kMostListed = 20;

std::string_view noun_of(unsigned char type) {
  return spec::kJsonTypes[static_cast<std::size_t>(std::countr_zero(type))];
}

/// Only for texts: a number of more than 64 bits becomes the nearest double.
detail::Bound to_bound(const std::optional<Value>& number) {
  if (!number) return {};
  switch (number->kind()) {
    case JsonKind::Integer:
      return detail::Bound(number->integer());
    case JsonKind::Unsigned:
      return detail::Bound(number->unsigned_integer());
    case JsonKind::Real:
      return detail::Bound(number->real());
    default:
      return detail::Bound(std::strtod(std::string(number->number_text()).c_str(), nullptr));
  }
}

std::string described_number(std::string_view noun, const NumberRules& rules) {
  std::string text = demanded(noun, {.noun = noun,
                                     .minimum = to_bound(rules.minimum),
                                     .maximum = to_bound(rules.maximum),
                                     .exclusive_minimum = to_bound(rules.exclusive_minimum),
                                     .exclusive_maximum = to_bound(rules.exclusive_maximum)});
  if (rules.multiple_of) {
    text += text == noun ? " that is a multiple of " : " and a multiple of ";
    text += shown(*rules.multiple_of);
  }
  return text;
}

std::string described_string(const StringRules& rules) {
  std::string text = "string";
  if (rules.length.bounded()) text += " of " + sized(rules.length, "character");
  if (rules.pattern != nullptr) text += " that matches " + in_quotes(rules.pattern->pattern());
  return text;
}

std::string with_size(std::string_view noun, const SizeRange& size, std::string_view unit) {
  return std::string(noun) + (size.bounded() ? " of " + sized(size, unit) : "");
}

std::string listed(Value choices) {
  std::string text;
  ArrayCursor cursor(choices);
  Value choice;
  std::size_t count = 0;
  for (; count < kMostListed && cursor.next(choice); ++count) {
    if (count != 0) text += ", ";
    text += shown(choice);
  }
  if (choices.size() > kMostListed) text += ", …";
  return count == 1 ? text : "one of " + text;
}

void add_names(const SchemaNode& node, std::unordered_set<const SchemaNode*>& seen,
               std::vector<std::string_view>& names) {
  if (!seen.insert(&node).second) return;
  const auto add = [&](const SchemaNode* other) {
    if (other != nullptr) add_names(*other, seen, names);
  };
  if (node.object != nullptr) {
    for (const std::string_view name : node.object->names) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    for (const auto& [name, schema] : node.object->dependent_schemas) add(schema);
  }
  for (const auto* list : {&node.references, &node.all_of, &node.any_of, &node.one_of}) {
    for (const SchemaNode* other : *list) add(other);
  }
  add(node.condition);
  add(node.consequence);
  add(node.alternative);
}

}  // namespace

std::string described(const SchemaNode& node, unsigned char type) {
  if (node.number != nullptr && (type == kIntegerType || type == kNumberType)) {
    return described_number(noun_of(type), *node.number);
  }
  if (node.string != nullptr && type == kStringType) return described_string(*node.string);
  if (node.array != nullptr && type == kArrayType) return with_size("array", node.array->size, "element");
  if (node.object != nullptr && type == kObjectType) return with_size("object", node.object->size, "member");
  return std::string(noun_of(type));
}

std::string described(const SchemaNode& node) {
  if (node.constant) return shown(*node.constant);
  if (node.choices) return node.choices->size() == 0 ? "" : listed(*node.choices);
  if (node.types != 0) {
    std::vector<std::string> texts;
    // In the usual order of naming them.
    for (const unsigned char type :
         {kObjectType, kArrayType, kStringType, kIntegerType, kNumberType, kBooleanType, kNullType}) {
      if ((node.types & type) != 0) texts.push_back(described(node, type));
    }
    return joined_by_or(texts);
  }
  // An endless chain of references is rejected when the value is checked; here the loop must only terminate.
  const SchemaNode* last = &node;
  for (int i = 0; i < 16 && last->references.size() == 1; ++i) {
    last = last->references.front();
    if (last->constant || last->choices || last->types != 0) return described(*last);
  }
  return "";
}

std::string described_fully(const SchemaNode& node) {
  const bool combines = !node.references.empty() || !node.all_of.empty() || !node.any_of.empty() ||
                        !node.one_of.empty() || node.excluded != nullptr || node.condition != nullptr;
  return combines || node.array != nullptr || node.object != nullptr ? "" : described(node);
}

std::string joined_by_or(std::span<const std::string> texts) {
  std::vector<std::string_view> distinct;
  for (const std::string& text : texts) {
    if (std::find(distinct.begin(), distinct.end(), text) == distinct.end()) distinct.push_back(text);
  }
  std::string joined;
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    if (i != 0) joined += i + 1 == distinct.size() ? " or " : ", ";
    joined += distinct[i];
  }
  return joined;
}

std::string sized(const SizeRange& range, std::string_view unit) {
  if (range.most == detail::kNoLimit) return "at least " + counted(range.least, unit);
  if (range.least == range.most) return "exactly " + counted(range.least, unit);
  if (range.least == 0) return "at most " + counted(range.most, unit);
  return std::to_string(range.least) + " to " + counted(range.most, unit);
}

std::vector<std::string_view> accepted_names(const SchemaNode& node) {
  std::unordered_set<const SchemaNode*> seen;
  std::vector<std::string_view> names;
  add_names(node, seen, names);
  return names;
}

}  // namespace mcp::internal
