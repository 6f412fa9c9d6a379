// Validates the members of structs with their options, and the enumerators of enums.
#include <algorithm>
#include <tuple>
#include <utility>

#include <mcp/spec/text.hpp>

#include "model/json_text.hpp"
#include "validate/constraints.hpp"
#include "validate/examples.hpp"
#include "validate/headers.hpp"
#include "validate/options.hpp"
#include "validate/type_validator.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::Type;
using model::TypeKind;

std::pair<std::string, std::string> TypeValidator::tag_of(const declared::Struct& type) {
  for (const declared::Member& member : type.members) {
    if (member.type.kind != declared::TypeKind::Literal) continue;
    return {text_option(member.annotation, "name", member.name), member.type.text};
  }
  return {};
}

bool TypeValidator::add_struct(const std::string& key, const Place& place) {
  if (const auto known = visited_.find(key); known != visited_.end()) return known->second;
  visited_[key] = true;  // a recursive use is as valid as the whole type
  const declared::Struct& from = declarations_.structs.at(key);
  model::Struct to;
  if (!from.is_default_constructible) {
    // A reference member or a constant without a value is the reason, and has a place.
    bool is_explained = false;
    for (const declared::Member& member : from.members) {
      if (member.type.kind != declared::TypeKind::Unsupported && !member.is_const) continue;
      is_explained = !add_member(from, member, to, place) || is_explained;
    }
    if (!is_explained) refuse(place, from.name, "it must be default-constructible, since members are decoded into it");
    return visited_[key] = false;
  }

  to.name = from.name;
  to.cpp_name = from.cpp_name;
  to.description = from.description;
  to.at = from.at;
  std::tie(to.tag_name, to.tag_value) = tag_of(from);
  to.is_counted = !from.has_bases && !from.members.empty();
  bool good = true;
  std::map<std::string, Location> names;
  for (const declared::Member& member : from.members) {
    if (!add_member(from, member, to, place)) {
      good = false;
      continue;
    }
    const std::string& name = to.members.back().name;
    if (const auto [first, added] = names.emplace(name, member.at); !added) {
      sink_.error("duplicate-member", member.at,
                  "member `" + name + "` of `" + from.name + "` must have a name of its own",
                  {{first->second, "the other one is here"}});
      good = false;
    }
  }
  warn_of_case(to.members, from.name, names);
  model_.structs.emplace(key, std::move(to));
  return visited_[key] = good;
}

void TypeValidator::warn_of_case(const std::vector<model::Member>& members, const std::string& owner,
                                 const std::map<std::string, Location>& places) {
  std::map<std::string, std::string> folded;
  for (const model::Member& member : members) {
    const auto [first, added] = folded.emplace(mcp::spec::lower_case(member.name), member.name);
    if (added || first->second == member.name) continue;
    sink_.warning("names-differ-in-case", places.at(member.name),
                  "member `" + member.name + "` of `" + owner + "` must differ from `" + first->second +
                      "` in more than the case of letters: models mix them up",
                  {{places.at(first->second), "the other one is here"}});
  }
}

bool TypeValidator::add_member(const declared::Struct& owner, const declared::Member& member, model::Struct& to,
                               const Place& place) {
  Place here = place;
  here.path = (place.path.empty() ? owner.name : place.path) + '.' + member.name;
  here.at = member.at;
  if (member.is_bit_field) {
    sink_.error("bit-field-member", member.at,
                named(here) + " must not be a bit-field: generated code takes pointers to members");
    return false;
  }
  if (member.is_const) {
    sink_.error("const-member", member.at, named(here) + " must not be const: decoding assigns to it");
    return false;
  }
  if (member.is_packed) {
    sink_.error(
        "packed-member", member.at,
        named(here) +
            " must be aligned for its type, so the struct must not be packed: generated code takes pointers to members",
        {{owner.at, "the struct is here"}});
    return false;
  }
  if (member.hidden_by) {
    sink_.error("hidden-member", member.at,
                named(here) + " must have a name of its own among the members of `" + owner.name +
                    "` and its bases: generated code could not name it",
                {{*member.hidden_by, "the other one is here"}});
    return false;
  }
  if (member.default_value && member.default_value->reads_member) {
    sink_.error("default-reads-member", member.default_value->at,
                "the default of " + named(here) +
                    " must not read another member: the value that a client sends would not reach it");
    return false;
  }
  std::optional<Type> type = convert(member.type, here);
  if (!type) return false;

  model::Member result;
  result.type = *std::move(type);
  result.description = member.description;
  if (!read_member_options(member, named(here), result)) return false;
  // Values that a constructor assigns are not known as defaults.
  result.starts_from_type_default =
      result.starts_from_type_default || (owner.has_constructor && keeps_what_is_unsaid(result.type));
  to.members.push_back(std::move(result));
  return true;
}

bool TypeValidator::read_member_options(const declared::Member& member, const std::string& what, model::Member& to) {
  to.cpp_name = member.name;
  to.name = text_option(member.annotation, "name", member.name);
  if (to.name.empty() && !member.name.empty()) {
    sink_.error("bad-member-name", find_option(member.annotation, "name")->at,
                "the name of " + what + " must not be empty");
    return false;
  }
  to.title = text_option(member.annotation, "title");
  to.description = text_option(member.annotation, "description", to.description);
  to.deprecated = member.annotation && flag_option(*member.annotation, "deprecated").value_or(false);
  read_legacy_titles(member.annotation, what, to);
  read_header(member.annotation, what, to, sink_);
  to.constraints = read_constraints(member.annotation, to.type, what, sink_);
  bound_header(to);
  // The tag of a variant's alternative is required, since clients must send it.
  to.required = (!member.default_value && to.type.kind != TypeKind::Optional) || to.type.kind == TypeKind::Literal;
  if (member.default_value && member.default_value->is_constant && to.type.kind != TypeKind::Literal) {
    Json value = wire_value(to.type, member.default_value->value);
    check_default(value, to.constraints, member.default_value->at, what, sink_);
    // A header always has a value, so the schema does not allow null.
    if (to.header.empty() || !value.is_null()) to.default_value = std::move(value);
  }
  to.starts_from_type_default = member.default_value && !member.default_value->is_own && keeps_what_is_unsaid(to.type);
  read_examples(member.annotation, what, to);
  return true;
}

/// Whether decoding into a value of the type may keep a part of the old value. Containers, optionals, pointers and
/// variants replace their contents.
bool TypeValidator::keeps_what_is_unsaid(const Type& type) const {
  switch (type.kind) {
    case TypeKind::Custom:
      return true;  // unknown
    case TypeKind::Array:
    case TypeKind::Tuple:
      return std::ranges::any_of(type.arguments, [this](const Type& each) { return keeps_what_is_unsaid(each); });
    case TypeKind::Struct: {
      const auto known = model_.structs.find(type.key);
      return known == model_.structs.end() ||
             std::ranges::any_of(known->second.members, [this](const model::Member& member) {
               return !member.required || keeps_what_is_unsaid(member.type);
             });
    }
    default:
      return false;
  }
}

void TypeValidator::read_legacy_titles(const std::optional<declared::Annotation>& annotation, const std::string& what,
                                       model::Member& to) {
  const declared::Option* option = find_option(annotation, "legacy_titles");
  if (option == nullptr || !option->value.get<bool>()) return;
  const Type& type = to.type.kind == TypeKind::Optional ? to.type.arguments.front() : to.type;
  to.legacy_titles = type.kind == TypeKind::Enum;
  if (to.legacy_titles) return;
  sink_.error("constraint-mismatch", option->at, "`.legacy_titles` of " + what + " must stand on an enum");
}

void TypeValidator::read_examples(const std::optional<declared::Annotation>& annotation, const std::string& what,
                                  model::Member& to) {
  const declared::Option* option = find_option(annotation, "examples");
  if (option == nullptr) return;
  Json examples = parse_json_option(*option, what, sink_);
  if (examples.is_discarded()) return;
  if (!examples.is_array() || examples.empty()) {
    sink_.error("bad-json", option->at,
                "`.examples` of " + what + " must be a JSON array of at least one value, as in R\"([\"a\", \"b\"])\"");
    return;
  }
  for (const Json& example : examples) {
    const bool is_no_header = !to.header.empty() && example.is_null();
    const std::string problem = is_no_header ? "a header is never null" : why_not(example, to.type, model_);
    if (!problem.empty()) {
      sink_.error("bad-example", option->at,
                  "the example " + example.dump() + " of " + what + " must be a value that it takes: " + problem);
      return;
    }
    if (std::string keyword = violated(example, to.constraints); !keyword.empty()) {
      sink_.error("bad-example", option->at,
                  "the example " + example.dump() + " of " + what + " must satisfy `" + keyword +
                      "`: " + to.constraints.at(keyword).dump());
      return;
    }
  }
  to.examples = std::move(examples);
}

bool TypeValidator::add_enum(const std::string& key) {
  if (const auto known = visited_.find(key); known != visited_.end()) return known->second;
  const declared::Enum& from = declarations_.enums.at(key);
  model::Enum to{from.name, from.cpp_name, from.description, from.at, {}};
  bool good = true;
  if (from.enumerators.empty()) {
    sink_.error("empty-enum", from.at,
                "enum `" + from.name + "` must have at least one enumerator: no value could be sent");
    good = false;
  }
  std::map<std::string, Location> names;
  std::map<std::string, const declared::Enumerator*> values;
  for (const declared::Enumerator& enumerator : from.enumerators) {
    model::Enumerator result;
    result.name = text_option(enumerator.annotation, "name", enumerator.name);
    result.title = text_option(enumerator.annotation, "title");
    result.description = text_option(enumerator.annotation, "description", enumerator.description);
    result.value = enumerator.value;
    wire_names_[key][enumerator.name] = result.name;
    if (const auto [first, added] = names.emplace(result.name, enumerator.at); !added) {
      sink_.error("duplicate-enumerator", enumerator.at,
                  "enumerator `" + result.name + "` of `" + from.name + "` must have a name of its own",
                  {{first->second, "the other one is here"}});
      good = false;
    }
    if (const auto [first, added] = values.emplace(enumerator.value, &enumerator); !added) {
      sink_.warning("enum-alias", enumerator.at,
                    "enumerator `" + enumerator.name + "` has the value of `" + first->second->name +
                        "`: both are accepted, results are written as `" + wire_names_[key][first->second->name] + '`',
                    {{first->second->at, "the other one is here"}});
    }
    to.enumerators.push_back(std::move(result));
  }
  model_.enums.emplace(key, std::move(to));
  return visited_[key] = good;
}

}  // namespace mcpgen
