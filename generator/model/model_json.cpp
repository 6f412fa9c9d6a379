#include "model/model_json.hpp"

#include <stdexcept>

#include "model/model_fields.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::Model;

Json to_json(const model::Struct& type) { return JsonWriter::json_of(type); }

Json to_json(const model::Enum& type) { return JsonWriter::json_of(type); }

std::string to_json_text(const Model& model) {
  Json json = {{"model", kModelVersion}};
  JsonWriter writer(json);
  fields(writer, model);
  return json.dump(2) + '\n';
}

Model model_from_json_text(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("model") != kModelVersion) throw std::runtime_error("it is of another version");
    Model model;
    JsonReader reader(json);
    fields(reader, model);
    return model;
  } catch (const std::exception& error) {
    throw std::runtime_error(std::string("not a model of this mcpgen: ") + error.what());
  }
}

}  // namespace mcpgen
