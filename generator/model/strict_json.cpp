#include "model/strict_json.hpp"

#include <functional>
#include <set>

namespace mcpgen {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kMaxDepth = 1024;  // that of the runtime's parser

/// Follows the parser and notes the names that stand twice in an object, and nesting that is too deep.
class ParseWatch {
 public:
  explicit ParseWatch(std::vector<std::string>& problems) : problems_(problems) {}

  bool operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    using Event = Json::parse_event_t;
    too_deep_ = too_deep_ || depth > static_cast<int>(kMaxDepth);
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

/// nlohmann's text without the name of the exception.
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
  problems.push_back("#: must not be nested deeper than " + std::to_string(kMaxDepth) + " levels");
  return Json::value_t::discarded;
}

std::string below(const std::string& pointer, std::string_view step) {
  std::string longer = pointer + '/';
  for (const char c : step) {
    if (c == '~') {
      longer += "~0";
    } else if (c == '/') {
      longer += "~1";
    } else {
      longer += c;
    }
  }
  return longer;
}

std::string below(const std::string& pointer, std::size_t index) { return pointer + '/' + std::to_string(index); }

std::string shown(const Json& value) {
  constexpr std::size_t kMost = 60;
  std::string text = value.dump();
  if (text.size() <= kMost) return text;
  std::size_t cut = kMost;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return text.substr(0, cut) + "…";
}

}  // namespace mcpgen
