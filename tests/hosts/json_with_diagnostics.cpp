// A source with the runtime's version of nlohmann/json and another option, which changes its type.
#define JSON_DIAGNOSTICS 1
#include <mcp/serve.hpp>
#include <nlohmann/json.hpp>

#include "versions.hpp"

std::size_t size_of_json_with_diagnostics() { return sizeof(nlohmann::json); }

std::string through_json_with_diagnostics(const std::string& text) { return nlohmann::json::parse(text).dump(); }

std::string diagnosis_of_missing_member() {
  const nlohmann::json value = {{"list", {1, 2}}};
  try {
    return value.at("list").at(1).at("member").dump();
  } catch (const nlohmann::json::exception& error) {
    return error.what();
  }
}
