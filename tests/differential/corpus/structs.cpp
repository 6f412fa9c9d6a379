// Structs: bases, templates, recursion, defaults, pointers; tools with several arguments.
#include <mcp/mcp.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/codec/codec.hpp>

namespace structs {

struct Point {
  double x;
  double y = 0;
};

struct Named : Point {
  MCP_FIELD(.min_length = 1)
  std::string name;
};

struct Dated {
  std::optional<int> year;
};

/// Two bases, one of which has a base.
struct Landmark : Named, Dated {
  std::vector<Point> outline = {};
};

template <class T>
struct Range {
  T low, high;
};

struct Reading {
  Range<std::int16_t> raw;
  Range<std::optional<Point>> places;
  std::optional<Range<std::string>> words;
};

struct Folder {
  std::string name;
  std::vector<Folder> folders = {};
};

struct Chain {
  int link;
  std::unique_ptr<Chain> next;
};

struct Family {
  std::string name;
  std::map<std::string, Family> members = {};
  std::shared_ptr<Family> parent;
};

/// One names the other.
struct Person;
struct Club {
  std::string title;
  std::vector<Person> people;
};
struct Person {
  std::string name;
  std::optional<int> age;
  std::unique_ptr<Club> club;
};

struct Nothing {};

struct Renamed {
  MCP_FIELD(.name = "$id")
  int id;
  MCP_FIELD(.name = "with \"quotes\"")
  bool quotes = false;
  MCP_FIELD(.name = "größe", .deprecated = true)
  std::optional<double> size;
  MCP_FIELD(.examples = R"(["a", "b"])")
  std::string case_;
};

/// Private data, and a text of its own.
class Money {
 public:
  [[nodiscard]] std::int64_t cents() const noexcept { return cents_; }
  void set(std::int64_t cents) noexcept { cents_ = cents; }

 private:
  std::int64_t cents_ = 0;
};

struct Colour {
  int red = 0, green = 0, blue = 0;
};

struct Price {
  Money amount;
  std::optional<Money> before;
  std::vector<Colour> colours = {};
};

inline int next_lucky = 3;
int lucky() { return next_lucky; }

}  // namespace structs

template <>
struct mcp::codec<structs::Money> {
  static constexpr const char* schema = R"({"type": "string", "pattern": "^(0|[1-9][0-9]{0,9})[.][0-9]{2}$"})";

  static bool decode(mcp::Value from, structs::Money& to, mcp::Decoder& problems) {
    std::string text;
    if (!mcp::codec<std::string>::decode(from, text, problems)) return false;
    constexpr std::size_t kMost = 13;
    std::int64_t cents = 0;
    bool good = text.size() >= 4 && text.size() <= kMost && text[text.size() - 3] == '.' &&
                (text[0] != '0' || text.size() == 4);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (i + 3 == text.size()) continue;
      good = good && text[i] >= '0' && text[i] <= '9';
      if (good) cents = cents * 10 + (text[i] - '0');
    }
    if (!good) return problems.expected("an amount such as 12.50", from);
    to.set(cents);
    return true;
  }
  static void encode(const structs::Money& from, mcp::Writer& to) {
    const std::int64_t rest = from.cents() % 100;
    to.string(std::to_string(from.cents() / 100) + (rest < 10 ? ".0" : ".") + std::to_string(rest));
  }
};

template <>
struct mcp::codec<structs::Colour> {
  static constexpr const char* schema = R"({
    "oneOf": [
      {"const": "black"},
      {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}, "minItems": 3, "maxItems": 3}
    ]
  })";

  static bool decode(mcp::Value from, structs::Colour& to, mcp::Decoder& problems) {
    if (from.kind() == mcp::JsonKind::String && from.string() == "black") {
      to = {};
      return true;
    }
    std::array<std::uint8_t, 3> parts{};
    if (from.kind() != mcp::JsonKind::Array) return problems.expected("\"black\" or three numbers", from);
    if (!mcp::codec<std::array<std::uint8_t, 3>>::decode(from, parts, problems)) return false;
    to = {parts[0], parts[1], parts[2]};
    return true;
  }
  static void encode(const structs::Colour& from, mcp::Writer& to) {
    mcp::codec<std::vector<int>>::encode({from.red, from.green, from.blue}, to);
  }
};

/// A base.
MCP_TOOL()
structs::Named struct_named(structs::Named value) { return value; }

/// Two bases.
MCP_TOOL()
structs::Landmark struct_landmark(structs::Landmark value) { return value; }

/// Instances of a template.
MCP_TOOL()
structs::Reading struct_reading(structs::Reading value) { return value; }

/// A tree of vectors.
MCP_TOOL()
structs::Folder struct_folder(structs::Folder value) { return value; }

/// A list of pointers.
MCP_TOOL()
structs::Chain struct_chain(structs::Chain&& value) { return std::move(value); }

/// A tree of maps.
MCP_TOOL()
structs::Family struct_family(const structs::Family& value) { return value; }

/// One through the other.
MCP_TOOL()
structs::Club struct_club(structs::Club&& value) { return std::move(value); }

/// No members.
MCP_TOOL()
structs::Nothing struct_nothing(structs::Nothing value) { return value; }

/// Other names than those in C++.
MCP_TOOL()
structs::Renamed struct_renamed(structs::Renamed value) { return value; }

/// Codecs written by hand.
MCP_TOOL()
structs::Price struct_price(structs::Price value) { return value; }

/// Maybe a struct.
MCP_TOOL()
std::optional<structs::Point> struct_optional(std::optional<structs::Point> value) { return value; }

/// Held by a pointer.
MCP_TOOL()
std::unique_ptr<structs::Named> struct_pointer(std::unique_ptr<structs::Named> value) { return value; }

namespace structs {

struct Order {
  std::string item;
  int count;
  std::optional<std::string> note;
  Point at;
};

struct Draw {
  int first;
  int second;
  int third;
};

struct Place {
  std::string region;
  int shard;
  bool cached;
  std::string query;
};

}  // namespace structs

/// Several arguments.
MCP_TOOL()
structs::Order argument_several(std::string item, MCP_PARAM(.minimum = 1) int count = 1,
                                std::optional<std::string> note = {}, structs::Point at = {1, 2}) {
  return {item, count, note, at};
}

/// Defaults that are no constants: each needs those before it.
MCP_TOOL()
structs::Draw argument_lucky(int first, int second = structs::lucky(), int third = structs::lucky() + 1) {
  return {first, second, third};
}

/// Repeated as headers.
MCP_TOOL()
structs::Place argument_headers(MCP_PARAM(.header = "Region", .min_length = 2) std::string region,
                                MCP_PARAM(.header = "Shard") std::optional<int> shard,
                                MCP_PARAM(.header = "Cached") bool cached = true, std::string query = "") {
  return {region, shard.value_or(0), cached, query};
}

/// None.
MCP_TOOL()
bool argument_none() { return true; }

namespace structs {

struct Tenant {
  MCP_FIELD(.header = "Tenant")
  std::string tenant;
  MCP_FIELD(.header = "Tier")
  std::optional<std::uint8_t> tier;
};

}  // namespace structs

/// A struct that carries headers.
MCP_TOOL()
structs::Tenant struct_headers(structs::Tenant value) { return value; }
