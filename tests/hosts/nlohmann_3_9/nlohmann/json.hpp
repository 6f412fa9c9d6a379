// Stands for nlohmann/json 3.9.1, which Debian 11 has: `basic_json` in a namespace without a version, with a layout
// that is not today's. scripts/check hosts takes the real one in its place.
#pragma once

#include <cstdlib>
#include <string>

#define NLOHMANN_JSON_VERSION_MAJOR 3
#define NLOHMANN_JSON_VERSION_MINOR 9
#define NLOHMANN_JSON_VERSION_PATCH 1

namespace nlohmann {

/// Keeps the text. Virtual, and larger than today's, so that a mix-up of the two crashes.
template <class String = std::string>
class basic_json {
 public:
  basic_json() = default;
  basic_json(const basic_json&) = default;
  basic_json& operator=(const basic_json&) = default;
  virtual ~basic_json() = default;

  static basic_json parse(const String& text) {
    basic_json made;
    made.text_ = text;
    return made;
  }
  [[nodiscard]] virtual String dump() const { return text_; }

 private:
  String text_;
};

using json = basic_json<>;

}  // namespace nlohmann
