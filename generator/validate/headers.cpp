#include "validate/headers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>

#include <mcp/spec/json_pointer.hpp>
#include <mcp/spec/names.hpp>
#include <mcp/spec/text.hpp>

#include "model/schema_keywords.hpp"
#include "model/type_bounds.hpp"
#include "validate/options.hpp"
#include "validate/secrets.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using mcp::spec::below;
using mcp::spec::lower_case;
using model::Member;
using model::Model;
using model::Type;
using model::TypeKind;

namespace {

constexpr std::string_view kNoSecret =
    " must not repeat a secret: proxies log headers; take it from the environment, or make it an ordinary argument";

const Type& without_optional(const Type& type) {
  return type.kind == TypeKind::Optional ? type.arguments.front() : type;
}

constexpr std::int64_t kSafe = 9007199254740991;  // 2^53 - 1: what every client's numbers hold

/// Keeps the integers that `bounds` describes from being smaller, or greater, than that.
void bound_below(Json& bounds) {
  if (!bounds.contains("minimum") || number_less(bounds["minimum"], -kSafe)) bounds["minimum"] = -kSafe;
}
void bound_above(Json& bounds) {
  if (!bounds.contains("maximum") || number_less(kSafe, bounds["maximum"])) bounds["maximum"] = kSafe;
}

/// Walks the arguments of one tool.
class HeaderWalk {
 public:
  HeaderWalk(const model::Tool& tool, const Model& model, Sink& sink) : tool_(tool), model_(model), sink_(sink) {}

  void visit(const Member& member, const std::string& path, bool is_direct, const Location& at) {
    if (!member.header.empty()) add(member, path, is_direct, at);
    descend(member.type, path, is_direct, at);
  }

 private:
  void add(const Member& member, const std::string& path, bool is_direct, const Location& at) {
    if (!is_direct) {
      sink_.error("header-unreachable", at,
                  "header `" + member.header + "` of `" + path + "` of tool `" + tool_.name +
                      "` must be reachable through structs alone: clients do not look inside optionals, lists, maps, "
                      "variants and recursive types");
      return;
    }
    const auto [first, added] = paths_.emplace(lower_case(member.header), path);
    if (added || first->second == path) return;
    sink_.error("duplicate-header", at,
                "header `" + member.header + "` of `" + path + "` of tool `" + tool_.name + "` must be used once: `" +
                    first->second + "` has it too, and case makes no difference");
  }

  void descend(const Type& type, const std::string& path, bool is_direct, const Location& at) {
    // An optional or a variant is no level of the JSON: the path is that of the value.
    const bool is_level = type.kind != TypeKind::Optional && type.kind != TypeKind::Variant;
    for (const Type& argument : type.arguments) descend(argument, is_level ? path + "[]" : path, false, at);
    if (type.kind != TypeKind::Struct) return;
    const auto known = model_.structs.find(type.key);
    if (known == model_.structs.end()) return;
    const bool is_recursive = !open_.insert(type.key).second;  // so its schema is a reference
    for (const Member& member : known->second.members) {
      if (!is_recursive) {
        visit(member, path + '.' + member.name, is_direct, at);
      } else if (!member.header.empty()) {
        add(member, path + '.' + member.name, false, at);
      }
    }
    if (is_recursive) return;
    open_.erase(type.key);
  }

  const model::Tool& tool_;
  const Model& model_;
  Sink& sink_;
  std::map<std::string, std::string> paths_;  // header in lower case → the value's path
  std::set<std::string> open_;
};

/// Walks the schema that a user wrote for the arguments of a tool.
class RawHeaderWalk {
 public:
  RawHeaderWalk(const declared::Option& option, const model::Tool& tool, Sink& sink)
      : option_(option), tool_(tool), sink_(sink) {}

  /// `name` is that of the member; `is_direct`: reached by nothing but "properties".
  void visit(Json& schema, const std::string& at, const std::string& name, bool is_direct) {
    if (!schema.is_object()) return;
    if (schema.contains("x-mcp-header")) add(schema, at, name, is_direct);
    for (auto entry = schema.begin(); entry != schema.end(); ++entry) {
      const Keyword* const keyword = find_keyword(entry.key());
      if (keyword != nullptr) descend(*keyword, *entry, below(at, entry.key()), is_direct);
    }
  }

 private:
  void descend(const Keyword& keyword, Json& value, const std::string& at, bool is_direct) {
    switch (keyword.shape) {
      case Shape::Schema:
        return visit(value, at, {}, false);
      case Shape::SchemaList:
        for (std::size_t i = 0; i < value.size(); ++i) visit(value[i], below(at, i), {}, false);
        return;
      case Shape::Schemas:
      case Shape::SchemasByPattern:
        for (auto part = value.begin(); part != value.end(); ++part) {
          visit(*part, below(at, part.key()), part.key(), is_direct && keyword.name == "properties");
        }
        return;
      default:
        return;
    }
  }

  void add(Json& schema, const std::string& at, const std::string& name, bool is_direct) {
    const Json header = schema["x-mcp-header"];
    const std::string what = "`x-mcp-header` at " + at + " in `.input_schema` of tool `" + tool_.name + '`';
    if (!header.is_string() || !mcp::spec::is_token(header.get<std::string>())) {
      return refuse("bad-header-name", what + " must be a part of an HTTP header name: letters, digits and " +
                                           std::string(mcp::spec::kTokenMarks));
    }
    if (!is_direct) {
      return refuse("header-unreachable",
                    what + " must be reachable through \"properties\" alone: clients look for headers nowhere else");
    }
    const Json type = schema.value("type", Json());
    if (type != "string" && type != "integer" && type != "boolean") {
      return refuse("header-type", what +
                                       " must stand beside a \"type\" that is \"string\", \"integer\" or "
                                       "\"boolean\": clients repeat nothing else");
    }
    const auto text = header.get<std::string>();
    const auto [first, added] = places_.emplace(lower_case(text), at);
    if (!added) {
      return refuse("duplicate-header", what + " must be used once: " + first->second + " has `" + text +
                                            "` too, and case makes no difference");
    }
    if (is_secret_name(name) || is_secret_name(text)) {
      sink_.warning("secret-header", option_.at, what + std::string(kNoSecret));
    }
    if (type == "integer") {
      bound_below(schema);
      bound_above(schema);
    }
  }

  void refuse(std::string_view slug, std::string message) { sink_.error(slug, option_.at, std::move(message)); }

  const declared::Option& option_;
  const model::Tool& tool_;
  Sink& sink_;
  std::map<std::string, std::string> places_;  // header in lower case → its place
};

}  // namespace

void read_header(const std::optional<declared::Annotation>& annotation, const std::string& what, Member& to,
                 Sink& sink) {
  const declared::Option* option = find_option(annotation, "header");
  if (option == nullptr) return;
  const auto header = option->value.get<std::string>();
  if (!mcp::spec::is_token(header)) {
    sink.error("bad-header-name", option->at,
               "`.header` of " + what + " must be a part of an HTTP header name: letters, digits and " +
                   std::string(mcp::spec::kTokenMarks));
    return;
  }
  if (!type_row(without_optional(to.type).kind).can_be_header) {
    sink.error(
        "header-type", option->at,
        "`.header` of " + what + " must stand on a string, an integer or a boolean: clients repeat nothing else");
    return;
  }
  if (is_secret_name(to.name) || is_secret_name(header)) {
    sink.warning("secret-header", option->at, "`.header` of " + what + std::string(kNoSecret));
  }
  to.header = header;
}

void bound_header(Member& member) {
  const Type& type = without_optional(member.type);
  if (member.header.empty() || type.kind != TypeKind::Integer || type.bits < 64) return;
  if (type.is_signed) bound_below(member.constraints);
  bound_above(member.constraints);
}

void check_headers(const model::Tool& tool, const Model& model, const std::vector<Location>& places, Sink& sink) {
  HeaderWalk walk(tool, model, sink);
  for (std::size_t i = 0; i < tool.parameters.size(); ++i) {
    if (tool.parameters[i].source != model::Source::Argument) continue;
    walk.visit(tool.parameters[i], tool.parameters[i].name, true, places[i]);
  }
}

void check_raw_headers(const declared::Option& option, Json& schema, const model::Tool& tool, Sink& sink) {
  RawHeaderWalk(option, tool, sink).visit(schema, "#", {}, true);
}

void refuse_raw_headers(const declared::Option& option, const Json& schema, const model::Tool& tool, Sink& sink) {
  for_each_schema(schema, [&](const Json& part, const std::string& at) {
    if (!part.contains("x-mcp-header")) return;
    sink.error("header-unreachable", option.at,
               "`x-mcp-header` at " + at + " in `.output_schema` of tool `" + tool.name +
                   "` must stand in an `.input_schema`: clients repeat arguments, not results");
  });
}

}  // namespace mcpgen
