#include "validate/form_validator.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "validate/options.hpp"
#include "validate/secrets.hpp"

namespace mcpgen {

using model::Type;
using model::TypeKind;

namespace {

bool is_field(const Type& type) {
  switch (type.kind) {
    case TypeKind::Optional:
      return type.arguments.front().kind != TypeKind::Optional && is_field(type.arguments.front());
    case TypeKind::List:
    case TypeKind::Set:
      return type.arguments.front().kind == TypeKind::Enum;
    case TypeKind::Integer:
    case TypeKind::Enum:
      return true;
    default:
      return !type_row(type.kind).field.empty();
  }
}

/// Constraints that forms do not support, with the options that set them.
struct Unknown {
  std::string_view keyword;
  std::string_view option;
};
constexpr auto kUnknown = std::to_array<Unknown>({{"exclusiveMinimum", "exclusive_minimum"},
                                                  {"exclusiveMaximum", "exclusive_maximum"},
                                                  {"multipleOf", "multiple_of"},
                                                  {"pattern", "pattern"},
                                                  {"uniqueItems", "unique_items"}});

bool is_format_of_forms(const std::string& format) {
  constexpr auto kOfForms = std::to_array<std::string_view>({"date", "date-time", "email", "uri"});
  return std::ranges::find(kOfForms, format) != kOfForms.end();
}

Location place_of_option(const declared::Member& member, std::string_view option) {
  const declared::Option* found = find_option(member.annotation, option);
  return found != nullptr ? found->at : member.at;
}

void check_keywords(const declared::Member& written, const model::Member& member, const std::string& path, Sink& sink) {
  for (const Unknown& unknown : kUnknown) {
    if (!member.constraints.contains(std::string(unknown.keyword))) continue;
    sink.error("form-keyword", place_of_option(written, unknown.option),
               "`." + std::string(unknown.option) + "` of `" + path +
                   "` must not be used in a form: forms support only bounds, lengths, counts and the formats of "
                   "elicitation; check the answer in the handler");
  }
  if (!member.constraints.contains("format")) return;
  const std::string format = member.constraints.at("format").get<std::string>();
  if (is_format_of_forms(format)) return;
  sink.error(
      "form-keyword", place_of_option(written, "format"),
      "`.format` of `" + path + "` must be a format that forms support (date, date-time, email or uri), not " + format);
}

/// Whether a secret can be typed into the field. Check boxes, dates and choices take none.
bool takes_typed_text(const model::Member& member) {
  const Type& type = member.type.kind == TypeKind::Optional ? member.type.arguments.front() : member.type;
  return type.kind == TypeKind::String || type.kind == TypeKind::Integer;
}

}  // namespace

void check_form(const declared::Asked& asked, const declared::Declarations& declarations, const model::Model& model,
                Sink& sink) {
  const auto known = declarations.structs.find(asked.type.key);
  const auto made = model.structs.find(asked.type.key);
  if (asked.type.kind != declared::TypeKind::Struct || known == declarations.structs.end()) {
    sink.error("form-type", asked.at,
               "a form must be a struct, whose members are its fields, not `" + asked.type.spelling + '`');
    return;
  }
  if (made == model.structs.end() || made->second.members.size() != known->second.members.size()) return;
  for (std::size_t i = 0; i < known->second.members.size(); ++i) {
    const declared::Member& written = known->second.members[i];
    const model::Member& member = made->second.members[i];
    const std::string path = known->second.name + '.' + written.name;
    const std::vector<Note> notes = {{asked.at, "the form is asked for here"}};
    if (!is_field(member.type)) {
      sink.error("form-type", written.at,
                 "`" + path +
                     "` must have a type that forms support (text, a number, a bool, a date, an enum, a list of enums, "
                     "or an optional of those), not `" +
                     written.type.spelling + "`: forms are flat",
                 notes);
      continue;
    }
    check_keywords(written, member, path, sink);
    if (is_secret_field(member.name) || is_secret_field(member.cpp_name) || speaks_of_secret(member.title) ||
        speaks_of_secret(member.description)) {
      sink.error("form-secret", written.at,
                 "`" + path +
                     "` must not be asked for in a form: it seems to be a secret, which must not pass through the "
                     "client; let the user open an address, with Context::elicit_url()",
                 notes);
    }
  }
  if (std::ranges::none_of(made->second.members, takes_typed_text)) return;
  for (const declared::Asked::Question& question : asked.questions) {
    if (!speaks_of_secret(question.text)) continue;
    sink.error("form-secret", question.at,
               "the form `" + asked.name +
                   "` must not ask for what looks like a secret: that must not pass through the client; let the user "
                   "open an address, with Context::elicit_url()");
  }
}

}  // namespace mcpgen
