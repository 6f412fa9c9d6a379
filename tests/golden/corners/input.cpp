// What real code bases have and small examples do not: names that generated code must spell with care, types that
// compilers instantiate late, defaults that are lists.
#include <array>
#include <climits>
#include <map>
#include <mcp/mcp.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

struct Label {
  std::string text;
};

/// A query whose members default to lists of classes.
struct Query {
  std::vector<std::string> tags = {"a"};
  std::map<std::string, std::string> headers = {{"a", "b"}};
  std::vector<Label> labels = {Label{}};
  int limit = 3;
};

/// Arrays of classes, one inside of another struct.
struct Pages {
  std::array<std::string, 2> names;
};
struct Book {
  Pages pages;
  std::string titles[2];
};

template <class T>
struct Outer {
  enum class Kind { plain, rich };
  struct Inner {
    Kind kind;
  };
};

namespace detail {
inline void refresh() {}
template <class T>
struct Box {
  T value;
};
template <void (*F)()>
struct Task {
  int priority;
};
template <template <class> class V>
struct Holder {
  V<int> held;
};
}  // namespace detail

namespace app {
namespace {
int counter = 1;
}
template <auto V>
struct Constant {
  int scale;
};
template <int* P>
struct Counter {
  int step;
};
template <long L>
struct Limit {
  int rest;
};
}  // namespace app

struct Window {
  struct Border {
    int width = 1;
    int color = 2;
  } border;
  int height = 3;
};

/// A point, kept as one text.
struct Packed {
  std::string text;
};

template <>
struct mcp::codec<Packed> {
  static constexpr const char* schema = R"({"type": "object", "properties": {"at": {"type": "string"}}})";
  static constexpr bool kObjectRoot = true;
  static bool decode(Value from, Packed& to, Decoder& problems) {
    if (from.kind() != JsonKind::Object) return problems.expected("object", from);
    to.text = "somewhere";
    return true;
  }
  static void encode(const Packed& from, Writer& to) {
    to.raw(R"({"at":)");
    to.string(from.text);
    to.raw('}');
  }
};

/// Count what a query finds.
/// @param query What to look for
/// @param book  Where
MCP_TOOL()
int count(Query query, Book book) { return query.limit + static_cast<int>(book.pages.names.size()); }

/// Enumerations of class templates.
/// @param inner In a struct
/// @param kinds In a list
MCP_TOOL()
Outer<char>::Kind kinds(Outer<int>::Inner inner, std::vector<Outer<char>::Kind> kinds) {
  return kinds.empty() || inner.kind == Outer<int>::Kind::rich ? Outer<char>::Kind::rich : kinds.front();
}

/// Templates whose arguments are values, functions, variables and templates.
/// @param task    A function
/// @param holder  A template
/// @param counter A variable that no other source sees
/// @param count   An unsigned constant
/// @param offset  A negative one
/// @param limit   The least of all
/// @param ratio   A fraction
/// @param boxed   A text
MCP_TOOL()
int arguments(detail::Task<detail::refresh> task, detail::Holder<detail::Box> holder,
              app::Counter<&app::counter> counter, app::Constant<5U> count, app::Constant<-1L> offset,
              app::Limit<LONG_MIN> limit, app::Constant<1.5F> ratio, detail::Box<mcp::Literal<"x">> boxed) {
  static_cast<void>(boxed);
  return task.priority + holder.held.value + counter.step + count.scale + offset.scale + limit.rest + ratio.scale;
}

/// Defaults that say something twice, and nothing at all.
/// @param names  A set
/// @param window Members with defaults of their own
MCP_TOOL()
int defaults(std::set<std::string> names = {"b", "a", "b"}, Window window = {.border = {4}}) {
  return static_cast<int>(names.size()) + window.height;
}

/// A codec that writes objects.
/// @param point Where
MCP_TOOL()
Packed packed(Packed point) { return point; }

/// All arguments as they are.
MCP_TOOL(.input_schema = R"({"type": "object", "additionalProperties": {"type": "integer"}})")
mcp::json raw(const mcp::json&) { return 1; }
