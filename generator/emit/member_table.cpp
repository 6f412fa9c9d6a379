#include "emit/member_table.hpp"

#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "emit/cpp_text.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::Member;
using model::Type;
using model::TypeKind;

namespace {

/// What the constraints are about, in messages to a model.
std::string noun_of(const Type& type) {
  return std::string(type_row((type.kind == TypeKind::Optional ? type.arguments.front() : type).kind).noun);
}

/// "date-time" → "DateTime", an enumerator of detail::Format.
std::string format_enumerator(const std::string& format) {
  std::string name;
  bool is_start = true;
  for (const char c : format) {
    if (c != '-') name += is_start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    is_start = c == '-';
  }
  return name;
}

/// A header is one value: null is none.
bool refuses_null(const Member& member) { return !member.header.empty() && model::accepts_null(member.type); }

/// The initialiser of a detail::Constraints; `pattern` is the constant that holds the pattern.
std::vector<std::string> constraint_fields(const Member& member, const std::string& pattern) {
  enum class As { Bound, Size, Flag, Format, Pattern };
  struct Field {
    std::string_view keyword;
    std::string_view field;
    As as;
  };
  // In the order of the structure's members.
  static constexpr auto kFields = std::to_array<Field>({
      {"minimum", "minimum", As::Bound},
      {"maximum", "maximum", As::Bound},
      {"exclusiveMinimum", "exclusive_minimum", As::Bound},
      {"exclusiveMaximum", "exclusive_maximum", As::Bound},
      {"minLength", "min_size", As::Size},
      {"minItems", "min_size", As::Size},
      {"maxLength", "max_size", As::Size},
      {"maxItems", "max_size", As::Size},
      {"multipleOf", "multiple_of", As::Bound},
      {"uniqueItems", "unique_items", As::Flag},
      {"", "refuse_null", As::Flag},
      {"pattern", "pattern", As::Pattern},
      {"format", "format", As::Format},
  });
  std::vector<std::string> fields = {".noun = " + cpp_string(noun_of(member.type))};
  for (const Field& each : kFields) {
    const std::string keyword(each.keyword);
    if (keyword.empty() && refuses_null(member)) fields.emplace_back(".refuse_null = true");
    if (!member.constraints.contains(keyword)) continue;
    const Json& limit = member.constraints.at(keyword);
    std::string& field = fields.emplace_back('.' + std::string(each.field) + " = ");
    switch (each.as) {
      case As::Bound:
        field += cpp_bound(limit);
        break;
      case As::Size:
        field += limit.dump() + 'U';
        break;
      case As::Flag:
        field += cpp_bool(limit.get<bool>());
        break;
      case As::Format:
        field += "detail::Format::" + format_enumerator(limit.get<std::string>());
        break;
      case As::Pattern:
        field += '&' + pattern;
        break;
    }
  }
  return fields;
}

/// Whether a member that is left out is read as another value than an empty one.
bool hides_empty(const Member& member) {
  return member.type.kind == TypeKind::Optional && member.default_value && !member.default_value->is_null() &&
         !refuses_null(member);
}

bool is_constrained(const Member& member) { return !member.constraints.empty() || refuses_null(member); }

/// A detail::Key.
std::string key_of(const std::string& name) {
  const std::string json = Json(name).dump();
  const std::string key = cpp_string(json + ':');
  return json.size() == name.size() + 2 ? key : '{' + cpp_string(name) + ", " + key + '}';
}

/// The definition of a constant; where it has no room on one line, each field has its own.
std::string constraints_constant(const std::string& name, const std::vector<std::string>& fields) {
  const std::string head = "static constexpr detail::Constraints " + name + '{';
  std::string line = cpp_list(head, fields, "};", 2);
  if (line.find('\n') == std::string::npos) return line;
  std::string lines = head;
  for (const std::string& field : fields) lines += "\n      " + field + ',';
  return lines + "\n  };";
}

}  // namespace

void MemberTable::add(const Member& member, const std::string& owner) {
  std::string maker = member.required ? "required" : "optional";
  if (member.starts_from_type_default) {
    maker += "_afresh";
  } else if (owner != "McpArguments" && hides_empty(member)) {
    maker += "_or_null";  // a member with a default is never required
  }
  std::vector<std::string> arguments = {key_of(member.name),
                                        "__builtin_offsetof(" + owner + ", " + member.cpp_name + ')'};
  if (is_constrained(member)) {
    const std::string constant = "kConstraints_" + member.cpp_name;
    const std::string pattern = "mcp_pattern_of_" + member.cpp_name;
    Json values = {{"line", constraints_constant(constant, constraint_fields(member, pattern))},
                   {"patterns", Json::array()}};
    if (member.constraints.contains("pattern")) {
      values["patterns"].push_back(
          {{"line", "static constinit inline detail::Pattern " + pattern + '{' +
                        cpp_string(member.constraints.at("pattern").get<std::string>()) + "};"}});
    }
    constraints_.push_back(std::move(values));
    arguments.push_back('&' + constant);
  }
  const std::string head = "detail::" + maker + "<decltype(" + owner + "::" + member.cpp_name + ")>(";
  members_.push_back({{"line", cpp_list(head, arguments, "),", 6)}});
}

void MemberTable::finish(Json& values) && {
  values["table"] = members_.empty() ? "nullptr, 0" : "kMembers, " + std::to_string(members_.size());
  values["has_members"] = !members_.empty();
  values["members"] = std::move(members_);
  values["constraints"] = std::move(constraints_);
}

}  // namespace mcpgen
