// Compiles the text of a schema to nodes.
#include <algorithm>
#include <array>
#include <stdexcept>

#include <mcp/spec/json_pointer.hpp>
#include <mcp/spec/percent.hpp>
#include <mcp/spec/schema_keywords.hpp>

#include "codec/exact_number.hpp"
#include "schema/raw_schema_tree.hpp"

namespace mcp::internal {

namespace {

/// mcpgen lets no such schema through: of an annotated tool it takes a generated file that was edited.
class SchemaError : public std::runtime_error {
 public:
  SchemaError(std::string_view keyword, std::string_view what)
      : std::runtime_error('"' + std::string(keyword) + "\" " + std::string(what)) {}
};

Value demand(Value value, JsonKind kind, std::string_view keyword) {
  if (value.kind() != kind) throw SchemaError(keyword, "has a value of the wrong type");
  return value;
}

Value demand_number(Value value, std::string_view keyword) {
  if (!is_number(value)) throw SchemaError(keyword, "must be a number");
  return value;
}

std::size_t demand_size(Value value, std::string_view keyword) {
  if (is_number(value) && is_integer(value)) {
    switch (value.kind()) {
      case JsonKind::Integer:
        if (value.integer() < 0) break;
        return static_cast<std::size_t>(value.integer());
      case JsonKind::Real:
        if (value.real() < 0) break;
        if (value.real() < 9007199254740992.0) return static_cast<std::size_t>(value.real());
        return detail::kNoLimit;
      default:
        return detail::kNoLimit;  // no value has that many
    }
  }
  throw SchemaError(keyword, "must be a whole number of at least 0");
}

std::vector<std::string_view> demand_names(Value value, std::string_view keyword) {
  std::vector<std::string_view> names;
  ArrayCursor cursor(demand(value, JsonKind::Array, keyword));
  Value name;
  while (cursor.next(name)) names.push_back(demand(name, JsonKind::String, keyword).string());
  return names;
}

unsigned char demand_type(Value value) {
  const std::string_view name = demand(value, JsonKind::String, "type").string();
  const auto* const found = std::ranges::find(spec::kJsonTypes, name);
  if (found == spec::kJsonTypes.end()) throw SchemaError("type", "names no type");
  return static_cast<unsigned char>(1U << (found - spec::kJsonTypes.begin()));
}

unsigned char demand_types(Value value) {
  if (value.kind() != JsonKind::Array) return demand_type(value);
  unsigned char types = 0;
  ArrayCursor cursor(value);
  Value type;
  while (cursor.next(type)) types |= demand_type(type);
  if (types == 0) throw SchemaError("type", "names no type");
  return types;
}

std::unique_ptr<RE2> compile_pattern(std::string_view pattern, std::string_view keyword) {
  RE2::Options options;
  options.set_log_errors(false);
  auto compiled = std::make_unique<RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
  if (!compiled->ok()) throw SchemaError(keyword, "has a pattern that RE2 does not read: " + compiled->error());
  return compiled;
}

template <class Rules>
Rules& made(std::unique_ptr<Rules>& rules) {
  if (rules == nullptr) rules = std::make_unique<Rules>();
  return *rules;
}

/// The part of `value` that a step of a pointer leads to.
std::optional<Value> step_into(Value value, const std::string& step) {
  if (value.kind() == JsonKind::Object) {
    ObjectCursor cursor(value);
    std::string_view name;
    Value member;
    while (cursor.next(name, member)) {
      if (name == step) return member;
    }
  } else if (value.kind() == JsonKind::Array) {
    std::optional<std::size_t> index = spec::index_of(step);
    if (!index) return std::nullopt;
    ArrayCursor cursor(value);
    Value element;
    while (cursor.next(element)) {
      if ((*index)-- == 0) return element;
    }
  }
  return std::nullopt;
}

}  // namespace

class SchemaCompiler {
 public:
  SchemaCompiler(SchemaTree& tree, SchemaHeaders headers) : tree_(tree), headers_(headers) {}

  void run() {
    (void)node_for(tree_.document_.root());
    // A JSON pointer may refer to a schema that no keyword contains, with its own anchors and references. So anchors
    // are resolved last, when all are known.
    while (!unread_.empty() || !pointers_.empty()) {
      read_waiting();
      for (const Reference& reference : std::exchange(pointers_, {})) {
        add(*reference.from, &node_at(reference.target));
      }
    }
    for (const Reference& reference : anchor_uses_) {
      const auto anchor = anchors_.find(reference.target.substr(1));
      if (anchor == anchors_.end()) throw SchemaError("$ref", "leads nowhere: " + reference.target);
      ++anchor->second->uses;
      add(*reference.from, anchor->second);
    }
  }

 private:
  struct Reference {
    SchemaNode* from;
    std::string target;  // "#…", decoded
  };

  static void add(SchemaNode& from, const SchemaNode* to) { from.references.push_back(to); }

  /// The node of `schema`; creates it if there is none yet.
  SchemaNode& node_for(Value schema) {
    const auto [entry, added] = by_position_.try_emplace(schema.position());
    if (added) {
      entry->second = &tree_.nodes_.emplace_back();
      entry->second->id = tree_.nodes_.size();
      unread_.emplace_back(entry->second, schema);
    }
    ++entry->second->uses;
    return *entry->second;
  }

  SchemaNode& node_at(std::string_view pointer) {
    std::optional<Value> value = tree_.document_.root();
    for (std::string_view rest = pointer.substr(1); !rest.empty() && value;) {
      const std::optional<std::string> step = spec::take_step(rest);
      value = step ? step_into(*value, *step) : std::nullopt;
    }
    if (!value) throw SchemaError("$ref", "leads nowhere: " + std::string(pointer));
    return node_for(*value);
  }

  void read_waiting() {
    while (!unread_.empty()) {
      const auto [node, schema] = unread_.back();
      unread_.pop_back();
      if (schema.kind() == JsonKind::Boolean) {
        node->nothing = !schema.boolean();
        continue;
      }
      ObjectCursor cursor(demand(schema, JsonKind::Object, "a schema"));
      std::string_view keyword;
      Value value;
      while (cursor.next(keyword, value)) {
        if (!read_core(*node, keyword, value) && !read_logic(*node, keyword, value) &&
            !read_number(*node, keyword, value) && !read_string(*node, keyword, value) &&
            !read_array(*node, keyword, value) && !read_object(*node, keyword, value)) {
          check_annotation(keyword, value);
        }
      }
    }
  }

  std::vector<const SchemaNode*> nodes_of(Value schemas, std::string_view keyword) {
    std::vector<const SchemaNode*> nodes;
    ArrayCursor cursor(demand(schemas, JsonKind::Array, keyword));
    Value schema;
    while (cursor.next(schema)) nodes.push_back(&node_for(schema));
    if (nodes.empty()) throw SchemaError(keyword, "must hold at least one schema");
    return nodes;
  }

  /// Calls `with` for each member of an object whose values are schemas.
  template <class With>
  void for_members(Value schemas, std::string_view keyword, With with) {
    ObjectCursor cursor(demand(schemas, JsonKind::Object, keyword));
    std::string_view name;
    Value member;
    while (cursor.next(name, member)) with(name, member);
  }

  bool read_core(SchemaNode& node, std::string_view keyword, Value value) {
    const bool is_root = &node == &tree_.nodes_.front();
    if (keyword == "$id" || keyword == "$schema") {
      if (!is_root) throw SchemaError(keyword, "must stand at the root alone");
      const std::string_view text = demand(value, JsonKind::String, keyword).string();
      if (keyword == "$schema" && text != spec::kSchemaDialect)
        throw SchemaError(keyword, "must be " + std::string(spec::kSchemaDialect));
    } else if (keyword == "x-mcp-header") {
      if (headers_ == SchemaHeaders::Refused) {
        throw SchemaError(keyword, "must not be there: headers are for annotated tools");
      }
    } else if (keyword == "$ref" || keyword == "$dynamicRef") {
      const std::string target = spec::percent_decoded(demand(value, JsonKind::String, keyword).string());
      if (!target.starts_with('#')) throw SchemaError(keyword, "leads out of the schema: " + target);
      const bool is_pointer = target.size() == 1 || target[1] == '/';
      (is_pointer ? pointers_ : anchor_uses_).push_back({&node, target});
    } else if (keyword == "$anchor" || keyword == "$dynamicAnchor") {
      anchors_.emplace(demand(value, JsonKind::String, keyword).string(), &node);
    } else if (keyword == "$defs" || keyword == "definitions") {
      for_members(value, keyword, [&](std::string_view, Value schema) { --node_for(schema).uses; });
    } else if (keyword == "type") {
      node.types = demand_types(value);
    } else if (keyword == "const") {
      node.constant = value;
    } else if (keyword == "enum") {
      node.choices = demand(value, JsonKind::Array, keyword);
    } else {
      return false;
    }
    return true;
  }

  bool read_logic(SchemaNode& node, std::string_view keyword, Value value) {
    if (keyword == "allOf") {
      node.all_of = nodes_of(value, keyword);
    } else if (keyword == "anyOf") {
      node.any_of = nodes_of(value, keyword);
    } else if (keyword == "oneOf") {
      node.one_of = nodes_of(value, keyword);
    } else if (keyword == "not") {
      node.excluded = &node_for(value);
    } else if (keyword == "if") {
      node.condition = &node_for(value);
    } else if (keyword == "then") {
      node.consequence = &node_for(value);
    } else if (keyword == "else") {
      node.alternative = &node_for(value);
    } else if (keyword == "unevaluatedItems") {
      node.unevaluated_items = &node_for(value);
    } else if (keyword == "unevaluatedProperties") {
      node.unevaluated_properties = &node_for(value);
    } else {
      return false;
    }
    return true;
  }

  bool read_number(SchemaNode& node, std::string_view keyword, Value value) {
    if (keyword == "minimum") {
      made(node.number).minimum = demand_number(value, keyword);
    } else if (keyword == "maximum") {
      made(node.number).maximum = demand_number(value, keyword);
    } else if (keyword == "exclusiveMinimum") {
      made(node.number).exclusive_minimum = demand_number(value, keyword);
    } else if (keyword == "exclusiveMaximum") {
      made(node.number).exclusive_maximum = demand_number(value, keyword);
    } else if (keyword == "multipleOf") {
      if (!is_divisor(demand_number(value, keyword))) throw SchemaError(keyword, "cannot be divided by");
      made(node.number).multiple_of = value;
    } else {
      return false;
    }
    return true;
  }

  bool read_string(SchemaNode& node, std::string_view keyword, Value value) {
    if (keyword == "minLength") {
      made(node.string).length.least = demand_size(value, keyword);
    } else if (keyword == "maxLength") {
      made(node.string).length.most = demand_size(value, keyword);
    } else if (keyword == "pattern") {
      made(node.string).pattern = compile_pattern(demand(value, JsonKind::String, keyword).string(), keyword);
    } else {
      return false;
    }
    return true;
  }

  bool read_array(SchemaNode& node, std::string_view keyword, Value value) {
    if (keyword == "minItems") {
      made(node.array).size.least = demand_size(value, keyword);
    } else if (keyword == "maxItems") {
      made(node.array).size.most = demand_size(value, keyword);
    } else if (keyword == "uniqueItems") {
      made(node.array).unique = demand(value, JsonKind::Boolean, keyword).boolean();
    } else if (keyword == "prefixItems") {
      made(node.array).prefix = nodes_of(value, keyword);
    } else if (keyword == "items") {
      made(node.array).items = &node_for(value);
    } else if (keyword == "contains") {
      made(node.array).contains = &node_for(value);
    } else if (keyword == "minContains") {
      made(node.array).contained.least = demand_size(value, keyword);
    } else if (keyword == "maxContains") {
      made(node.array).contained.most = demand_size(value, keyword);
    } else {
      return false;
    }
    return true;
  }

  bool read_object(SchemaNode& node, std::string_view keyword, Value value) {
    if (keyword == "minProperties") {
      made(node.object).size.least = demand_size(value, keyword);
    } else if (keyword == "maxProperties") {
      made(node.object).size.most = demand_size(value, keyword);
    } else if (keyword == "required") {
      made(node.object).required = demand_names(value, keyword);
    } else if (keyword == "properties") {
      for_members(value, keyword, [&](std::string_view name, Value schema) {
        made(node.object).properties.emplace(name, &node_for(schema));
        node.object->names.push_back(name);
      });
    } else if (keyword == "patternProperties") {
      for_members(value, keyword, [&](std::string_view pattern, Value schema) {
        made(node.object).patterns.emplace_back(compile_pattern(pattern, keyword), &node_for(schema));
      });
    } else if (keyword == "additionalProperties") {
      made(node.object).additional = &node_for(value);
    } else if (keyword == "propertyNames") {
      made(node.object).property_names = &node_for(value);
    } else if (keyword == "dependentRequired") {
      for_members(value, keyword, [&](std::string_view name, Value names) {
        made(node.object).dependent_required.emplace_back(name, demand_names(names, keyword));
      });
    } else if (keyword == "dependentSchemas") {
      for_members(value, keyword, [&](std::string_view name, Value schema) {
        made(node.object).dependent_schemas.emplace_back(name, &node_for(schema));
      });
    } else {
      return false;
    }
    return true;
  }

  /// Keywords that annotate values without constraining them.
  void check_annotation(std::string_view keyword, Value value) {
    const spec::Keyword* const known = spec::find_keyword(keyword);
    if (known == nullptr) return;
    switch (known->shape) {
      case spec::Shape::String:
        (void)demand(value, JsonKind::String, keyword);
        return;
      case spec::Shape::Boolean:
        (void)demand(value, JsonKind::Boolean, keyword);
        return;
      case spec::Shape::Array:
        (void)demand(value, JsonKind::Array, keyword);
        return;
      case spec::Shape::Schema:
        --node_for(value).uses;
        return;
      default:
        return;
    }
  }

  SchemaTree& tree_;
  const SchemaHeaders headers_;
  std::unordered_map<std::size_t, SchemaNode*> by_position_;
  std::vector<std::pair<SchemaNode*, Value>> unread_;
  std::unordered_map<std::string, SchemaNode*> anchors_;
  std::vector<Reference> pointers_;
  std::vector<Reference> anchor_uses_;
};

SchemaTree::SchemaTree(std::string_view text, SchemaHeaders headers) {
  if (const std::string_view wrong = document_.parse_copy(text); !wrong.empty()) {
    problem_ = wrong;
    return;
  }
  try {
    SchemaCompiler(*this, headers).run();
  } catch (const SchemaError& error) {
    problem_ = error.what();
  }
}

}  // namespace mcp::internal
