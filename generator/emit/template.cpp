#include "emit/template.hpp"

#include <algorithm>
#include <kainjow/mustache.hpp>
#include <stdexcept>

namespace mcpgen {

namespace {

using kainjow::mustache::data;
using kainjow::mustache::mustache;
using Json = nlohmann::ordered_json;

data to_data(const Json& json) {
  if (json.is_object()) {
    data object{data::type::object};
    for (const auto& [name, value] : json.items()) object.set(name, to_data(value));
    return object;
  }
  if (json.is_array()) {
    data list{data::type::list};
    for (const Json& value : json) list.push_back(to_data(value));
    return list;
  }
  if (json.is_boolean()) return data{json.get<bool>()};
  return data{json.get<std::string>()};
}

/// Stands beside each tag that has a line to itself, for mustache to leave the lines around it alone.
constexpr char kMark = '\x01';

bool opens_or_closes(std::string_view line) {
  return line.starts_with("{{#") || line.starts_with("{{/") || line.starts_with("{{^");
}

/// The template with such lines joined to the next: a section leaves no line behind, whether it has something or not.
std::string with_joined_tags(std::string_view text) {
  std::string joined;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    if (opens_or_closes(line) && line.find("}}") + 3 == line.size()) {
      joined += kMark;
      joined.append(line.substr(0, line.size() - 1));
      joined += kMark;
    } else {
      joined.append(line);
    }
  }
  return joined;
}

}  // namespace

std::string render_template(std::string_view name, const Json& values) {
  mustache rendered{with_joined_tags(template_text(name))};
  rendered.set_custom_escape([](const std::string& text) { return text; });
  std::string text = rendered.render(to_data(values));
  if (!rendered.is_valid()) throw std::logic_error("templates/" + std::string(name) + ": " + rendered.error_message());
  std::erase(text, kMark);
  return text;
}

}  // namespace mcpgen
