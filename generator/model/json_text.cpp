#include "model/json_text.hpp"

#include <set>
#include <vector>

namespace mcpgen {

using Json = nlohmann::ordered_json;

Json parse_json_option(const declared::Option& option, const std::string& what, Sink& sink) {
  const auto& text = option.value.get_ref<const std::string&>();
  std::vector<std::set<std::string>> names;
  std::string repeated;
  const auto watch = [&](int /*depth*/, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) names.emplace_back();
    if (event == Json::parse_event_t::object_end) names.pop_back();
    if (event == Json::parse_event_t::key && !names.back().insert(value.get<std::string>()).second) {
      repeated = value.get<std::string>();
    }
    return true;
  };
  try {
    Json parsed = Json::parse(text, watch);
    if (repeated.empty()) return parsed;
    sink.error("bad-json", option.at,
               "`." + option.name + "` of " + what + " must not repeat a member, but has `" + repeated + "` twice");
  } catch (const Json::parse_error& error) {
    sink.error(
        "bad-json", option.at,
        "`." + option.name + "` of " + what + " must be JSON; the error is at byte " + std::to_string(error.byte));
  }
  return Json(Json::value_t::discarded);
}

}  // namespace mcpgen
