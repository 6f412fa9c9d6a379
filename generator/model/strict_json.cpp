#include "model/strict_json.hpp"

#include <functional>
#include <set>

#include <mcp/spec/json_pointer.hpp>
#include <mcp/spec/limits.hpp>
#include <mcp/spec/text.hpp>

namespace mcpgen {

using Json = nlohmann::ordered_json;
using mcp::spec::below;
using mcp::spec::kMaxJsonDepth;

namespace {

/// Records repeated names of an object, and nesting that is too deep, while the parser runs.
class ParseWatch {
 public:
  explicit ParseWatch(std::vector<std::string>& problems) : problems_(problems) {}

  bool operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    using Event = Json::parse_event_t;
    too_deep_ = too_deep_ || depth > static_cast<int>(kMaxJsonDepth);
    switch (event) {
      case Event::object_start:
      case Event::array_start:
        open_.push_back({event == Event::array_start, 0, {}, {}});
        break;
      case Event::object_end:
      case Event::array_end:
        open_.pop_back();
        step();
        break;
      case Event::value:
        step();
        break;
      case Event::key:
        open_.back().name = parsed.get<std::string>();
        if (!open_.back().names.insert(open_.back().name).second) {
          problems_.push_back(pointer() + ": stands twice in its object");
        }
        break;
    }
    return true;
  }

  [[nodiscard]] bool too_deep() const { return too_deep_; }

 private:
  struct Scope {
    bool is_array;
    std::size_t index;
    std::string name;
    std::set<std::string> names;
  };

  void step() {
    if (!open_.empty()) ++open_.back().index;
  }
  [[nodiscard]] std::string pointer() const {
    std::string text = "#";
    for (const Scope& scope : open_) text = scope.is_array ? below(text, scope.index) : below(text, scope.name);
    return text;
  }

  std::vector<std::string>& problems_;
  std::vector<Scope> open_;
  bool too_deep_ = false;
};

/// The text of nlohmann's exception without the exception's name.
std::string reason(const Json::exception& error) {
  const std::string text = error.what();
  const std::size_t behind = text.find("] ");
  return behind == std::string::npos ? text : text.substr(behind + 2);
}

}  // namespace

Json parse_strictly(std::string_view text, std::vector<std::string>& problems) {
  ParseWatch watch(problems);
  Json parsed = Json::value_t::discarded;
  try {
    parsed = Json::parse(text.begin(), text.end(), std::ref(watch));
  } catch (const Json::exception& error) {
    problems = {"must be JSON: " + reason(error)};
    return Json::value_t::discarded;
  }
  if (!watch.too_deep()) return parsed;
  problems.push_back("#: must not be nested deeper than " + std::to_string(kMaxJsonDepth) + " levels");
  return Json::value_t::discarded;
}

std::string shown(const Json& value) {
  constexpr std::size_t kMost = 60;
  return mcp::spec::trimmed(value.dump(), kMost);
}

}  // namespace mcpgen
