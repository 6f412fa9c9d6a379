#include "validate/raw_schema.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include <mcp/spec/json_pointer.hpp>
#include <mcp/spec/percent.hpp>
#include <mcp/spec/schema_keywords.hpp>
#include <mcp/spec/text.hpp>

#include "model/schema_keywords.hpp"
#include "model/strict_json.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using mcp::spec::below;

namespace {

bool is_anchor(std::string_view name) {
  return !name.empty() && (mcp::spec::is_letter(name.front()) || name.front() == '_') &&
         std::ranges::all_of(name,
                             [](char c) { return mcp::spec::is_alphanumeric(c) || mcp::spec::is_one_of(c, "_-."); });
}

/// The part of `value` that a step of a pointer leads to, or null.
const Json* step_into(const Json& value, const std::string& step) {
  if (value.is_object()) {
    const auto member = value.find(step);
    return member == value.end() ? nullptr : &*member;
  }
  const std::optional<std::size_t> index = mcp::spec::index_of(step);
  return value.is_array() && index && *index < value.size() ? &value[*index] : nullptr;
}

class SchemaChecker {
 public:
  SchemaChecker(const Json& document, std::vector<std::string>& problems) : document_(document), problems_(problems) {}

  void run() {
    (void)visit(document_, "#");
    // A pointer may lead to where no keyword does, to a schema with anchors of its own; so anchors come last.
    while (!unread_.empty() || !pointers_.empty()) {
      while (!unread_.empty()) {
        const Json* schema = unread_.front();
        unread_.pop_front();
        check_keywords(*schema);
      }
      for (const Reference& reference : std::exchange(pointers_, {})) follow_pointer(reference);
    }
    for (const Reference& reference : anchor_uses_) {
      const auto anchor = anchors_.find(reference.target.substr(1));
      if (anchor != anchors_.end()) {
        nodes_[reference.from].in_place.push_back(anchor->second);
      } else {
        refuse(reference.at, "must name an anchor of this schema, and there is no " + shown(reference.target));
      }
    }
    find_circles();
  }

 private:
  struct Node {
    std::string pointer;
    std::vector<const Json*> in_place;  // schemas that apply to the same value
    enum class State { New, Open, Done } state = State::New;
  };

  struct Reference {
    const Json* from;
    std::string at;
    std::string target;  // "#…", decoded
  };

  void refuse(const std::string& at, const std::string& text) { problems_.push_back(at + ": " + text); }
  bool demand(bool holds, const std::string& at, std::string_view what, const Json& value) {
    if (!holds) refuse(at, "must be " + std::string(what) + ", is " + shown(value));
    return holds;
  }

  /// Queues `schema` for its check, once.
  bool visit(const Json& schema, const std::string& at) {
    if (nodes_.contains(&schema)) return true;
    if (!demand(schema.is_object() || schema.is_boolean(), at, "a schema (an object, true or false)", schema)) {
      return false;
    }
    nodes_[&schema].pointer = at;
    order_.push_back(&schema);
    if (schema.is_object()) unread_.push_back(&schema);
    return true;
  }

  void visit_part(const Json& from, const Json& schema, const std::string& at, bool in_place) {
    if (visit(schema, at) && in_place) nodes_[&from].in_place.push_back(&schema);
  }

  void check_keywords(const Json& schema) {
    const std::string pointer = nodes_[&schema].pointer;
    for (const auto& [name, value] : schema.items()) {
      if (const Keyword* keyword = find_keyword(name)) check_value(*keyword, schema, value, below(pointer, name));
    }
  }

  void check_value(const Keyword& keyword, const Json& schema, const Json& value, const std::string& at) {
    switch (keyword.shape) {
      case Shape::Any:
        break;
      case Shape::Anchor:
        check_anchor(schema, value, at);
        break;
      case Shape::Array:
        demand(value.is_array(), at, "an array", value);
        break;
      case Shape::Boolean:
        demand(value.is_boolean(), at, "true or false", value);
        break;
      case Shape::Count:
        demand(is_count(value), at, "a whole number of at least 0", value);
        break;
      case Shape::Dialect:
        check_dialect(schema, value, at);
        break;
      case Shape::Identifier:
        check_identifier(schema, value, at);
        break;
      case Shape::NameLists:
        if (!demand(value.is_object(), at, "an object of lists of names", value)) break;
        for (const auto& [name, names] : value.items()) check_names(names, below(at, name));
        break;
      case Shape::Names:
        check_names(value, at);
        break;
      case Shape::Number:
        demand(value.is_number(), at, "a number", value);
        break;
      case Shape::Pattern:
        if (demand(value.is_string(), at, "a string", value)) check_pattern(value.get<std::string>(), at);
        break;
      case Shape::Positive:
        demand(value.is_number() && value > 0, at, "a number above 0", value);
        break;
      case Shape::Reference:
        check_reference(schema, value, at);
        break;
      case Shape::Schema:
        if (value.is_array()) {  // as in draft 7, a common mistake
          refuse(at, keyword.name == "items" ? "must be one schema; a list of them is \"prefixItems\" in draft 2020-12"
                                             : "must be one schema, is a list");
        } else {
          visit_part(schema, value, at, keyword.in_place);
        }
        break;
      case Shape::SchemaList:
        if (!demand(value.is_array() && !value.empty(), at, "a list of at least one schema", value)) break;
        for (std::size_t i = 0; i < value.size(); ++i) visit_part(schema, value[i], below(at, i), keyword.in_place);
        break;
      case Shape::SchemasByPattern:
      case Shape::Schemas:
        if (!demand(value.is_object(), at, "an object of schemas", value)) break;
        for (const auto& [name, part] : value.items()) {
          if (keyword.shape == Shape::SchemasByPattern) check_pattern(name, below(at, name));
          visit_part(schema, part, below(at, name), keyword.in_place);
        }
        break;
      case Shape::String:
        demand(value.is_string(), at, "a string", value);
        break;
      case Shape::Types:
        check_types(value, at);
        break;
      case Shape::Vocabulary:
        if (!demand(value.is_object(), at, "an object of booleans", value)) break;
        for (const auto& [name, on] : value.items()) demand(on.is_boolean(), below(at, name), "true or false", on);
        break;
    }
  }

  void check_anchor(const Json& schema, const Json& value, const std::string& at) {
    if (!value.is_string() || !is_anchor(value.get<std::string>())) {
      demand(false, at, "a name of letters, digits, \"-\", \"_\" and \".\" that starts with a letter or \"_\"", value);
    } else if (!anchors_.emplace(value.get<std::string>(), &schema).second) {
      refuse(at, "must be the only anchor of this name, but there is another " + shown(value));
    }
  }

  void check_dialect(const Json& schema, const Json& value, const std::string& at) {
    if (&schema != &document_) {
      refuse(at, "must stand at the root alone");
    } else if (value != mcp::spec::kSchemaDialect) {
      demand(false, at, '"' + std::string(mcp::spec::kSchemaDialect) + '"', value);
    }
  }

  void check_identifier(const Json& schema, const Json& value, const std::string& at) {
    if (&schema != &document_) {
      refuse(at, "must stand at the root alone: it would change what the references below it mean");
      return;
    }
    if (!demand(value.is_string(), at, "a URI", value)) return;
    const std::string id = value.get<std::string>();
    demand(id.find('#') >= id.size() - 1 || id.find('#') == std::string::npos, at, "a URI without a fragment", value);
  }

  void check_names(const Json& value, const std::string& at) {
    if (!demand(value.is_array(), at, "a list of names", value)) return;
    std::set<std::string> names;
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (demand(value[i].is_string(), below(at, i), "a string", value[i]) &&
          !names.insert(value[i].get<std::string>()).second) {
        refuse(below(at, i), "must stand in the list once, but there is another " + shown(value[i]));
      }
    }
  }

  void check_pattern(const std::string& pattern, const std::string& at) {
    RE2::Options options;
    options.set_log_errors(false);
    const RE2 compiled(pattern, options);
    if (!compiled.ok()) {
      refuse(at, "must be a regular expression of RE2, which has no look-around and no back-references: " +
                     compiled.error());
    }
  }

  void check_types(const Json& value, const std::string& at) {
    std::string one = "one of ";
    for (const std::string_view type : mcp::spec::kJsonTypes) one.append(one.ends_with(' ') ? "" : ", ").append(type);
    const auto is_type = [](const Json& type) {
      return type.is_string() &&
             std::ranges::find(mcp::spec::kJsonTypes, type.get<std::string>()) != mcp::spec::kJsonTypes.end();
    };
    if (!value.is_array()) {
      demand(is_type(value), at, one + ", or a list of them", value);
      return;
    }
    if (!demand(!value.empty(), at, "a list of at least one type", value)) return;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (demand(is_type(value[i]), below(at, i), one, value[i]) && !seen.insert(value[i].get<std::string>()).second) {
        refuse(below(at, i), "must stand in the list once, but there is another " + shown(value[i]));
      }
    }
  }

  void check_reference(const Json& schema, const Json& value, const std::string& at) {
    if (!demand(value.is_string(), at, "a reference", value)) return;
    const std::string target = mcp::spec::percent_decoded(value.get<std::string>());
    if (!target.starts_with('#')) {
      refuse(at, "must stay within this schema (\"#\", \"#/…\" or \"#anchor\"), leads to the network: " + shown(value));
    } else if (target.size() == 1 || target[1] == '/') {
      pointers_.push_back({&schema, at, target});
    } else {
      anchor_uses_.push_back({&schema, at, target});
    }
  }

  void follow_pointer(const Reference& reference) {
    const Json* found = &document_;
    for (std::string_view rest = std::string_view(reference.target).substr(1); found != nullptr && !rest.empty();) {
      const std::optional<std::string> step = mcp::spec::take_step(rest);
      found = step ? step_into(*found, *step) : nullptr;
    }
    if (found == nullptr) {
      refuse(reference.at, "must lead to a schema, and there is nothing at " + shown(reference.target));
    } else if (!nodes_.contains(found) && !found->is_object() && !found->is_boolean()) {
      refuse(reference.at, "must lead to a schema, and " + shown(reference.target) + " is " + shown(*found));
    } else {
      visit_part(*reference.from, *found, reference.target, true);
    }
  }

  /// Finds schemas that refer to themselves for the same value, whose check would never end.
  void find_circles() {
    for (const Json* schema : order_) leave(*schema);
  }

  void leave(const Json& schema) {
    Node& node = nodes_[&schema];
    if (node.state != Node::State::New) return;
    node.state = Node::State::Open;
    for (const Json* next : node.in_place) {
      if (nodes_[next].state == Node::State::Open) {
        refuse(node.pointer, "must not lead back to " + nodes_[next].pointer +
                                 " with the same value, which could never be checked to the end");
      } else {
        leave(*next);
      }
    }
    node.state = Node::State::Done;
  }

  const Json& document_;
  std::vector<std::string>& problems_;
  std::unordered_map<const Json*, Node> nodes_;
  std::vector<const Json*> order_;  // of the nodes
  std::deque<const Json*> unread_;
  std::map<std::string, const Json*> anchors_;
  std::vector<Reference> pointers_;
  std::vector<Reference> anchor_uses_;
};

}  // namespace

RawSchema check_schema(std::string_view text, SchemaRoot root) {
  RawSchema checked;
  checked.schema = parse_strictly(text, checked.problems);
  if (checked.schema.is_discarded()) return checked;
  if (!checked.schema.is_object()) {
    checked.problems.push_back("#: must be an object, is " + shown(checked.schema));
    return checked;
  }
  if (root == SchemaRoot::Object) {
    const auto type = checked.schema.find("type");
    if (type == checked.schema.end()) {
      checked.problems.emplace_back("#: must say \"type\": \"object\"");
    } else if (*type != "object") {
      checked.problems.push_back("#/type: must be \"object\", is " + shown(*type));
    }
  }
  SchemaChecker(checked.schema, checked.problems).run();
  return checked;
}

}  // namespace mcpgen
