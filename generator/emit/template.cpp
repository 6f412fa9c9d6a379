#include "emit/template.hpp"

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

}  // namespace

std::string render_template(std::string_view name, const Json& values) {
  mustache rendered{std::string(template_text(name))};
  rendered.set_custom_escape([](const std::string& text) { return text; });
  std::string text = rendered.render(to_data(values));
  if (!rendered.is_valid()) throw std::logic_error("templates/" + std::string(name) + ": " + rendered.error_message());
  return text;
}

}  // namespace mcpgen
